import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { cifOf } from '../identifiers/cif.ts';
import type { EarlyRule } from './early-rule.ts';
import { PAYMENT_DUE } from './payment-due.ts';

const SELF_BILLED = '389';

/** Whoever issues the invoice, with what may hold a CIF. */
function issuerOf({ invoice, seller, buyer }: CanonicalInvoice) {
  if (invoice.typeCode !== SELF_BILLED)
    return {
      ...{ vatId: seller.vatId, taxNumber: seller.taxNumber, field: 'seller.vat_id', term: 'BT-31' },
      ids: [...seller.ids.map(({ id }) => id), seller.companyId],
    };
  const { vatId, reference, companyId, taxNumber } = buyer;
  return { vatId, taxNumber, ids: [reference, companyId], field: 'buyer.vat_id', term: 'BT-48' };
}

/** ANAF takes an upload in the name of a Romanian tax number only. */
const ISSUER_CIF: EarlyRule = {
  id: 'EI-RO-CIF',
  source: 'ANAF',
  term: 'BT-31',
  title: 'Whoever issues the invoice has no Romanian tax number (CIF), in whose name it goes to ANAF',
  fix: 'Enter the CIF: with RO before it in vat_id, or as it is in tax_number or company_id of who is not registered for VAT.',
  broken: (invoice) => {
    const { vatId, taxNumber, ids, field, term } = issuerOf(invoice);
    const said = {
      ...(vatId !== undefined && { vatId }),
      ...(taxNumber !== undefined && { taxNumber }),
      ids: ids.filter((id) => id !== undefined),
    };
    if (cifOf(said) !== undefined) return [];
    return [{ field, term, fault: vatId === undefined ? 'missing' : 'wrong' }];
  },
};

/** What no rule of CIUS-RO says that is written as data. */
export const ROMANIAN_RULES: readonly EarlyRule[] = [PAYMENT_DUE, ISSUER_CIF];
