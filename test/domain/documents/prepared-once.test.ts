import assert from 'node:assert/strict';
import { type SinonSpy, spy } from 'sinon';
import { DocumentBuilder } from '../../../src/domain/documents/document-builder.ts';
import { profileOf } from '../../../src/domain/routes/all.ts';
import { SYNTAXES } from '../../support/documents.ts';
import { parsed } from '../parsed.ts';
import { germanInvoice, set } from '../sample.ts';

describe('an invoice under examination', () => {
  let formOf: SinonSpy;
  // Not before the tests of other files in this process, which may restore what they replaced.
  before(() => {
    formOf = spy(SYNTAXES, 'formOf');
  });
  after(() => formOf.restore());

  it('is prepared once for its limits, its document and the paths in it', async () => {
    const documents = new DocumentBuilder(SYNTAXES, profileOf);
    const invoice = parsed(germanInvoice());
    formOf.resetHistory();
    documents.limits(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
    const built = await documents.build(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
    documents.places(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl', []);
    assert.ok(built.ok);
    assert.equal(formOf.callCount, 1);
  });

  it('is prepared again for another route, format or content', async () => {
    const documents = new DocumentBuilder(SYNTAXES, profileOf);
    const [invoice, other] = [parsed(germanInvoice()), parsed(set('invoice.number', 'R-2')(germanInvoice()))];
    const xml = async (...[of, route, format]: Parameters<DocumentBuilder['build']>): Promise<string> => {
      const built = await documents.build(of, route, format);
      assert.ok(built.ok);
      return Buffer.from(built.document.bytes).toString();
    };
    const first = await xml(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl');
    assert.match(await xml(other, 'DE-XRECHNUNG', 'xrechnung-ubl'), />R-2</);
    assert.match(await xml(invoice, 'DE-XRECHNUNG', 'xrechnung-cii'), /CrossIndustryInvoice/);
    assert.equal(await xml(invoice, 'DE-XRECHNUNG', 'xrechnung-ubl'), first);
  });
});
