import assert from 'node:assert/strict';
import { say } from 'en16931-rules/vocabulary/message.ts';
import { inErpTerms, OF_VAT_CURRENCY } from '../../../src/domain/mapping/erp-terms.ts';
import { messagesOf } from '../../../src/processes/read-words.ts';
import { english } from '../../support/words.ts';

describe('a finding in the terms of the ERP', () => {
  const origins = new Map([['invoice.currency', { field: 'Währung' }]]);

  it('has no hint with a member of VAT in another currency, which no connector reads', () => {
    const named = [...messagesOf('en')]
      .filter(([id]) => /^(?:fa3|invoice|routes-)/.test(id))
      .filter(([, text]) =>
        /\b(?:add|use|leave|goes with)\b.*\bvat_(?:currency|exchange_rate|total_in)/i.test(text),
      )
      .map(([id]) => id);
    assert.ok(named.length > 4);
    for (const id of new Set([...named, ...OF_VAT_CURRENCY])) {
      const [finding] = inErpTerms(
        [
          {
            ...{ code: 'EI-SCHEMA', severity: 'error', source: 'schema', field: 'invoice.vat_exchange_rate' },
            ...{ message: say('fa3.fa-states-vat-in-zlotys'), fixHint: say(id), whoFixes: 'sender' },
          } as never,
        ],
        origins,
      );
      assert.equal(finding?.field, 'Währung');
      assert.doesNotMatch(english(finding.fixHint!), /vat_/, id);
    }
  });
});
