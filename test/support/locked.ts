import { once } from 'node:events';
import { forkBuilt } from './built.ts';

/** Lets another process take the write lock of a SQLite file. @returns a function that releases it. */
export async function lockedByAnother(path: string) {
  const child = forkBuilt('support/lock-holder.ts', [path]);
  await once(child, 'message');
  return async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}
