import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { judge } from 'en16931-rules/pool/judge.ts';
import { inOwnWords } from 'en16931-rules/pool/own-words.ts';
import { type BuiltInRules, builtInRules, publishedRules } from '../support/built-in-rules.ts';
import { describeByReference } from '../support/reference-data.ts';
import { ROWS } from './all-rows.ts';
import { baseInvoice } from './base.ts';
import { type Edit, edited } from './edits.ts';
import { totals } from './totals.ts';

const NO_OVERRIDES = new Map();

describeByReference('a finding of the published rules, in our words,', () => {
  let ours: BuiltInRules;
  let theirs: BuiltInRules;
  before('compile the packs', async () => {
    ours = await builtInRules();
    theirs = await publishedRules();
  });

  async function told(pack: 'en16931' | 'xrechnung', document: string): Promise<readonly Finding[]> {
    const bytes = new TextEncoder().encode(document);
    const [official, own] = [await theirs.run(pack, bytes), await ours.run(pack, bytes)];
    return inOwnWords(judge(official, 'EN16931', NO_OVERRIDES), own).findings;
  }
  const after = (edit: Edit): string => edited(baseInvoice(), edit);

  it('has the figures, and the publisher’s message beside it', async () => {
    const [finding] = await told('en16931', after(totals({ lines: 160, taxable: 145, tax: 29 })));
    assert.equal(finding?.code, 'BR-CO-10');
    assert.equal(
      english(finding.message),
      'The sum of the lines (BT-106) is not what the lines add up to (150.00 expected, 160.00 stated). ' +
        'Add up the net amounts of all lines (BT-131) and enter that sum.',
    );
    assert.match(finding.officialMessage ?? '', /^\[BR-CO-10\]/);
  });

  for (const pack of ['en16931', 'xrechnung'] as const)
    it(`has our words for every rule of ${pack}`, async () => {
      const seen = new Set<string>();
      for (const { of, edit } of ROWS[pack])
        for (const { code, message, officialMessage } of await told(pack, edited(baseInvoice(of), edit))) {
          seen.add(code);
          assert.notEqual(english(message), officialMessage, code);
        }
      assert.ok(seen.size > 50, String(seen.size));
    });
});
