import type { Zippable } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A zip of files that the page has read one by one: stored, because PDFs and archives do not shrink. */
export async function zipOf(entries: readonly ZipEntry[], at: Date): Promise<Blob> {
  // Loaded with the first zip.
  const { zipSync } = await import('fflate');
  const files: Zippable = {};
  for (const { name, bytes } of entries) files[name] = [bytes, { level: 0, mtime: at }];
  return new Blob([new Uint8Array(zipSync(files))], { type: 'application/zip' });
}
