import { english, withEnglish } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { bytesWith, PDFA_FAULTS } from '../../support/pdf/faults.ts';
import { judgePdf } from '../../support/pdf/judge.ts';

/** Findings of other checks than PDF/A about the same fault. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  LZW: ['6.2.2'],
  'a profile that is none': ['6.2.4.3'],
};

const clausesOf = (findings: ReturnType<typeof judgePdf>['findings']): readonly string[] => [
  ...new Set(
    findings.map(({ code, message }) => /\(ISO 19005-3, ([\d.]+)\)$/.exec(english(message))?.[1] ?? code),
  ),
];

describe('a PDF that has to be PDF/A-3', () => {
  for (const fault of PDFA_FAULTS)
    it(
      fault.clause === undefined ? `may have ${fault.it}` : `is checked by ${fault.clause}: ${fault.it}`,
      () => {
        const findings = judgePdf(bytesWith(fault)).findings.filter(({ severity }) => severity === 'error');
        const expected = fault.clause === undefined ? [] : [fault.clause, ...(BESIDE[fault.it] ?? [])];
        assert.deepEqual(clausesOf(findings), expected, JSON.stringify(findings));
        for (const { code, severity } of findings) assert.deepEqual([code, severity], ['EI-PDF-2', 'error']);
      },
    );

  it('is warned of a number beside endobj, which other readers accept', () => {
    for (const what of ['a number beside endobj', 'a number in the line of endobj', 'a word beside endobj']) {
      const fault = PDFA_FAULTS.find(({ it }) => it === what);
      assert.ok(fault);
      assert.deepEqual(
        withEnglish(
          judgePdf(bytesWith(fault)).findings.map(({ code, severity, message }) => [code, severity, message]),
        ),
        [['EI-PDF-2', 'warning', 'A value and endobj share a line (object 16). (ISO 19005-3, 6.1.9)']],
      );
    }
  });
});
