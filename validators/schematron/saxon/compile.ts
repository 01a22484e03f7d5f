import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PackRefused } from '../load/refusal.ts';
import type { Schema, Test } from '../load/schema.ts';
import { transpile } from './transpile.ts';

/** A pack ready for SaxonJS: the stylesheet as SEF, and what the numbers in its records stand for. */
export interface SaxonProgram {
  readonly tests: readonly Pick<Test, 'id' | 'flag' | 'role'>[];
  /** Stylesheet Export Format, a JSON object that only SaxonJS reads. */
  readonly sef: unknown;
}

/**
 * Compiles a pack for SaxonJS: 5 to 25 seconds of CPU for an official pack, so never while documents wait.
 * @throws PackRefused when xslt3 cannot compile it, or is not there.
 * @param xslt what {@link transpile} makes of the schema.
 */
export async function compileForSaxon(schema: Schema, xslt = transpile(schema)): Promise<SaxonProgram> {
  const tests = schema.patterns.flatMap(({ rules }) => rules).flatMap((rule) => rule.tests);
  return {
    tests: tests.map(({ id, flag, role }) => ({ id, flag, role })),
    sef: JSON.parse(await exportSef(xslt, schema.entry)),
  };
}

/** xslt3 can only be called as a program. */
async function exportSef(xslt: string, entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sef-'));
  const [source, target] = [join(folder, 'pack.xsl'), join(folder, 'pack.sef.json')];
  try {
    await writeFile(source, xslt);
    const xslt3 = join(dirname(createRequire(import.meta.url).resolve('xslt3/package.json')), 'xslt3.js');
    await promisify(execFile)(
      process.execPath,
      [xslt3, `-xsl:${source}`, `-export:${target}`, '-relocate:on', '-nogo'],
      {
        maxBuffer: 16 * 1024 * 1024,
      },
    );
    return await readFile(target, 'utf8');
  } catch (error) {
    throw new PackRefused({ file: entry, line: 1 }, `SaxonJS refuses it: ${complaint(error)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What xslt3 printed, on one line. */
function complaint(error: unknown): string {
  const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return printed.replace(/\s+/g, ' ').trim();
}
