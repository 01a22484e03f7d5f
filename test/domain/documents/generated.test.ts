import assert from 'node:assert/strict';
import { checkRoute } from '../../../src/domain/checks/early-rules/route-rules.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { officialRules } from '../../support/official-rules.ts';
import { describeByReference } from '../../support/reference-data.ts';
import { ublSchemas } from '../../support/ubl-schemas.ts';
import { InvoiceGenerator } from '../generated.ts';
import { parsed } from '../parsed.ts';
import { textOf } from '../../support/text-of.ts';

const COUNT = 80;

describeByReference('generated invoices', () => {
  it(`are valid under the official schema and rules: ${COUNT} with odd numbers in every place`, async function () {
    this.timeout(120_000);
    const rules = await officialRules();
    const schemas = ublSchemas();
    const generator = new InvoiceGenerator(2026);
    for (let count = 0; count < COUNT; count += 1) {
      const document = generator.next();
      const invoice = parsed(document);
      assert.deepEqual(checkRoute(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl'), []);
      const built = await DOCUMENTS.build(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
      assert.ok(built.ok);
      const { syntax, bytes } = built.document;
      assert.ok(syntax === 'ubl-invoice' || syntax === 'ubl-creditnote');
      const schema = schemas[syntax].check(bytes);
      assert.deepEqual(schema, { kind: 'verdict', findings: [] }, JSON.stringify(document));
      assert.deepEqual(await rules.broken(textOf(built.document)), [], JSON.stringify(document));
    }
    for (const schema of Object.values(schemas)) schema.dispose();
  });
});
