import { fork } from 'node:child_process';
import { once } from 'node:events';

/** Has another process take the write lock of a SQLite file. @returns what makes it let go. */
export async function lockedByAnother(path: string) {
  const script = new URL('./lock-holder.ts', import.meta.url);
  const child = fork(script, [path], { execArgv: ['--import', 'tsx'] });
  await once(child, 'message');
  return async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}
