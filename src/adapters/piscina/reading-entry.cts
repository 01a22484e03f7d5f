// Piscina imports an ES module by making code from a string, which its threads refuse; this file it can require.
async function program() {
  // Run from the sources: tsx binds the main thread only.
  if (!__filename.endsWith('.cts')) return import('./reading-thread.js');
  (await import('tsx/esm/api')).register();
  return import('./reading-thread.ts');
}

const loaded = program();

module.exports = async (task: unknown): Promise<unknown> => {
  const { default: work } = await loaded;
  return work(task as Parameters<typeof work>[0]);
};
