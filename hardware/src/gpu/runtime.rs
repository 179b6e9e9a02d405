//! What a module for the host has in place of a binary and of a launch: calls of the runtime of MLIR's GPU programs, whose
//! functions begin with `mgpu`. MLIR, "'gpu' Dialect", "Offloading LLVM translation".
//!
//! A constructor loads each binary and a destructor unloads it; a launch puts the kernel's arguments into a struct.

use irtrip_dialect::attributes::well_known::UNIT;
use irtrip_dialect::diagnostic::ExportCode;
use irtrip_dialect::enums::{GepNoWrapFlags, Linkage, UnnamedAddr};
use irtrip_dialect::names::{
    ALIGNMENT, CALLEE, CONSTANT, CTORS, DATA, DTORS, FUNCTION_TYPE, GLOBAL_NAME, GLOBAL_TYPE, LINKAGE, PRIORITIES,
    SECTION, UNNAMED_ADDR, VALUE,
};
use irtrip_dialect::ops::global_values::{ADDRESSOF, FUNC, GLOBAL, GLOBAL_CTORS, GLOBAL_DTORS, ZERO};
use irtrip_dialect::ops::llvm::CALL;
use irtrip_dialect::ops::llvm_builder::GepIndex;
use irtrip_dialect::ops::llvm_builder::LlvmBuilder;
use irtrip_dialect::translation::{Declaration, ModuleTranslator, Replacements, Translator};
use irtrip_dialect::types::well_known::{I8, I32, I64, PTR, VOID};
use irtrip_dialect::{Attr, AttrData, Builder, Context, OpName, Str, Type, Value, attr_table};

use super::object::{Object, selected};

/// The priority of the functions that load and unload binaries.
const PRIORITY: i64 = 123;
/// The alignment of a binary, in bytes.
const BINARY_ALIGNMENT: i64 = 8;
/// The section of the functions that load and unload binaries.
const STARTUP: &str = ".text.startup";

/// The symbol of the variable that holds a loaded binary.
fn module_symbol(binary: &str) -> String {
    format!("{binary}_module")
}

/// The bytes of the object that is selected of a `gpu.binary`, and what loads and unloads them.
pub fn embed(translator: &mut ModuleTranslator<'_>) -> Result<(), ExportCode> {
    let ctx = translator.ctx;
    let name = translator.attr("sym_name").and_then(|name| ctx.string_value(name));
    let name = ctx.text(name.ok_or(ExportCode::Attribute("sym_name"))?);
    let objects = translator.attr("objects").map(|objects| ctx.items(objects)).unwrap_or_default();
    let object = selected(ctx, translator.attr("offloadingHandler"), objects)?;

    let binary = translator.fresh_symbol(&format!("{name}_binary"));
    let length = add_binary(translator, binary, &object);
    let loaded = translator.fresh_symbol(&module_symbol(&name));
    let internal = (LINKAGE, ctx.enum_attr(Linkage::Internal));
    let null = ctx.attr(AttrData::Llvm { kind: attr_table::ZERO, params: Box::new([]) });
    let attrs = [(GLOBAL_TYPE, ctx.type_attr(PTR)), internal, (VALUE, null)];
    translator.add(Declaration::of_symbol(ctx, GLOBAL, loaded, &attrs));

    let (loader, option, option_type) = match object.is_assembly {
        true => ("mgpuModuleLoadJIT", object.level, I32),
        false => ("mgpuModuleLoad", length, I64),
    };
    let load = add_startup(translator, &format!("{name}_load"), |builder| {
        let (bytes, option) = (address(builder, binary), builder.int_constant(option_type, option));
        let variable = address(builder, loaded);
        if let Some(module) = call(builder, loader, &[bytes, option], Some(PTR)) {
            builder.store(module, variable);
        }
    });
    translator.declare_function(loader, ctx.llvm_function_type(PTR, &[PTR, option_type], false));
    let unload = add_startup(translator, &format!("{name}_unload"), |builder| {
        let variable = address(builder, loaded);
        let module = builder.load(PTR, variable);
        call(builder, "mgpuModuleUnload", &[module], None);
    });
    translator.declare_function("mgpuModuleUnload", ctx.llvm_function_type(VOID, &[PTR], false));
    add_structor(translator, (GLOBAL_CTORS, CTORS), load, null);
    add_structor(translator, (GLOBAL_DTORS, DTORS), unload, null);
    Ok(())
}

