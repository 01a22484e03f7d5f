import assert from 'node:assert/strict';
import { joinApart } from '../../../src/domain/documents/join-apart.ts';
import { completeInvoice } from '../../../src/domain/invoice/complete-invoice.ts';
import { parsed } from '../parsed.ts';
import { all, germanInvoice, set, type Edit } from '../sample.ts';

const joined = (...edits: Edit[]) =>
  joinApart(completeInvoice(parsed(all(...edits)(germanInvoice())), { specification: 'x' }));

describe('a document of EN 16931', () => {
  it('has register, directors and legal notes of the seller in one text', () =>
    assert.equal(
      joined(
        set('seller.register', 'HRB 1'),
        set('seller.managing_directors', 'U. Brandt'),
        set('seller.legal_info', 'Sitz Kassel'),
      ).seller.legalInfo,
      'HRB 1; U. Brandt; Sitz Kassel',
    ));
  it("uses the buyer's tax number for the missing company id", () =>
    assert.deepEqual(joined(set('buyer.tax_number', '26/123')).buyer.companyId, { id: '26/123' }));
  it('keeps the company id if there is one', () =>
    assert.deepEqual(
      joined(set('buyer.tax_number', '26/123'), set('buyer.company_id', 'HRB 9')).buyer.companyId,
      {
        id: 'HRB 9',
      },
    ));
  it('has no other member that is not a term', () => assert.ok(!('extensions' in joined())));
});
