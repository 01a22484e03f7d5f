import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CompleteInvoice } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { attachmentBlocks } from './attachment-blocks.ts';
import { coloursOf, type StatedColours } from './colours.ts';
import { aboutSeller, attachmentTable, furtherDetails, keyFacts, notes } from './details.ts';
import { asDifference } from './differences.ts';
import { verificationCard, type VerifiableFile } from './verification-codes.ts';
import { lineTable } from './line-table.ts';
import type { Page, Texts } from './page.ts';
import { asText, mapTexts, type PageText, showTerm } from './page-text.ts';
import { parties } from './parties.ts';
import { paymentCard } from './payment-card.ts';
import { notice, remarksByLine } from './remarks.ts';
import { adjustmentTable, sums } from './sums.ts';
import { join, pageLanguage, Wording } from './wording.ts';

/** Contents of a page that are no terms of EN 16931. */
export interface Besides extends StatedColours {
  /** Of the invoice: `de`. */
  readonly lang?: string | undefined;
  /** Refused or cancelled: it is not paid. */
  readonly isVoid?: boolean | undefined;
  /** The name beside the account. */
  readonly paidTo?: string | undefined;
  /** Of an invoice that goes to KSeF. */
  readonly verifiable?: VerifiableFile | undefined;
  /** Its document states a correction as the difference: what a credit note takes back is negative there. */
  readonly statesDifference?: boolean | undefined;
  /** Of an invoice for a flat-rate farmer: what is called tax is a refund. */
  readonly flatRate?: 'invoice' | 'correction' | undefined;
  /** The reasons of its refusal. */
  readonly refusal?: readonly Worded<Finding>[] | undefined;
}

/** The page of an invoice: every term of it, in the invoice's language. */
export const invoicePage = (stated: Partly<CompleteInvoice>, besides: Besides = {}): Page =>
  mapTexts(pageWithTerms(stated, besides), String) as Page;

/** The same page, each text with the terms that it shows. */
export function pageWithTerms(stated: Partly<CompleteInvoice>, besides: Besides = {}): Page<PageText> {
  const { statesDifference = false } = besides;
  const invoice = statesDifference ? asDifference(stated) : stated;
  const sellerCountry = invoice.seller?.address?.country;
  const wording = new Wording(pageLanguage(besides.lang, sellerCountry));
  const { refusal = [] } = besides;
  const isPayable = !besides.isVoid && refusal.length === 0;
  const { flatRate } = besides;
  const kind = flatRate
    ? wording.label(FLAT_RATE[flatRate])
    : wording.codeName('types', invoice.typeCode ?? '380');
  const number = invoice.number ?? '';
  const sender = invoice.seller?.name ?? '';
  const lineIds = (invoice.lines ?? []).map(({ id }) => id);
  return {
    language: wording.language,
    title: join([join([kind, number], ' '), sender], ', '),
    author: sender,
    ...(invoice.issueDate !== undefined && { issueDate: invoice.issueDate }),
    ...(sellerCountry !== undefined && { sellerCountry }),
    ...dueOf(invoice),
    colours: coloursOf(besides),
    head: {
      sender: asText(showTerm(sender, 'seller.name') ?? ''),
      kind: asText(showTerm(kind, 'typeCode') ?? ''),
      number: asText(showTerm(number, 'number') ?? ''),
    },
    pageOf: wording.label('pageOf'),
    blocks: [
      ...(refusal.length > 0 ? [notice(refusal, lineIds, wording)] : []),
      ...parties(invoice, wording),
      keyFacts(invoice, wording),
      ...(flatRate ? [flatRateNote(wording)] : []),
      lineTable(invoice, wording, remarksByLine(refusal, wording)),
      ...adjustmentTable(invoice, wording),
      sums(invoice, wording, { statesDifference }),
      ...paymentCard(invoice, wording, { paidTo: besides.paidTo, isPayable }),
      ...(besides.verifiable ? verificationCard(besides.verifiable, invoice, wording) : []),
      ...notes(invoice, wording),
      ...attachmentTable(invoice, wording),
      ...attachmentBlocks(invoice, wording),
      ...aboutSeller(invoice, wording),
      ...furtherDetails(invoice, wording),
    ],
  };
}

const FLAT_RATE = { invoice: 'flatRateInvoice', correction: 'flatRateCorrection' } as const;

/** What the amounts are, and what the page leaves out. */
const flatRateNote = (wording: Wording): Texts<PageText> => ({
  block: 'texts',
  tone: 'usual',
  heading: wording.label('flatRateInvoice'),
  paragraphs: [{ value: asText(wording.label('flatRateNote')) }],
});

function dueOf({ totals, currency }: Partly<CompleteInvoice>): Pick<Page, 'due'> {
  if (!totals?.due) return {};
  return { due: { amount: totals.due.toFixed(2), ...(currency !== undefined && { currency }) } };
}
