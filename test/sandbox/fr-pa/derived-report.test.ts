import assert from 'node:assert/strict';
import { readTree, textAt } from '../../../src/adapters/xml/xml-tree.ts';
import { derivedReport, withSale } from '../../../src/sandbox/fr-pa/derived-report.ts';

describe('a report that the simulated platform derives', () => {
  it('has the name of the seller as it is, with signs of markup too', () => {
    const about = {
      ...{
        number: 'F-1',
        issueDate: '20260915',
        typeCode: '380',
        currency: 'EUR',
        net: '100.00',
        vat: '20.00',
      },
      seller: { siren: '123456789', name: 'Ours <3 & "Co"' },
    };
    const period = withSale(undefined, { info: { processingRule: 'B2BInt' }, about } as never);
    const report = readTree(derivedReport(period!, 'Platform & Co'));
    assert.ok(report);
    assert.equal(textAt(report, 'ReportDocument/Issuer/Name'), 'Ours <3 & "Co"');
    assert.equal(textAt(report, 'ReportDocument/Sender/Name'), 'Platform & Co');
    assert.equal(textAt(report, 'TransactionsReport/Invoice/MonetaryTotal/TaxAmount'), '20.00');
  });
});
