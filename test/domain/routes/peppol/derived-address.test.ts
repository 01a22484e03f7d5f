import assert from 'node:assert/strict';
import { checkRoute } from '../../../../src/domain/routes/check-route.ts';
import { DOCUMENTS } from '../../../support/documents.ts';
import { textOf } from '../../../support/text-of.ts';
import { parsed } from '../../parsed.ts';
import { all, germanInvoice, set, untouched, without, type Edit } from '../../sample.ts';

/** `routes/be-and-identifiers` 1, 3: the first scheme that follows from the VAT number. */
const FROM_VAT: readonly (readonly [vatId: string, address: string])[] = [
  ['BE0428759497', '0208:0428759497'],
  ['NO995525828MVA', '0192:995525828'],
  ['SE123456789701', '0007:1234567897'],
  ['DK13585628', '0184:13585628'],
  ['FI20774740', '0216:003720774740'],
  ['IT00743110157', '0211:IT00743110157'],
  ['NL820646660B01', '9944:NL820646660B01'],
  ['LU15027442', '9938:LU15027442'],
  ['EE100931558', '9931:EE100931558'],
  ['AT U12345675', '9914:ATU12345675'],
  ['DE190384672', '9930:DE190384672'],
  ['EL094259216', '9933:EL094259216'],
];

const countryOf = (vatId: string): string => vatId.slice(0, 2).replace('EL', 'GR');

/** A party with its VAT number and no electronic address; the other one has one. */
const withVatOnly = (role: 'seller' | 'buyer', vatId: string): Edit =>
  all(
    without('invoice.buyer_reference'),
    set(role === 'buyer' ? 'seller.endpoint' : 'buyer.endpoint', { scheme: '9930', id: 'DE281457638' }),
    set(`${role}.vat_id`, vatId.replace(' ', '')),
    set(`${role}.address.country`, countryOf(vatId)),
    without(`${role}.endpoint`),
    without(`${role}.company_id`),
  );

const SELF_BILLED = set('invoice.type_code', 389);
const SELF_BILLED_CREDIT = all(
  set('invoice.type_code', 381),
  set('preceding_invoices', [{ number: 'SB-1', type_code: 389 }]),
);

const brokenIn = (edit: Edit): string[] =>
  checkRoute(parsed(edit(germanInvoice())), 'PEPPOL', 'ubl').flatMap(({ field }) =>
    field?.endsWith('.endpoint') ? [field] : [],
  );

async function addressesIn(edit: Edit): Promise<string[]> {
  const made = await DOCUMENTS.build(parsed(edit(germanInvoice())), 'PEPPOL', 'ubl');
  assert.ok(made.ok, JSON.stringify(made));
  const written = textOf(made.document).matchAll(/<cbc:EndpointID schemeID="(\d{4})">([^<]+)</g);
  return [...written].map(([, scheme, id]) => `${scheme}:${id}`);
}

describe('a receiver in Peppol without an electronic address', () => {
  for (const [vatId, address] of FROM_VAT)
    it(`is addressed as ${address} by the VAT number ${vatId} before any rule asks for BT-49`, async () => {
      const edit = withVatOnly('buyer', vatId);
      assert.deepEqual(brokenIn(edit), []);
      assert.deepEqual(await addressesIn(edit), ['9930:DE281457638', address]);
    });

  for (const [what, kind] of [
    ['a self-billed invoice', SELF_BILLED],
    ['its credit note', SELF_BILLED_CREDIT],
  ] as const)
    it(`is the seller of ${what}`, async () => {
      const edit = all(withVatOnly('seller', 'BE0428759497'), kind);
      assert.deepEqual(brokenIn(edit), []);
      assert.deepEqual(await addressesIn(edit), ['0208:0428759497', '9930:DE281457638']);
    });

  it('is addressed by its company number before its VAT number', async () => {
    const edit = all(withVatOnly('buyer', 'NL820646660B01'), set('buyer.company_id', '12345678'));
    assert.deepEqual(await addressesIn(edit), ['9930:DE281457638', '0106:12345678']);
  });

  it('keeps a stated address', async () => {
    const stated = set('buyer.endpoint', { scheme: '0088', id: '4000001123452' });
    const edit = all(withVatOnly('buyer', 'BE0428759497'), stated);
    assert.deepEqual(await addressesIn(edit), ['9930:DE281457638', '0088:4000001123452']);
  });

  for (const [what, edit] of [
    ['no number names it', without('buyer.vat_id')],
    ['its VAT number is of another country', set('buyer.vat_id', 'FR40303265045')],
  ] as const)
    it(`is asked for its address if ${what}`, () =>
      assert.deepEqual(brokenIn(all(withVatOnly('buyer', 'BE0428759497'), edit)), ['buyer.endpoint']));

  it('is not guessed for the sender, who may have several addresses', () =>
    assert.deepEqual(brokenIn(all(untouched, without('seller.endpoint'))), ['seller.endpoint']));
});
