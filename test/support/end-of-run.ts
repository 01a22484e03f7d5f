/**
 * Ends what all test files of a process share. In parallel runs a process of Mocha plays many files and ends without a hook, so that
 * the end is by `kill`; elsewhere the hook of the whole run stops it. A program without Mocha stops it itself.
 */
export function atEndOfRun(stop: () => Promise<void>, kill: () => void): void {
  if (!('after' in globalThis)) return;
  if (process.env['MOCHA_WORKER_ID'] === undefined) after(stop);
  else process.once('exit', kill);
}
