import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findJudge } from '../../support/judges.ts';

const { folder: judge, missing } = findJudge('pyfrctc');
const PYTHON = join(judge, 'bin/python');
const PROGRAM = fileURLToPath(new URL('pyfrctc/judge.py', import.meta.url));
const run = promisify(execFile);

export const missingJudge = missing;
export const missingSaxon = findJudge('saxon-he').missing;

export interface Judged {
  /** By file: what AIFE's schema has against it. */
  readonly complaints: Readonly<Record<string, string>>;
  readonly periods: readonly (readonly [end: string, due: string])[];
}

/** @param folder of reports, with `periods.json`. */
export async function judgedByPyfrctc(folder: string): Promise<Judged> {
  return JSON.parse((await run(PYTHON, [PROGRAM, folder])).stdout) as Judged;
}

/** What AIFE's Schematron, as pyfrctc carries it, has against the reports of a folder. @param count of these reports. */
export async function brokenRules(folder: string, count: number): Promise<readonly string[]> {
  const rules = join(await packageOf(), 'frr-schematron/Flux10.xslt');
  const found = join(folder, 'svrl');
  mkdirSync(found);
  const classes = ['-cp', '/usr/share/java/Saxon-HE.jar', 'net.sf.saxon.Transform'];
  const files = [`-s:${folder}`, `-o:${found}`, `-xsl:${rules}`];
  await run('java', [...classes, ...files], { maxBuffer: 100_000_000 }).catch(
    ({ stderr }: { stderr: string }) => stderr,
  );
  const reports = readdirSync(found);
  assert.equal(reports.length, count);
  return reports.flatMap((name) => {
    const svrl = readFileSync(join(found, name), 'utf8');
    return [...svrl.matchAll(/<svrl:text>([^]*?)<\/svrl:text>/g)].map(
      ([, text]) => `${name} ${text?.trim()}`,
    );
  });
}

async function packageOf(): Promise<string> {
  const { stdout } = await run(PYTHON, ['-c', 'import pyfrctc; print(pyfrctc.__file__)']);
  return dirname(stdout.trim());
}
