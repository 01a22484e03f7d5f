import assert from 'node:assert/strict';
import { HOSTILE_PDFS } from '../../support/pdf/hostile.ts';
import { judgePdf } from '../../support/pdf/judge.ts';

/** `test/proofs/hostile/hostile-pdf.test.ts` runs hundreds more, from a seed, through a service. */
describe('a hostile PDF', () => {
  for (const { it: what, make, code } of HOSTILE_PDFS)
    it(`${what} gets ${code ?? 'the verdict of any other'}`, () => {
      const outcome = judgePdf(make());
      const codes = new Set(outcome.findings.map((finding) => finding.code));
      if (outcome.outcome === 'not_run' && outcome.code) codes.add(outcome.code);
      if (code === undefined) assert.equal(outcome.outcome, 'valid', JSON.stringify(outcome));
      else assert.ok(codes.has(code), JSON.stringify(outcome));
    });
});