/// Adds the variable with an object's bytes, which end with a NUL where they are assembly; returns how many there are.
fn add_binary(translator: &mut ModuleTranslator<'_>, symbol: Str, object: &Object<'_>) -> i64 {
    let ctx = translator.ctx;
    let mut bytes = object.bytes.to_vec();
    bytes.extend(object.is_assembly.then_some(0));
    let mut attrs = string_attributes(ctx, &bytes, Linkage::Internal, BINARY_ALIGNMENT);
    attrs.extend(object.section.as_deref().map(|section| (SECTION, ctx.string_attr(section))));
    translator.add(Declaration::of_symbol(ctx, GLOBAL, symbol, &attrs));
    bytes.len() as i64
}

/// The attributes of a constant variable of bytes.
fn string_attributes(ctx: &Context, bytes: &[u8], linkage: Linkage, alignment: i64) -> Vec<(Str, Attr)> {
    vec![
        (GLOBAL_TYPE, ctx.type_attr(ctx.array_type(bytes.len() as u64, I8))),
        (CONSTANT, UNIT),
        (LINKAGE, ctx.enum_attr(linkage)),
        (VALUE, ctx.str_attr(ctx.byte_str(bytes))),
        (ALIGNMENT, ctx.int_attr(I64, alignment)),
    ]
}

/// Adds a function that runs when the program starts or ends; returns its symbol.
fn add_startup(translator: &mut ModuleTranslator<'_>, symbol: &str, make: impl FnOnce(&mut Builder<'_>)) -> Str {
    let ctx = translator.ctx;
    let symbol = translator.fresh_symbol(symbol);
    let ty = ctx.type_attr(ctx.llvm_function_type(VOID, &[], false));
    let linkage = ctx.enum_attr(Linkage::Internal);
    let attrs = [(FUNCTION_TYPE, ty), (LINKAGE, linkage), (SECTION, ctx.string_attr(STARTUP))];
    let body = translator.function_body("entry", make);
    translator.add(Declaration { body: Some(body), ..Declaration::of_symbol(ctx, FUNC, symbol, &attrs) });
    symbol
}

/// Adds a list of one constructor or destructor.
fn add_structor(translator: &mut ModuleTranslator<'_>, (name, list): (OpName, Str), function: Str, null: Attr) {
    let ctx = translator.ctx;
    let attrs = ctx.dictionary(&[
        (list, ctx.array(&[ctx.symbol_ref(function)])),
        (PRIORITIES, ctx.array(&[ctx.int_attr(I32, PRIORITY)])),
        (DATA, ctx.array(&[null])),
    ]);
    translator.add(Declaration { symbol: None, name, attrs, body: None });
}

/// The call of a function, as import makes it.
fn call(builder: &mut Builder<'_>, callee: &str, arguments: &[Value], result: Option<Type>) -> Option<Value> {
    let attrs = [(CALLEE, builder.ctx.symbol_ref(builder.ctx.str(callee)))];
    let op = builder.create(CALL, arguments, result.as_slice(), &attrs);
    builder.body.result(op)
}

/// `llvm.mlir.addressof @symbol : !llvm.ptr`
fn address(builder: &mut Builder<'_>, symbol: Str) -> Value {
    let attrs = [(GLOBAL_NAME, builder.ctx.symbol_ref(symbol))];
    builder.value(ADDRESSOF, &[], PTR, &attrs)
}

