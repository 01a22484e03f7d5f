import { join } from 'node:path';
import type { Content } from '../reference/kept-file.ts';
import { compressedFile } from '../reference/served-files.ts';

/** What the build of the console wrote, each file compressed. */
export class ConsoleFiles {
  private readonly folder: string;

  /** @param project the folder of the project. Nothing is read before it is asked for. */
  constructor(project: string) {
    this.folder = join(project, 'dist/console');
  }

  /** Undefined if nothing was built. */
  page(): Promise<Content | undefined> {
    return compressedFile(join(this.folder, 'page.html.gz'));
  }

  /** A name that leads to no other folder. */
  async asset(name: string): Promise<Content | undefined> {
    if (!/^[A-Za-z0-9-]+\.[a-z]+$/.test(name)) return undefined;
    return compressedFile(join(this.folder, 'assets', `${name}.gz`));
  }
}
