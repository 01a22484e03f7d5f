import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { officialRules } from '../../../support/official-rules.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set } from '../../sample.ts';

const RULE = 'PEPPOL-EN16931-R055';
const QUANTITIES = [1, 0, -1];
const BOOKED = ['vat_total_in_vat_currency', ['3', '0', '0.001', '-0.001', '-3']] as const;
/** The smallest one leaves nothing of the VAT. */
const RATES = ['vat_exchange_rate', ['4.3', '0.001']] as const;
const FORMATS = { ubl: 'xrechnung-ubl', cii: 'xrechnung-cii' } as const;

describeByReference('the signs of the VAT totals in two currencies', () => {
  for (const syntax of ['ubl', 'cii'] as const)
    for (const [member, values] of [BOOKED, RATES])
      it(`are judged at once in ${syntax} as by the published rule, by ${member}`, async () => {
        const rules = await officialRules(syntax);
        const verdicts = new Set<boolean>();
        for (const quantity of QUANTITIES)
          for (const value of values) {
            const invoice = parsed(
              all(
                set('lines[0].quantity', quantity),
                set('invoice.vat_currency', 'GBP'),
                set(`invoice.${member}`, value),
              )(germanInvoice()),
            );
            const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', FORMATS[syntax]);
            assert.ok(built.ok);
            const late = (await rules.broken(built.document.bytes)).includes(RULE);
            const early = checkRoute(invoice, 'DE-XRECHNUNG', FORMATS[syntax]);
            assert.deepEqual(
              early.map(({ field }) => field),
              late ? [`invoice.${member}`] : [],
              `${quantity} ${value}`,
            );
            verdicts.add(late);
          }
        // A rate turns no sign; in UBL what is left of nothing agrees with both.
        assert.equal(verdicts.size, syntax === 'ubl' && member === 'vat_exchange_rate' ? 1 : 2);
      });
});
