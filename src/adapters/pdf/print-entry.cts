// CommonJS, like the entry of the reading threads: piscina imports an ES module by evaluating a string, which its threads
// refuse.
async function program() {
  // Runs from the sources: tsx registers only in the main thread.
  if (!__filename.endsWith('.cts')) return import('./print-thread.js');
  (await import('tsx/esm/api')).register();
  return import('./print-thread.ts');
}

// A promise: see src/adapters/piscina/check-entry.cts.
module.exports = program().then(({ default: print }) => print);
