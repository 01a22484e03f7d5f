import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from './kept-file.ts';

/** Files of the project that anybody may read: the script of /docs, and the pages of docs/ as Markdown. */
export class ServedFiles {
  private names: ReadonlySet<string> | undefined;

  /** @param folder the project's. Nothing is read before it is asked for. */
  constructor(private readonly folder: string) {}

  /** The script of the reference; undefined if nothing was built. */
  script(): Promise<Content | undefined> {
    return compressedFile(join(this.folder, 'dist/reference/scalar.js.gz'));
  }

  /** `webhooks.md`, `routes/peppol.md`: the pages that exist. An image without docs/ has none. */
  get pages(): ReadonlySet<string> {
    return (this.names ??= new Set(markdownIn(join(this.folder, 'docs'))));
  }

  /** Reads no file but the pages, whatever the name is. */
  async page(name: string): Promise<string | undefined> {
    return this.pages.has(name) ? readFile(join(this.folder, 'docs', name), 'utf8') : undefined;
  }
}

/** A file that the build has compressed; undefined if it is absent. */
export async function compressedFile(path: string): Promise<Content | undefined> {
  const gzip = await readFile(path).catch(absent);
  return gzip && { gzip };
}

function markdownIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  } catch (error) {
    absent(error);
    return [];
  }
}

function absent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
