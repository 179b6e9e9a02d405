//! Where an operation, a block or a value lives: a module, and in it the body of an isolated operation.

use std::sync::{Arc, RwLock};

use irtrip::Module;
use irtrip::dialect::{Body, Context, Op, Users};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::module::PyModule;

/// A module with what is known of it until it is changed.
pub struct State {
    pub module: Module,
    /// Counts the changes after which no handle is good any more.
    pub generation: u32,
    /// The users of values by body, as long as nothing is changed.
    pub users: RwLock<Vec<(Vec<Op>, Arc<Users>)>>,
}

/// Where a body is in a module: the operations that lead to it. The module's own body has the empty path.
#[derive(Debug)]
pub struct BodyPath {
    pub module: Py<PyModule>,
    pub path: Vec<Op>,
    generation: u32,
}

/// What is said of a handle whose module was lowered.
const STALE: &str = "the module was lowered since: ask it again";
/// What is said of a handle whose operation is gone.
pub const ERASED: &str = "the operation was erased";

impl BodyPath {
    pub fn new(module: Py<PyModule>, path: Vec<Op>, generation: u32) -> Arc<BodyPath> {
        Arc::new(BodyPath { module, path, generation })
    }

    /// The body of an isolated operation in this one.
    pub fn inside(self: &Arc<BodyPath>, py: Python<'_>, op: Op) -> Arc<BodyPath> {
        let path = self.path.iter().copied().chain([op]).collect();
        BodyPath::new(self.module.clone_ref(py), path, self.generation)
    }

    /// The body that this one's isolated operation is in, and that operation; none for the module's own.
    pub fn outside(&self, py: Python<'_>) -> Option<(Arc<BodyPath>, Op)> {
        let (op, path) = self.path.split_last()?;
        Some((BodyPath::new(self.module.clone_ref(py), path.to_vec(), self.generation), *op))
    }

    /// Looks at the body.
    pub fn look<T>(&self, look: impl FnOnce(&Context, &Body) -> T) -> PyResult<T> {
        self.module.get().read(|state| {
            if state.generation != self.generation {
                return Err(PyValueError::new_err(STALE));
            }
            let mut body = &state.module.model().body;
            for op in &self.path {
                body = body.nested(*op).ok_or_else(|| PyValueError::new_err(ERASED))?;
            }
            Ok(look(state.module.context(), body))
        })
    }

    /// Changes the body.
    pub fn change<T>(&self, change: impl FnOnce(&Context, &mut Body) -> PyResult<T>) -> PyResult<T> {
        self.module.get().write(|state| {
            if state.generation != self.generation {
                return Err(PyValueError::new_err(STALE));
            }
            state.users.write().unwrap_or_else(std::sync::PoisonError::into_inner).clear();
            let (ctx, model) = state.module.parts_mut();
            let mut body = &mut model.body;
            for op in &self.path {
                body = body.nested_mut(*op).ok_or_else(|| PyValueError::new_err(ERASED))?;
            }
            change(ctx, body)
        })
    }

    /// The users of the body's values.
    pub fn users(&self) -> PyResult<Arc<Users>> {
        let known = |state: &State| {
            let known = state.users.read().unwrap_or_else(std::sync::PoisonError::into_inner);
            known.iter().find(|(path, _)| *path == self.path).map(|(_, users)| users.clone())
        };
        if let Some(users) = self.module.get().read(known) {
            return Ok(users);
        }
        let users = Arc::new(self.look(|_, body| Users::new(body))?);
        self.module.get().read(|state| {
            let mut known = state.users.write().unwrap_or_else(std::sync::PoisonError::into_inner);
            // What is asked for together is of one function; more would keep all of a module's.
            known.truncate(7);
            known.insert(0, (self.path.clone(), users.clone()));
        });
        Ok(users)
    }
}

impl PartialEq for BodyPath {
    fn eq(&self, other: &BodyPath) -> bool {
        self.module.as_ptr() == other.module.as_ptr() && self.path == other.path && self.generation == other.generation
    }
}
