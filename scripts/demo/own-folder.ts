import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * An empty folder for this process under `parent`, so that two demos of one checkout share nothing. Folders of ended processes,
 * and anything else, are removed.
 */
export async function ownFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  const own = String(process.pid);
  const gone = (await readdir(parent)).filter((name) => name === own || !isRunning(name));
  await Promise.all(gone.map((name) => rm(join(parent, name), { recursive: true, force: true })));
  const folder = join(parent, own);
  await mkdir(folder);
  return folder;
}

function isRunning(name: string): boolean {
  if (!/^[1-9]\d*$/.test(name)) return false;
  try {
    process.kill(Number(name), 0);
    return true;
  } catch (error) {
    // EPERM: the process runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
