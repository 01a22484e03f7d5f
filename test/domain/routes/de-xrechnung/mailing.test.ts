import { withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { GERMAN_MAILING } from '../../../../src/domain/routes/de-xrechnung/mailing.ts';

const { addresseeOf, check } = GERMAN_MAILING;
const stated = (...buyers: readonly object[]) => ({ mail: { language: 'de', buyers } });

describe('the address of a buyer in the record of a client', () => {
  it('is found by the VAT number, however it is written', () => {
    const record = stated({ vat_id: 'DE 123.456.788', to: 'ap@buyer.example' });
    assert.deepEqual(addresseeOf(record, { vatId: 'de123456788' }), {
      to: 'ap@buyer.example',
      language: 'de',
    });
    assert.equal(addresseeOf(record, { vatId: 'DE999999999' }), undefined);
    assert.equal(addresseeOf(record, {}), undefined);
  });

  it('is found by the reference of the buyer, to the letter', () => {
    const record = stated({ buyer_reference: '04011000-12345-34', to: 'city@buyer.example', language: 'en' });
    assert.deepEqual(addresseeOf(record, { buyerReference: '04011000-12345-34' }), {
      to: 'city@buyer.example',
      language: 'en',
    });
    assert.equal(addresseeOf(record, { buyerReference: '04011000-12345-35' }), undefined);
  });

  it('needs every identifier of its row; the row that says most wins', () => {
    const record = stated(
      { vat_id: 'DE1', to: 'all@buyer.example' },
      { buyer_reference: 'IT', to: 'it@buyer.example' },
      { vat_id: 'DE1', buyer_reference: 'IT', to: 'both@buyer.example' },
    );
    const to = (vatId: string | undefined, buyerReference?: string): string | undefined =>
      addresseeOf(record, { ...(vatId && { vatId }), ...(buyerReference && { buyerReference }) })?.to;
    assert.equal(to('DE1', 'IT'), 'both@buyer.example');
    assert.equal(to('DE2', 'IT'), 'it@buyer.example');
    assert.equal(to('DE1', 'HR'), 'all@buyer.example');
    assert.equal(to('DE2', 'HR'), undefined);
  });

  it('is that of the reference before that of the VAT number, in whatever order the rows are', () => {
    const rows = [
      { vat_id: 'DE1', to: 'all@buyer.example' },
      { buyer_reference: 'IT', to: 'it@buyer.example' },
    ];
    for (const order of [rows, rows.toReversed()])
      assert.equal(
        addresseeOf(stated(...order), { vatId: 'DE1', buyerReference: 'IT' })?.to,
        'it@buyer.example',
      );
  });

  it('is refused in a row that names no buyer, or one that an earlier row names', () => {
    const sent = stated(
      { to: 'a@b.example' },
      { vat_id: 'DE1', to: 'a@b.example' },
      { vat_id: 'de 1', to: 'c@d.example' },
    );
    assert.deepEqual(
      check(sent).map(({ field }) => field),
      ['de.mail.buyers[0]', 'de.mail.buyers[2]'],
    );
    assert.deepEqual(withEnglish(check({})), []);
  });

  it('belongs to no client without rows', () => {
    assert.equal(addresseeOf({}, { vatId: 'DE1' }), undefined);
    assert.equal(addresseeOf({ mail: 'x' }, { vatId: 'DE1' }), undefined);
  });
});
