// The worker that runs irtrip. It is given the compiled program once, then a job at a time: the name of a function and its arguments.
// Its answers are JSON. A worker that does not answer any more is ended by the page, with all its memory.
let ready;
onmessage = async ({ data }) => {
  if (data.program) {
    ready = wasm_bindgen({ module_or_path: data.program });
    return;
  }
  try {
    await ready;
    postMessage({ job: data.job, answer: wasm_bindgen[data.call](...data.arguments) });
  } catch (error) {
    postMessage({ job: data.job, failure: String(error) });
  }
};
