import assert from 'node:assert/strict';
import type { CanonicalInvoice } from '../../../src/domain/invoice/canonical.ts';
import {
  addressTo,
  type PeppolReceiver,
  peppolReceiver,
} from '../../../src/domain/routing/peppol-receiver.ts';
import { parsed } from '../parsed.ts';
import { germanInvoice as sample } from '../sample.ts';

type Buyer = Partial<CanonicalInvoice['buyer']>;
type Header = Partial<CanonicalInvoice['invoice']>;

function receiver(
  country: string,
  { vatId, companyId, companyIdScheme, endpoint }: Buyer,
  header: Header = {},
): PeppolReceiver {
  const invoice = parsed(sample());
  return peppolReceiver({
    ...invoice,
    invoice: { ...invoice.invoice, ...header },
    buyer: {
      name: 'Buyer',
      address: { country },
      ...(vatId !== undefined && { vatId }),
      ...(companyId !== undefined && { companyId }),
      ...(companyIdScheme !== undefined && { companyIdScheme }),
      ...(endpoint !== undefined && { endpoint }),
    },
  });
}

const ROWS: [it: string, country: string, buyer: Buyer, header: Header, candidates: string[]][] = [
  [
    'only the electronic address',
    'BE',
    { endpoint: { scheme: '9930', id: 'DE123' }, vatId: 'BE0123456749', companyId: '0123456749' },
    {},
    ['9930:DE123'],
  ],
  [
    'the VAT number if the address is an e-mail address',
    'BE',
    { endpoint: { scheme: 'EM', id: 'a@b' }, vatId: 'BE0123456749' },
    {},
    ['0208:0123456749', '9925:BE0123456749'],
  ],
  [
    'an address of 130 characters',
    'FR',
    { endpoint: { scheme: '0225', id: `303265045_${'A'.repeat(120)}` } },
    {},
    [`0225:303265045_${'A'.repeat(120)}`],
  ],
  ['no longer address', 'FR', { endpoint: { scheme: '0225', id: 'A'.repeat(131) } }, {}, []],
  [
    'the company number before the VAT number',
    'BE',
    { vatId: 'BE0123456749', companyId: '0123456749' },
    {},
    ['0208:0123456749', '9925:BE0123456749'],
  ],
  ['no company number of another form', 'BE', { companyId: '123' }, {}, []],
  [
    'no company number of another register',
    'BE',
    { companyId: '0123456749', companyIdScheme: '0088' },
    {},
    [],
  ],
  ['no VAT number of another country', 'BE', { vatId: 'DE123456789' }, {}, []],
  ['a Greek VAT number by its own prefix', 'GR', { vatId: 'EL123456789' }, {}, ['9933:EL123456789']],
  [
    'the Leitweg-ID of a German buyer first',
    'DE',
    { vatId: 'DE123456789' },
    { buyerReference: '04011000-1234512345-06' },
    ['0204:04011000-1234512345-06', '9930:DE123456789'],
  ],
  ['no Leitweg-ID with wrong check digits', 'DE', {}, { buyerReference: '04011000-1234512345-07' }, []],
  ['no Leitweg-ID outside Germany', 'AT', {}, { buyerReference: '04011000-1234512345-06' }, []],
  [
    'no register number made from a mistyped VAT number',
    'BE',
    { vatId: 'BE0123456748' },
    {},
    ['9925:BE0123456748'],
  ],
  [
    'an old Belgian VAT number with its 0',
    'BE',
    { vatId: 'BE428759497' },
    {},
    ['0208:0428759497', '9925:BE428759497'],
  ],
  [
    'no number of a VAT group beside the register number of its member',
    'BE',
    { vatId: 'BE0428759497', companyId: '0123456749' },
    {},
    ['0208:0123456749', '9925:BE0428759497'],
  ],
  [
    'the Norwegian number without its country and MVA',
    'NO',
    { vatId: 'NO995525828MVA' },
    {},
    ['0192:995525828'],
  ],
  [
    'the first ten digits of a Swedish VAT number',
    'SE',
    { vatId: 'SE123456789701' },
    {},
    ['0007:1234567897'],
  ],
  [
    'the Danish number, then the same as SE number',
    'DK',
    { vatId: 'DK13585628' },
    {},
    ['0184:13585628', '0198:DK13585628'],
  ],
  ['the bare Finnish number', 'FI', { vatId: 'FI20774740' }, {}, ['0216:003720774740']],
  [
    'the Italian VAT number, then the codice fiscale of a company',
    'IT',
    { vatId: 'IT00743110157' },
    {},
    ['0211:IT00743110157', '0210:00743110157'],
  ],
  [
    'the SIREN of a French VAT number as address of the reform',
    'FR',
    { vatId: 'FR40303265045' },
    {},
    ['0225:303265045', '9957:FR40303265045'],
  ],
  [
    'the SIREN as address of the reform before other schemes',
    'FR',
    { companyId: '303265045' },
    {},
    ['0225:303265045', '0002:303265045'],
  ],
  [
    'the Slovak tax number of a VAT number',
    'SK',
    { vatId: 'SK2020317068' },
    {},
    ['0245:2020317068', '9950:SK2020317068'],
  ],
  ['the Spanish VAT number', 'ES', { vatId: 'ESA13585625' }, {}, ['9920:ESA13585625']],
  [
    'the Swiss number without the name of its tax',
    'CH',
    { vatId: 'CHE-107.787.577 IVA' },
    {},
    ['0183:CHE107787577', '9927:CHE107787577IVA'],
  ],
  [
    'a Latvian company by its register number',
    'LV',
    { vatId: 'LV40003521600' },
    {},
    ['0218:40003521600', '9939:LV40003521600'],
  ],
  [
    'the Dutch VAT number if no register number is stated',
    'NL',
    { vatId: 'NL4495445B01' },
    {},
    ['9944:NL4495445B01'],
  ],
  ['no participant if no identifier is stated', 'XX', { vatId: 'XX1', companyId: '1' }, {}, []],
];

