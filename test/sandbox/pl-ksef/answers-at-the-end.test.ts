import assert from 'node:assert/strict';
import sinon from 'sinon';
import { invoiceToWire, type SentInvoice } from '../../../src/sandbox/pl-ksef/invoices.ts';

const ENDS_AT = 1000;
const INVOICE: SentInvoice = {
  session: 'S',
  reference: 'R',
  ordinal: 1,
  hash: 'aGFzaA==',
  receivedAt: 990,
  processedFrom: 995,
  endsAt: ENDS_AT,
  storedAt: ENDS_AT,
  verdict: { code: 200 },
  number: 'RE-1',
  ksefNumber: '5260250274-20261122-1D096CED24B5-0F',
};

describe('an invoice at the sandbox of KSeF that ends during a status query', () => {
  const fakes = sinon.createSandbox();
  afterEach(() => fakes.restore());

  for (const begun of [ENDS_AT - 4, ENDS_AT - 3, ENDS_AT - 2, ENDS_AT - 1, ENDS_AT])
    it(`has all members of its end or none: query from ${begun - ENDS_AT} ms`, () => {
      let now = begun;
      fakes.stub(Date, 'now').callsFake(() => now++);
      const wire = invoiceToWire(INVOICE, () => ({ url: 'http://link', expiresAt: ENDS_AT }));
      const isOver = (wire['status'] as { code: number }).code === 200;
      for (const member of ['invoiceNumber', 'ksefNumber', 'acquisitionDate', 'upoDownloadUrl'])
        assert.equal(member in wire, isOver, member);
    });
});
