// CommonJS: piscina imports an ES module by evaluating a string, which its threads refuse.
async function program() {
  // Runs from the sources: tsx registers only in the main thread.
  if (!__filename.endsWith('.cts')) return import('./reading-thread.js');
  (await import('tsx/esm/api')).register();
  return import('./reading-thread.ts');
}

const loaded = program();

module.exports = async (task: unknown): Promise<unknown> => {
  const { default: work } = await loaded;
  return work(task as Parameters<typeof work>[0]);
};
