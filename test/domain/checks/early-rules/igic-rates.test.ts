import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { builtInRules, publishedRules } from '../../../support/built-in-rules.ts';
import { fatalIds } from '../../../support/cius-ro-rules.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set } from '../../sample.ts';

const IDS = ['BR-AF-05', 'BR-AF-06', 'BR-AF-07'];
const adjustment = (vat_rate: number) => [{ amount: 1, reason: 'x', vat_category: 'L', vat_rate }];

/** EN 16931 1.3.16: UBL asks for a rate of at least zero, CII for one above. */
function judgesRates(load: typeof builtInRules): void {
  for (const syntax of ['ubl', 'cii'] as const)
    for (const rate of [0, 7])
      it(`judges a rate of ${rate} at once in ${syntax} as in the document`, async () => {
        const edit = all(
          set('lines[0].vat_category', 'L'),
          set('lines[0].vat_rate', rate),
          set('allowances', adjustment(rate)),
          set('charges', adjustment(rate)),
        );
        const invoice = parsed(edit(germanInvoice()));
        const format = `xrechnung-${syntax}` as const;
        const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', format);
        assert.ok(built.ok);
        const late = fatalIds(await (await load(syntax)).run('en16931', built.document.bytes));
        const early = checkRoute(invoice, 'DE-XRECHNUNG', format).flatMap(({ field, related = [] }) =>
          related.filter(({ code }) => IDS.includes(code)).map(({ code }) => `${field} ${code}`),
        );
        const isRefused = syntax === 'cii' && rate === 0;
        assert.deepEqual(late.filter((id) => IDS.includes(id)).toSorted(), isRefused ? IDS : []);
        assert.deepEqual(
          early.toSorted(),
          isRefused
            ? [
                'allowances[0].vat_rate BR-AF-06',
                'charges[0].vat_rate BR-AF-07',
                'lines[0].vat_rate BR-AF-05',
              ]
            : [],
        );
      });
}

describe('the rate of the Canary Islands', () => judgesRates(builtInRules));
describeByReference('the rate of the Canary Islands, by the published rules', () =>
  judgesRates(publishedRules),
);
