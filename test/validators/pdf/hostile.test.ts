import assert from 'node:assert/strict';
import { HOSTILE_PDFS } from '../../support/pdf/hostile.ts';
import { hybridDraft, PARTS } from '../../support/pdf/hybrid.ts';
import { HYBRID_LINES, HYBRID_XML } from '../../support/pdf/invoice-xml.ts';
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

  it('is invalid if one thing is wrong with it, though not all of it was checked', () => {
    const wrong = hybridDraft({ xml: HYBRID_XML, lines: HYBRID_LINES, relationship: 'Supplement' });
    const endless = wrong.put(PARTS.content, '<< >>', 'q Q '.repeat(500_000)).build();
    const { outcome, findings } = judgePdf(endless);
    assert.deepEqual(
      [outcome, findings.map(({ code, severity }) => `${code} ${severity}`)],
      ['invalid', ['EI-PDF-11 error', 'EI-PDF-CHECK warning']],
    );
  });
});
