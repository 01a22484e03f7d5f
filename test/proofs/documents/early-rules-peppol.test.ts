import { EN16931_AND_PEPPOL } from '../../../src/domain/routes/peppol/early-rules.ts';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import { publishedIds, publishedRules } from '../../support/built-in-rules.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { NATIONAL_ROWS, SALES } from '../../domain/routes/peppol/national-rows.ts';
import { places, withoutPlace } from '../../domain/places.ts';
import { set, type Json } from '../../domain/sample.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { earlyRules } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { fatalIds } from '../verdicts/readings.ts';

const TYPES = [380, 381, 389];

/** Every edit that breaks a rule of one country, applied to the sales of all countries; and each sale without each member. */
function* documents(): Generator<Json> {
  for (const sale of Object.values(SALES))
    for (const type of TYPES) {
      const base = set('invoice.type_code', type)(sale());
      for (const { edit } of NATIONAL_ROWS) yield edit(base);
      for (const path of places(base)) yield withoutPlace(path)(base);
    }
}

const packOf = ({ invoice }: CanonicalInvoice) =>
  invoice.typeCode === '389' ? ('peppol-selfbilling' as const) : ('peppol' as const);

describeByReference('the rules of Peppol that are seen in the canonical form', () =>
  itAgrees(
    'report exactly what the published rules report in the document',
    { compared: 3_000, refused: 1_000 },
    async () => {
      const { written, coded } = EN16931_AND_PEPPOL;
      const published = new Set([
        ...publishedIds('ubl', 'peppol'),
        ...publishedIds('ubl', 'peppol-selfbilling'),
      ]);
      const early = new Set([...written.ubl, ...coded].map(({ id }) => id).filter((id) => published.has(id)));
      const rules = await publishedRules('ubl', ['peppol', 'peppol-selfbilling']);
      const reports = earlyRules('PEPPOL', 'ubl');
      return {
        corpus: canonicalInvoices(documents()),
        engines: {
          'early rules': async (invoice) => (await reports(invoice))?.filter((id) => early.has(id)),
        },
        judge: async (invoice) => {
          const built = await DOCUMENTS.build(invoice, 'PEPPOL', 'ubl');
          if (!built.ok) return undefined;
          const run = await rules.run(packOf(invoice), built.document.bytes);
          if (run.kind !== 'verdict') return undefined;
          const broken = fatalIds(run);
          const seen = broken.filter((id) => early.has(id));
          // A document that is refused late, after a clean answer at once.
          return broken.length > 0 && seen.length === 0 ? broken : seen;
        },
      };
    },
  ),
);
