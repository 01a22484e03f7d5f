// As the entry of the reading threads: piscina imports an ES module by making code from a string, which its threads refuse.
async function program() {
  // Run from the sources: tsx binds the main thread only.
  if (!__filename.endsWith('.cts')) return import('./print-thread.js');
  (await import('tsx/esm/api')).register();
  return import('./print-thread.ts');
}

const loaded = program();

module.exports = async (task: unknown): Promise<unknown> => {
  const { default: print } = await loaded;
  return print(task as Parameters<typeof print>[0]);
};
