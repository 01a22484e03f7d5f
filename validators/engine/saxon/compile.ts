import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PackRefused } from '../load/pack-refused.ts';
import type { Schema, Test } from '../load/schema.ts';
import type { PackFiles } from '../load/source.ts';
import { transpile } from './transpile.ts';

/** A pack ready for SaxonJS. */
export interface SaxonProgram {
  /** The meaning of the numbers in its records; a publisher's own stylesheet writes a report in SVRL instead. */
  readonly tests: readonly NumberedTest[] | 'svrl';
  /** Stylesheet Export Format, a JSON object that only SaxonJS reads. */
  readonly sef: unknown;
}
export type NumberedTest = Pick<Test, 'id' | 'flag' | 'role'>;

/**
 * Compiles a pack for SaxonJS: 5 to 25 seconds of CPU for an official pack, so never while documents wait.
 * @throws PackRefused if xslt3 cannot compile it, or is missing.
 * @param xslt the result of {@link transpile}.
 */
export async function compileForSaxon(schema: Schema, xslt = transpile(schema)): Promise<SaxonProgram> {
  const tests = schema.patterns.flatMap(({ rules }) => rules).flatMap((rule) => rule.tests);
  const sef = await exportSef(new Map([[schema.entry, new TextEncoder().encode(xslt)]]), schema.entry);
  return { tests: tests.map(({ id, flag, role }) => ({ id, flag, role })), sef };
}

/**
 * The same for a pack that is published as XSLT only: its checksum vouches for it, and its source is not inspected.
 * @throws PackRefused
 */
export const compileStylesheet = async (files: PackFiles, entry: string): Promise<SaxonProgram> => ({
  tests: 'svrl',
  sef: await exportSef(files, entry),
});

/** xslt3 can only be called as a program. */
async function exportSef(files: PackFiles, entry: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'sef-'));
  const target = join(folder, '.sef.json');
  try {
    for (const [path, bytes] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), bytes);
    }
    const xslt3 = join(dirname(createRequire(import.meta.url).resolve('xslt3/package.json')), 'xslt3.js');
    const options = [`-xsl:${join(folder, entry)}`, `-export:${target}`, '-relocate:on', '-nogo'];
    await promisify(execFile)(process.execPath, [xslt3, ...options], {
      maxBuffer: 16 * 1024 * 1024,
      timeout: PATIENCE_MS,
    });
    return JSON.parse(await readFile(target, 'utf8'));
  } catch (error) {
    throw new PackRefused({ file: entry, line: 1 }, `SaxonJS refuses it: ${complaint(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Half a minute is usual. */
const PATIENCE_MS = 10 * 60_000;
const MAX_COMPLAINT_LENGTH = 500;

/** The output of xslt3, on one line and without the places in its own code. */
function complaint(error: unknown): string {
  if (error instanceof Error && 'killed' in error && error.killed) return 'it takes too long';
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  const words = printed
    .replace(/^[ \t]+at .*/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.slice(0, MAX_COMPLAINT_LENGTH);
}