describe('the receiver that is looked up in Peppol', () => {
  for (const [it_, country, buyer, header, candidates] of ROWS)
    it(it_, () => assert.deepEqual(receiver(country, buyer, header).candidates, candidates));

  it('is the seller of a self-billed invoice', () => {
    const invoice = parsed(sample());
    const { candidates, documentType } = peppolReceiver({
      ...invoice,
      invoice: { ...invoice.invoice, typeCode: '389' },
      seller: { ...invoice.seller, endpoint: { scheme: '0088', id: '4012345000009' } },
    });
    assert.deepEqual(candidates, ['0088:4012345000009']);
    assert.match(documentType, /selfbilling:3\.0::2\.1$/);
  });

  it('is the seller of the credit note of a self-billed invoice', () => {
    const invoice = parsed(sample());
    const { candidates, documentType } = peppolReceiver({
      ...invoice,
      invoice: { ...invoice.invoice, typeCode: '381' },
      precedingInvoices: [{ number: 'SB-1', typeCode: '389' }],
      seller: { ...invoice.seller, endpoint: { scheme: '0088', id: '4012345000009' } },
    });
    assert.deepEqual(candidates, ['0088:4012345000009']);
    assert.match(documentType, /CreditNote##.*selfbilling:3\.0::2\.1$/);
  });

  it('is looked up for the type of the built document', () => {
    const { documentType, process } = receiver('BE', {}, { typeCode: '381' });
    assert.equal(
      documentType,
      'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2::CreditNote##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
    );
    assert.equal(process, 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0');
    const xrechnung = peppolReceiver({ ...parsed(sample()), profile: 'xrechnung' });
    assert.match(xrechnung.documentType, /Invoice-2::Invoice##.*xrechnung_3\.0::2\.1$/);
  });

  it('becomes the address of an invoice only if that states none', () => {
    const invoice = parsed(sample());
    const { endpoint: _, ...silent } = invoice.buyer;
    const found = { scheme: '9930', id: 'DE123456789' };
    const ofBuyer = addressTo({ ...invoice, buyer: silent }, '9930:DE123456789');
    assert.deepEqual(ofBuyer.buyer, { ...silent, endpoint: found });
    const stated = { ...invoice, buyer: { ...silent, endpoint: { scheme: 'EM', id: 'a@b' } as const } };
    assert.deepEqual(addressTo(stated, '9930:DE123456789'), stated);
    const { endpoint: __, ...seller } = invoice.seller;
    const selfBilled = { ...invoice, seller, invoice: { ...invoice.invoice, typeCode: '389' as const } };
    assert.deepEqual(addressTo(selfBilled, '9930:DE123456789').seller.endpoint, found);
  });
});
