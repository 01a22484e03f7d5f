import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { type OfficialRules, officialRules } from '../../support/official-rules.ts';
import { type OfficialSchemas, officialSchemas } from '../../support/official-schemas.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { InvoiceGenerator } from '../../domain/generated.ts';
import { parsed } from '../../domain/parsed.ts';

const COUNT = 80;

describeByReference('generated invoices', () => {
  for (const [format, syntax] of [
    ['xrechnung-ubl', 'ubl'],
    ['xrechnung-cii', 'cii'],
  ] as const)
    describe(`as ${format}`, () => {
      let rules: OfficialRules;
      let schemas: OfficialSchemas;
      before(async function () {
        this.timeout(120_000);
        rules = await officialRules(syntax);
        schemas = officialSchemas();
      });
      after(() => Object.values(schemas).forEach((schema) => schema.dispose()));

      it(`are valid under the official schema and rules: ${COUNT} with unusual numbers in every field`, async function () {
        this.timeout(120_000);
        const generator = new InvoiceGenerator(2026);
        for (let count = 0; count < COUNT; count += 1) {
          const document = generator.next();
          const invoice = parsed(document);
          assert.deepEqual(checkRoute(invoice, 'DE-XRECHNUNG', format), []);
          const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', format);
          assert.ok(built.ok);
          const { bytes, syntax: kind } = built.document;
          assert.ok(kind !== 'fa3');
          const schema = schemas[kind].check(bytes);
          assert.deepEqual(schema, { kind: 'verdict', findings: [] }, JSON.stringify(document));
          assert.deepEqual(await rules.broken(bytes), [], JSON.stringify(document));
        }
      });
    });
});
