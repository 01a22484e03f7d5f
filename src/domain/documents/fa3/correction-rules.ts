import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { breaksWhen, itemsWhere, type MemberRule } from '../../invoice/placed.ts';
import { positionNow } from './parties-before.ts';
import { nipIn } from './tax-ids.ts';

const numbersNow = ({ buyer: { vatId, taxNumber, companyId, isConsumer, address } }: CanonicalInvoice) => ({
  vatId,
  taxNumber,
  companyId,
  isConsumer,
  country: address.country,
});

/** Parties before a correction (routes/pl-ksef.md, 11.4). */
export const CORRECTION_RULES: readonly MemberRule[] = [
  {
    message: say('fa3.wrong-number-of-seller-cannot-be-corrected'),
    fix: say('fa3.correct-invoice-to-zero-and-issue-it-again'),
    broken: breaksWhen(
      'correction.seller_before.vat_id',
      ({ correction, seller }) =>
        correction?.sellerBefore?.vatId !== undefined &&
        nipIn(correction.sellerBefore.vatId) !== nipIn(seller.vatId ?? seller.taxNumber),
    ),
  },
  {
    message: say('fa3.wrong-number-of-buyer-cannot-be-corrected-this'),
    fix: say('fa3.correct-invoice-to-zero-and-issue-it-again-2'),
    broken: (invoice) =>
      itemsWhere(
        'correction.buyers_before',
        'vat_id',
        invoice.correction?.buyersBefore ?? [],
        (one) => positionNow(one, numbersNow(invoice), invoice.pl?.thirdParties ?? []) === -1,
      ),
  },
];
