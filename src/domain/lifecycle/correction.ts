import { canSenderFix, type Finding } from 'en16931-rules/vocabulary/finding.ts';
import { profileOf } from '../routes/all.ts';
import { type InvoiceRecord, submittedDocument } from './invoice-record.ts';
import { needsCare, releasesDocument } from './states.ts';

/** Why a corrected document must not be sent from here. */
type NoCorrection =
  /** A later submission of the same `invoiceRef` is under way, or has arrived. */
  | 'sent_again'
  /** The network may have delivered the document, or may still. */
  | 'may_be_delivered'
  /** No change of the document settles it. */
  | 'not_content';

/** How the corrected document of an invoice is sent again, under the same `invoiceRef`. */
type Correction =
  | { readonly reason: NoCorrection }
  | {
      /** Whether the number of the invoice is still free. */
      readonly number: 'same' | 'new';
      /** The buyer has the page of the refused document: `OfflineIssue.replaces`. */
      readonly isTechnical: boolean;
    };

type Refused = Pick<
  InvoiceRecord,
  'state' | 'errors' | 'reachedRail' | 'route' | 'offline' | 'documents' | 'format'
>;

/**
 * Undefined while the invoice is on its way, and of one that arrived or was cancelled.
 * @param isSentAgain a later submission of the same `invoiceRef` exists that was not cancelled.
 */
export function correctionOf(invoice: Refused, isSentAgain: boolean): Correction | undefined {
  if (!needsCare(invoice.state)) return undefined;
  const reason = isSentAgain ? 'sent_again' : reasonAgainst(invoice);
  if (reason) return { reason };
  const { offline: rules } = profileOf(invoice.route);
  const isTechnical =
    invoice.offline !== undefined &&
    invoice.state === 'rejected' &&
    invoice.errors.some(({ code }) => rules?.technicalRejections.includes(code));
  return { number: takesNewNumber(invoice) ? 'new' : 'same', isTechnical };
}

function reasonAgainst(invoice: Refused): NoCorrection | undefined {
  // A dead letter is not sent again by itself. Once its call had begun, the network may have it.
  if (!releasesDocument(invoice.state)) return invoice.reachedRail ? 'may_be_delivered' : undefined;
  const { corrections } = profileOf(invoice.route);
  if (invoice.errors.some(({ code }) => corrections.mayHold.includes(code))) return 'may_be_delivered';
  return submittedDocument(invoice) && invoice.errors.some(isOfSender) ? undefined : 'not_content';
}

/** Only the network takes a number. */
function takesNewNumber({ state, route, errors }: Refused): boolean {
  if (state !== 'rejected') return false;
  const { after, codes } = profileOf(route).corrections.newNumber;
  return errors.some(({ code }) => codes.includes(code) === (after === 'these'));
}

const isOfSender = ({ whoFixes, senderCanFix }: Finding): boolean =>
  canSenderFix(whoFixes, senderCanFix) === true;
