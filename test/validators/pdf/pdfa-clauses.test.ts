import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyFolder } from '../../support/folder.ts';
import { goodHybrid, PDFA_FAULTS, type PdfaFault } from '../../support/pdf/faults.ts';
import { judgePdf } from '../../support/pdf/judge.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const made = ({ make }: PdfaFault): Buffer => {
  const file = make(goodHybrid());
  return Buffer.isBuffer(file) ? file : file.build();
};

/** What a check other than that of PDF/A has to say of a fault, too. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  LZW: ['6.2.2'],
  'a profile that is none': ['6.2.4.3'],
};

const clausesOf = (findings: ReturnType<typeof judgePdf>['findings']): readonly string[] => [
  ...new Set(findings.map(({ code, message }) => /\(ISO 19005-3, ([\d.]+)\)$/.exec(message)?.[1] ?? code)),
];

describe('a PDF that has to be PDF/A-3', () => {
  for (const fault of PDFA_FAULTS)
    it(
      fault.clause === undefined ? `may have ${fault.it}` : `is held to ${fault.clause}: ${fault.it}`,
      () => {
        const findings = judgePdf(made(fault)).findings.filter(({ severity }) => severity === 'error');
        const expected = fault.clause === undefined ? [] : [fault.clause, ...(BESIDE[fault.it] ?? [])];
        assert.deepEqual(clausesOf(findings), expected, JSON.stringify(findings));
        for (const { code, severity } of findings) assert.deepEqual([code, severity], ['EI-PDF-2', 'error']);
      },
    );
});

const CHECKER = join(REFERENCE_DATA, 'bin/pdfa-check/run');
const hasJava = spawnSync('java', ['-version']).status === 0;
const missing = !existsSync(CHECKER) ? 'veraPDF' : hasJava ? undefined : 'Java';

describe('veraPDF', () => {
  if (missing !== undefined) {
    it.skip(`is not asked: no ${missing}`);
    return;
  }
  const folder = emptyFolder();
  after(() => folder.remove());
  let said: ReadonlyMap<string, string>;
  const asked = PDFA_FAULTS.filter(({ alone }) => alone === undefined);
  before(function () {
    this.timeout(120_000);
    const files = asked.map((fault, n) => {
      const path = join(folder.path, `${n}.pdf`);
      writeFileSync(path, made(fault));
      return path;
    });
    const { stdout } = spawnSync(CHECKER, ['3u', ...files], { encoding: 'utf8', maxBuffer: 1 << 24 });
    const parts = stdout.split(/^(?=pass |FAIL )/m).filter((part) => part !== '');
    said = new Map(parts.map((part, n) => [asked[n]?.it ?? '', part]));
  });
  for (const { it: what, clause, veraPdf = clause } of asked)
    it(`says the same of ${what}`, () => {
      const answer = said.get(what) ?? '';
      if (clause === undefined) assert.match(answer, /^pass /, answer);
      else assert.match(answer, new RegExp(`^FAIL [^]*× ${veraPdf?.replaceAll('.', '\\.')}`), answer);
    });
});
