import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** What the build of the console wrote, each file compressed. */
export class ConsoleFiles {
  private readonly folder: string;

  /** @param project the folder of the project. Nothing is read before it is asked for. */
  constructor(project: string) {
    this.folder = join(project, 'dist/console');
  }

  /** Undefined if nothing was built. */
  async page(): Promise<string | undefined> {
    const kept = await readFile(join(this.folder, 'page.html.gz')).catch(absent);
    return kept && (await promisify(gunzip)(kept)).toString();
  }

  /** A name that leads to no other folder. */
  async asset(name: string, { compressed }: { readonly compressed: boolean }): Promise<Buffer | undefined> {
    if (!/^[A-Za-z0-9-]+\.[a-z]+$/.test(name)) return undefined;
    const kept = await readFile(join(this.folder, 'assets', `${name}.gz`)).catch(absent);
    return kept && !compressed ? promisify(gunzip)(kept) : kept;
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
