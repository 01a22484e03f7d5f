import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from '../validators/packs/project-folder.ts';

export interface MongoServer {
  readonly url: string;
  /** Only if it was started here: stop it after use. */
  readonly process?: ChildProcess;
}

/** The server at MONGODB_URL, else the reference data's stand-in, else none. */
export async function mongoServer(): Promise<MongoServer | undefined> {
  const known = process.env['MONGODB_URL'];
  if (known) return { url: known };
  const reference = process.env['REFERENCE_DATA'] ?? join(projectFolder(), '../shared');
  const standIn = join(reference, 'bin/mongo-stand-in/start');
  if (!existsSync(standIn)) return undefined;
  const child = spawn(standIn, ['0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { url, process: child };
}
