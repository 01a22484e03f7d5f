import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../../support/folder.ts';
import { bytesWith, PDFA_FAULTS } from '../../support/pdf/faults.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const CHECKER = join(REFERENCE_DATA, 'bin/pdfa-check/run');
const hasJava = spawnSync('java', ['-version']).status === 0;
const missing = !existsSync(CHECKER) ? 'veraPDF' : hasJava ? undefined : 'Java';

describe('veraPDF on each fault of PDF/A-3', () => {
  if (missing !== undefined) {
    it.skip(`does not run: no ${missing}`);
    return;
  }
  const folder = emptyFolder();
  after(() => folder.remove());
  let outputs: ReadonlyMap<string, string>;
  const asked = PDFA_FAULTS.filter(({ alone }) => alone === undefined);
  before(() => {
    const files = asked.map((fault, n) => {
      const path = join(folder.path, `${n}.pdf`);
      writeFileSync(path, bytesWith(fault));
      return path;
    });
    const { stdout } = spawnSync(CHECKER, ['3u', ...files], { encoding: 'utf8', maxBuffer: 1 << 24 });
    const parts = stdout.split(/^(?=pass |FAIL )/m).filter((part) => part !== '');
    outputs = new Map(parts.map((part, n) => [asked[n]?.it ?? '', part]));
  });
  for (const { it: what, clause, veraPdf = clause } of asked)
    it(`has the same verdict on ${what}`, () => {
      const answer = outputs.get(what) ?? '';
      if (clause === undefined) assert.match(answer, /^pass /, answer);
      else assert.match(answer, new RegExp(`^FAIL [^]*× ${veraPdf?.replaceAll('.', '\\.')}`), answer);
    });
});
