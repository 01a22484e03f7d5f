import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { cifOf } from './cif.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { PAYMENT_DUE } from './payment-due.ts';

const SELF_BILLED = '389';

/** Who issues the invoice, and the member that says the number for VAT. */
const issuerOf = ({ invoice, seller, buyer }: CanonicalInvoice) =>
  invoice.typeCode === SELF_BILLED
    ? {
        field: 'buyer.vat_id',
        term: 'BT-48',
        vatId: buyer.vatId,
        // A buyer's tax number is written as one of a company.
        ids: [buyer.reference, buyer.companyId, buyer.taxNumber],
      }
    : {
        field: 'seller.vat_id',
        term: 'BT-31',
        vatId: seller.vatId,
        taxNumber: seller.taxNumber,
        ids: [...seller.ids.map(({ id }) => id), seller.companyId],
      };

/** ANAF takes an upload in the name of a Romanian tax number only. */
const ISSUER_CIF: EarlyRule = {
  id: 'EI-RO-CIF',
  source: 'ANAF',
  term: 'BT-31',
  title: 'Whoever issues the invoice has no Romanian tax number (CIF), in whose name it goes to ANAF',
  fix: 'Enter the CIF: with RO before it in vat_id, or as it is in tax_number or company_id of who is not registered for VAT.',
  broken: (invoice) => {
    const { field, term, ...numbers } = issuerOf(invoice);
    if (cifOf(numbers) !== undefined) return [];
    return [{ field, term, fault: numbers.vatId === undefined ? 'missing' : 'wrong' }];
  },
};

/** What no rule of CIUS-RO says that is written as data. */
export const ROMANIAN_RULES: readonly EarlyRule[] = [PAYMENT_DUE, ISSUER_CIF];
