import type { CanonicalInvoice } from '../../../invoice/canonical.ts';
import { judgeOr } from '../../../invoice/unjudged.ts';
import { subjectOf, textWithoutSubject } from '../../../invoice/note-subject.ts';
import { isFrench } from '../../../vocabulary/territory.ts';

/**
 * Where a sale of a French company goes: as an electronic invoice to the buyer's platform, or into a report (10.1 for a business, 10.3 for
 * a consumer).
 */
type Treatment = 'e-invoice' | '10.1' | '10.3';

/** Texts of the note BAR of a document that is not reported: the caller decides. */
const NOT_REPORTED: ReadonlySet<string> = new Set(['B2B', 'OUTOFSCOPE', 'ARCHIVEONLY']);

interface TreatmentRule {
  readonly name: string;
  readonly when: (invoice: CanonicalInvoice) => boolean;
  readonly then: Treatment;
}

const bar = ({ invoice }: CanonicalInvoice): string => {
  const note = invoice.notes.find((one) => subjectOf(one) === 'BAR');
  return note ? textWithoutSubject(note) : '';
};

/** The first match wins (`routes/fr-reports`, section 1). Why the service decides: ADR 42. */
const TREATMENTS = [
  {
    name: 'the seller is not French',
    when: ({ seller }) => !isFrench(seller.address.country),
    then: 'e-invoice',
  },
  { name: 'the caller says so', when: (invoice) => NOT_REPORTED.has(bar(invoice)), then: 'e-invoice' },
  // A sale of a till that is invoiced afterwards (BT-23 B7, S7).
  {
    name: 'reported already',
    when: ({ invoice }) => invoice.businessProcess?.endsWith('7') === true,
    then: 'e-invoice',
  },
  { name: 'the buyer issues it', when: ({ invoice }) => invoice.typeCode === '389', then: 'e-invoice' },
  { name: 'a consumer', when: ({ buyer }) => buyer.isConsumer === true, then: '10.3' },
  { name: 'a business abroad', when: ({ buyer }) => !isFrench(buyer.address.country), then: '10.1' },
  { name: 'a business in France', when: () => true, then: 'e-invoice' },
] as const satisfies readonly TreatmentRule[];

/** A member that was refused leaves the sale an invoice: it is refused anyway. */
export const treatmentOf = (invoice: CanonicalInvoice): Treatment =>
  judgeOr(() => TREATMENTS.find(({ when }) => when(invoice))!.then, 'e-invoice');
