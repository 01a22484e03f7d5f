import assert from 'node:assert/strict';
import sinon from 'sinon';
import { type AddressedRecord, addressedTo } from '../../../src/application/content/addressed-to.ts';
import { CallFailed } from '../../../src/domain/failures.ts';
import { newSubmission } from '../../../src/domain/sending/submission.ts';
import type { Addressing } from '../../../src/domain/vocabulary/addressing.ts';
import { ContentUnreadable } from '../../../src/ports/content-store.ts';
import { AN_ADDRESSING } from '../../support/records.ts';

const DAMAGED = 'damaged';

const opening = {
  content: {
    openText: async (client: string, sealed: string) => {
      if (sealed === DAMAGED) throw new ContentUnreadable(client, undefined);
      return sealed;
    },
  },
};

const between = (typeCode: string, seller: readonly string[], buyer: readonly string[]): Addressing => {
  const [of, to] = [seller, buyer].map(([scheme = '', id = '']) => ({ scheme, id }));
  return {
    ...AN_ADDRESSING,
    typeCode,
    seller: { ...AN_ADDRESSING.seller, endpoint: of! },
    buyer: { ...AN_ADDRESSING.buyer, endpoint: to! },
  };
};

const PEPPOL = [
  ['9930', 'DE136695976'],
  ['0208', '0123456749'],
] as const;
const FRENCH = [
  ['0225', '732829320'],
  ['0225', '356000000_FACTURES'],
] as const;

/** What the document says, what the record adds, and the address that the send takes. */
const CASES: Readonly<
  Record<string, readonly [route: AddressedRecord['route'], Addressing, Partial<AddressedRecord>, string]>
> = {
  'an invoice in Peppol: the buyer': ['PEPPOL', between('380', ...PEPPOL), {}, '0208:0123456749'],
  'a self-billed invoice in Peppol: the seller': [
    'PEPPOL',
    between('389', ...PEPPOL),
    {},
    '9930:de136695976',
  ],
  'a self-billed credit note in Peppol: the seller': [
    'PEPPOL',
    between('261', ...PEPPOL),
    {},
    '9930:de136695976',
  ],
  'a document whose receiver was looked up: that one': [
    'PEPPOL',
    between('380', ['', ''], ['EM', 'a@example.com']),
    { sealedReceiver: '9914:ATU12345675' },
    '9914:atu12345675',
  ],
  'a document without an address in Peppol': [
    'PEPPOL',
    between('380', ['', ''], ['EM', 'a@example.com']),
    {},
    'none',
  ],
  'an invoice at a French platform: the buyer': [
    'FR-PA',
    between('380', ...FRENCH),
    {},
    '0225:356000000_FACTURES',
  ],
  'a self-billed invoice at a French platform: the seller': [
    'FR-PA',
    between('389', ...FRENCH),
    {},
    '0225:732829320',
  ],
  'a sale that a French platform reports: no one': [
    'FR-PA',
    between('380', ...FRENCH),
    { processingRule: 'B2C' },
    'none',
  ],
  'a document that is mailed: the mailbox': [
    'DE-XRECHNUNG',
    between('380', ...PEPPOL),
    { sealedAddressee: '{"to":"ap@example.com","language":"de"}' },
    'EM:ap@example.com',
  ],
  'a document that is picked up: no one': ['DE-XRECHNUNG', between('380', ...PEPPOL), {}, 'none'],
  'an invoice in KSeF: no address': ['PL-KSEF', between('380', ...PEPPOL), {}, 'none'],
  'an invoice in RO e-Factura: no address': ['RO-EFACTURA', between('380', ...PEPPOL), {}, 'none'],
  'a document that was not sent': ['PEPPOL', between('380', ...PEPPOL), { submission: undefined }, 'none'],
  'a document of which nothing was read': [
    'PEPPOL',
    between('380', ...PEPPOL),
    { sealedReading: undefined },
    'none',
  ],
  'a document that was built again since': [
    'PEPPOL',
    between('380', ...PEPPOL),
    { documentSha256: 'b' },
    'none',
  ],
  'a document whose reading is damaged': [
    'PEPPOL',
    between('380', ...PEPPOL),
    { sealedReading: DAMAGED },
    'none',
  ],
  'a mailed document whose mailbox is damaged': [
    'DE-XRECHNUNG',
    between('380', ...PEPPOL),
    { sealedAddressee: DAMAGED },
    'none',
  ],
};

const recordOf = (route: AddressedRecord['route'], addressing: Addressing, own: Partial<AddressedRecord>) =>
  ({
    client: 'acme',
    route,
    submission: newSubmission('s-1', new Date()),
    documentSha256: 'a',
    sealedReading: JSON.stringify({ sha256: 'a', facts: {}, addressing }),
    ...own,
  }) as AddressedRecord;

describe('the address that a document went to', () => {
  for (const [what, [route, addressing, own, expected]] of Object.entries(CASES))
    it(`of ${what}`, async () => {
      const address = await addressedTo(recordOf(route, addressing, own), opening);
      assert.equal(address ? `${address.scheme}:${address.id}` : 'none', expected);
    });

  const withoutMasterKey = {
    content: { openText: sinon.fake.rejects(new CallFailed({ kind: 'no-master-key' })) },
  };

  it('is not looked for on a route that addresses no one', async () => {
    const record = recordOf('PL-KSEF', between('380', ...PEPPOL), {});
    assert.equal(await addressedTo(record, withoutMasterKey), undefined);
  });

  it('does not hide that the master key is missing', async () => {
    const record = recordOf('PEPPOL', between('380', ...PEPPOL), {});
    await assert.rejects(addressedTo(record, withoutMasterKey), CallFailed);
  });
});
