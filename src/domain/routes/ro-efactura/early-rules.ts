import { isCnp } from 'en16931-rules/vocabulary/identifiers.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice } from '../../invoice/canonical.ts';
import { isSelfBilledCredit, SELF_BILLED } from '../../invoice/self-billed.ts';
import { cifOf } from './cif.ts';
import { CONSUMER } from './completion.ts';
import type { EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { isLongerThan } from '../../vocabulary/text.ts';
import { OLDER_CODES } from './older-codes.ts';
import { isNoCreditNote, paymentDue } from '../../checks/early-rules/payment-due.ts';

/** The issuer of the invoice, and the member with the VAT number. */
const issuerOf = (invoice: CanonicalInvoice) => {
  const { seller, buyer } = invoice;
  return invoice.invoice.typeCode === SELF_BILLED || isSelfBilledCredit(invoice)
    ? {
        field: 'buyer.vat_id',
        term: 'BT-48',
        vatId: buyer.vatId,
        // A buyer's tax number is written as that of a company.
        ids: [buyer.reference, buyer.companyId, buyer.taxNumber],
      }
    : {
        field: 'seller.vat_id',
        term: 'BT-31',
        vatId: seller.vatId,
        taxNumber: seller.taxNumber,
        ids: [...seller.ids.map(({ id }) => id), seller.companyId],
      };
};

/** ANAF accepts an upload in the name of a Romanian tax number only. */
const ISSUER_CIF: EarlyRule = {
  id: 'EI-RO-CIF',
  source: 'ANAF',
  term: 'BT-31',
  title: say('routes-ro-efactura.issuer-of-invoice-has-no-romanian-tax-number'),
  fix: say('routes-ro-efactura.EI-RO-CIF.hint'),
  broken: (invoice) => {
    const { field, term, ...numbers } = issuerOf(invoice);
    if (cifOf(numbers) !== undefined) return [];
    return [{ field, term, fault: numbers.vatId === undefined ? 'missing' : 'wrong' }];
  },
};

/** What a company that is not registered for VAT sells is exempt (E) or not subject to VAT (O). */
const isUntaxed = ({ lines, allowances, charges }: CanonicalInvoice): boolean =>
  [...lines, ...allowances, ...charges].every(
    ({ vatCategory }) => vatCategory === 'E' || vatCategory === 'O',
  );

/**
 * A bare CUI in place of a VAT number, often of a company that has none: RO before it would say that it is registered. It breaks several
 * rules at once.
 */
const BARE_CUI: EarlyRule = {
  id: 'EI-RO-CIF',
  source: 'ANAF',
  term: 'BT-31',
  title: say('routes-ro-efactura.number-in-vat-id-is-no-vat-number'),
  fix: say('routes-ro-efactura.move-number-to-tax-number-and-leave-vat'),
  broken: (invoice) =>
    [
      { field: 'seller.vat_id', term: 'BT-31', party: invoice.seller, isRegistered: !isUntaxed(invoice) },
      { field: 'buyer.vat_id', term: 'BT-48', party: invoice.buyer, isRegistered: false },
    ].flatMap(({ field, term, party, isRegistered }) =>
      party.address.country === 'RO' && BARE.test(party.vatId ?? '')
        ? [
            {
              ...({ field, term, fault: 'wrong', explains: 'every-fault' } as const),
              ...(isRegistered && { fix: say('routes-ro-efactura.write-ro-before-number') }),
            },
          ]
        : [],
    ),
};
const BARE = /^\d{2,10}$/;

const IS_CONSUMER = 'buyer.is_consumer';

/** The number (BT-47) tells a consumer from a business, so the invoice must not contradict it. */
const CONSUMER_NUMBER: EarlyRule = {
  id: 'EI-RO-CONSUMER',
  source: 'ANAF',
  term: 'BT-47',
  title: say('routes-ro-efactura.EI-RO-CONSUMER.title'),
  fix: say('routes-ro-efactura.leave-buyer-is-consumer-out-or-leave-vat'),
  broken: ({ buyer: { isConsumer, vatId, taxNumber, companyId } }) =>
    isConsumer === true &&
    (vatId !== undefined ||
      (taxNumber !== undefined && !isCnp(taxNumber)) ||
      (companyId !== undefined && companyId !== CONSUMER))
      ? [{ field: IS_CONSUMER, term: 'BT-47', fault: 'wrong' }]
      : [],
};

const CREDIT_NOTE = '381';
const MAX_REFERENCE_LENGTH = 200;

/** UBL has no project in a credit note: it is written as a document reference, whose length CIUS-RO limits. */
const PROJECT_OF_CREDIT_NOTE: EarlyRule = {
  id: 'BR-RO-L0308',
  source: 'CIUS-RO',
  term: 'BT-11',
  title: say('routes-ro-efactura.project-of-credit-note-is-longer-than-characters', {
    n: MAX_REFERENCE_LENGTH,
  }),
  fix: say('routes-ro-efactura.shorten-it'),
  broken: ({ invoice, projectReference = '' }) =>
    invoice.typeCode === CREDIT_NOTE && isLongerThan(projectReference, MAX_REFERENCE_LENGTH)
      ? [{ field: 'project_reference', term: 'BT-11', fault: 'wrong' }]
      : [],
};

/** Romanian rules that are code: CIUS-RO does not have them as data, or not for every member. */
export const ROMANIAN_RULES: readonly EarlyRule[] = [
  paymentDue('CIUS-RO', undefined, isNoCreditNote),
  ISSUER_CIF,
  BARE_CUI,
  CONSUMER_NUMBER,
  PROJECT_OF_CREDIT_NOTE,
  ...OLDER_CODES,
];
