// Piscina imports an ES module by making code from a string, which its threads refuse; this file it can require.
async function program() {
  // Run from the sources: tsx binds the main thread only.
  if (!__filename.endsWith('.cts')) return import('./check-thread.js');
  (await import('tsx/esm/api')).register();
  return import('./check-thread.ts');
}

// Piscina waits for the function before it takes the thread for ready, and stops the thread between two tasks: what is not loaded by then
// would be loaded within the first task.
module.exports = program().then(({ default: work }) => work);
