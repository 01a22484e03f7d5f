import { DOCUMENTS } from '../../support/documents.ts';
import { officialRules } from '../../support/official-rules.ts';
import { officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import { canonicalInvoices } from '../verdicts/corpora.ts';
import { accepts, earlyFindings } from '../verdicts/engines.ts';
import { itAgrees } from '../verdicts/it-agrees.ts';
import { schemaFindings } from '../verdicts/readings.ts';

const COUNT = 80;

/** With unusual numbers in every field. */
function* documents() {
  const generator = new InvoiceGenerator(2026);
  for (let count = 0; count < COUNT; count += 1) yield generator.next();
}

describeByReference('generated invoices', () => {
  for (const [format, syntax] of [
    ['xrechnung-ubl', 'ubl'],
    ['xrechnung-cii', 'cii'],
  ] as const)
    itAgrees(`are valid under the official schema and rules as ${format}`, { compared: COUNT }, async () => {
      const [rules, schemas] = [await officialRules(syntax), officialSchemas()];
      return {
        corpus: canonicalInvoices(documents()),
        engines: { 'the builder': accepts, 'early rules': earlyFindings('DE-XRECHNUNG', format) },
        judge: async (invoice) => {
          const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', format);
          if (!built.ok) return built.findings.map(({ code }) => code);
          const { bytes, syntax: kind } = built.document;
          if (kind === 'fa3' || kind === 'fa-rr') return ['FA(3)'];
          return [...schemaFindings(schemas[kind].check(bytes)), ...(await rules.broken(bytes))];
        },
      };
    });
});