/// The launch of a kernel, on a stream of its own where none is given.
pub fn launch(translator: &mut Translator<'_>) -> Result<Replacements, ExportCode> {
    let ctx = translator.ctx();
    let (binary, kernel) = kernel_of(translator)?;
    if translator.builder.body.result(translator.op).is_some() {
        return Err(ExportCode::Rule("a launch that others wait for is translated by a pass".to_owned()));
    }
    let sizes = |names: [&'static str; 3]| -> Result<Vec<Value>, ExportCode> {
        let groups = names.into_iter().map(|name| translator.operand(name));
        Ok(groups.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    };
    let clusters = sizes(["clusterSizeX", "clusterSizeY", "clusterSizeZ"])?;
    let grid = sizes(["gridSizeX", "gridSizeY", "gridSizeZ"])?;
    let block = sizes(["blockSizeX", "blockSizeY", "blockSizeZ"])?;
    let memory = translator.operand("dynamicSharedMemorySize")?;
    let stream = translator.operand("asyncObject")?;
    let width = ctx.int_type(translator.layout.pointer_bits(0));
    let is_size = |size: &Value| translator.builder.type_of(*size) == width;
    let is_pointer = |stream: Value| translator.builder.type_of(stream) == PTR;
    if !clusters.iter().chain(&grid).chain(&block).all(is_size) || !stream.is_none_or(is_pointer) {
        return Err(ExportCode::Rule("Call parameter type does not match function signature!".to_owned()));
    }

    let loaded = ctx.str(&module_symbol(&binary));
    if !translator.symbols.contains(&loaded) {
        return Err(ExportCode::Rule(format!("no binary '@{binary}' holds the kernel")));
    }
    let arguments = translator.group("kernelOperands")?;
    let array = argument_array(translator, &arguments, width);
    let variable = address(&mut translator.builder, loaded);
    let module = translator.builder.load(PTR, variable);
    let name = kernel_name(translator, &binary, &kernel);
    let pointer = Some(PTR);
    let call = |translator: &mut Translator<'_>, function: &str, arguments: &[Value]| {
        translator.call_function(function, arguments, pointer, None).ok_or(ExportCode::Value)
    };
    let function = call(translator, "mgpuModuleGetFunction", &[module, name])?;
    let queue = match stream {
        Some(stream) => stream,
        None => call(translator, "mgpuStreamCreate", &[])?,
    };
    let memory = memory.unwrap_or_else(|| translator.builder.int_constant(I32, 0));
    let null = translator.builder.value(ZERO, &[], PTR, &[]);
    let mut passed = [&[function], &*clusters, &*grid, &*block, &[memory, queue, array, null]].concat();
    let launcher = if clusters.is_empty() {
        passed.push(translator.builder.int_constant(I64, arguments.len() as i64));
        "mgpuLaunchKernel"
    } else {
        "mgpuLaunchClusterKernel"
    };
    translator.call_function(launcher, &passed, None, None);
    if stream.is_none() {
        translator.call_function("mgpuStreamSynchronize", &[queue], None, None);
        translator.call_function("mgpuStreamDestroy", &[queue], None, None);
    }
    Ok(Replacements::new())
}

/// The names of a launch's binary and of the kernel in it.
fn kernel_of(translator: &Translator<'_>) -> Result<(String, String), ExportCode> {
    let ctx = translator.ctx();
    match translator.attr("kernel").map(|kernel| ctx.attr_data(kernel)) {
        Some(AttrData::SymbolRef { root, nested }) if nested.len() == 1 => {
            let kernel = nested.first().map(|kernel| ctx.text(*kernel).into_owned());
            Ok((ctx.text(*root).into_owned(), kernel.unwrap_or_default()))
        }
        _ => Err(ExportCode::Attribute("kernel")),
    }
}

/// The address of an array of addresses of a kernel's arguments, which are in a struct.
fn argument_array(translator: &mut Translator<'_>, arguments: &[Value], width: Type) -> Value {
    let types: Vec<Type> = arguments.iter().map(|argument| translator.builder.type_of(*argument)).collect();
    let structure = translator.unnamed_struct(&types);
    let builder = &mut translator.builder;
    let (single, count) = (builder.int_constant(I32, 1), builder.int_constant(width, arguments.len() as i64));
    let members = builder.alloca(PTR, structure, single, None);
    let array = builder.alloca(PTR, PTR, count, None);
    for (place, argument) in (0..).zip(arguments) {
        let indices = [GepIndex::Constant(0), GepIndex::Constant(place)];
        let no_wrap = (GepNoWrapFlags::INBOUNDS | GepNoWrapFlags::NUW).number();
        let member = builder.gep(PTR, structure, members, &indices, no_wrap);
        builder.store(*argument, member);
        let element = builder.gep(PTR, PTR, array, &[GepIndex::Constant(place)], 0);
        builder.store(member, element);
    }
    array
}

/// The address of a kernel's name, which ends with a NUL.
fn kernel_name(translator: &mut Translator<'_>, binary: &str, kernel: &str) -> Value {
    let ctx = translator.ctx();
    let symbol = ctx.str(&format!("{binary}_{kernel}_name"));
    let bytes = [kernel.as_bytes(), &[0]].concat();
    let mut attrs = string_attributes(ctx, &bytes, Linkage::Private, 1);
    attrs.push((UNNAMED_ADDR, ctx.enum_attr(UnnamedAddr::Global)));
    translator.declare(Declaration::of_symbol(ctx, GLOBAL, symbol, &attrs));
    address(&mut translator.builder, symbol)
}
