import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

export interface MongoServer {
  readonly url: string;
  /** Only if it was started here: stop it after use. */
  readonly process?: ChildProcess;
}

/** The server at MONGODB_URL, else the reference data's stand-in, else none. */
export async function mongoServer(): Promise<MongoServer | undefined> {
  const known = process.env['MONGODB_URL'];
  if (known) return { url: known };
  const standIn = programOf('mongo-stand-in');
  return existsSync(standIn) ? startedBy(standIn) : undefined;
}

/** Whether the reference data has DocumentDB, a real server with the protocol. */
export const hasDocumentDb = (): boolean => existsSync(programOf('documentdb'));

/** A new one. Its first start downloads packages of Debian. @throws Error if it does not start. */
export const documentDbServer = (): Promise<MongoServer> =>
  startedBy(join(projectFolder(), 'scripts/start-documentdb'));

/** Each kind of server that can be started here with data that a kill leaves. */
export const LASTING_SERVERS = {
  'stand-in': {
    isHere: (): boolean => existsSync(programOf('mongo-stand-in')),
    start: (port: number, folder: string): Promise<MongoServer> =>
      startedBy(programOf('mongo-stand-in'), [String(port), join(folder, 'data')], true),
  },
  documentdb: {
    isHere: hasDocumentDb,
    start: (port: number, folder: string): Promise<MongoServer> =>
      startedBy(join(projectFolder(), 'scripts/start-documentdb'), [String(port), folder], true),
  },
} as const;

const programOf = (name: string): string =>
  join(process.env['REFERENCE_DATA'] ?? join(projectFolder(), '../shared'), 'bin', name, 'start');

/** A program prints its address first. */
async function startedBy(
  program: string,
  words: readonly string[] = ['0'],
  isOwnGroup = false,
): Promise<MongoServer> {
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'ignore'], detached: isOwnGroup });
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>;
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${program} has ended`);
  });
  const [url] = await Promise.race([line, ended]);
  ended.catch(() => undefined);
  return { url, process: child };
}
