import { creditedBy } from '../../domain/checks/pre-check/credited-by.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import { summaryOfCanonical } from '../../domain/invoice/summary.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { ParsedInvoice } from '../../domain/invoice/parse-canonical.ts';
import type { MappedExport } from '../../domain/mapping/map-export.ts';
import { type PeppolReceiver, peppolReceiver } from '../../domain/routing/peppol-receiver.ts';
import { judgeOr } from '../../domain/invoice/unjudged.ts';
import { pastLimitIn } from './subject.ts';
import { withoutRepeated } from './repeated-findings.ts';

/** What the record of an invoice needs to know. */
export interface InvoiceFacts extends RoutedInvoice {
  /** BT-1. */
  readonly number: string;
  /** BT-2. */
  readonly issueDate: string;
  /** Of a credit note: the numbers of the invoices that it takes back. */
  readonly credited?: readonly string[];
  /** Present if the buyer gets the page before the route gets the document. */
  readonly offline?: OfflineWish;
}

export interface OfflineWish {
  /** By which the certificate that signs the codes is chosen. */
  readonly sellerIds: readonly string[];
  readonly isTechnicalCorrection: boolean;
}

/** What the router needs to know. */
export interface RoutedInvoice extends Pick<CanonicalInvoice, 'profile'> {
  /** BT-40. */
  readonly sellerCountry: string;
  /** BT-55. */
  readonly buyerCountry: string;
  /** Absent if an invoice that is refused is unreadable in this part. */
  readonly peppol?: PeppolReceiver;
}

export const factsOf = (document: CanonicalInvoice): InvoiceFacts => ({
  number: document.invoice.number,
  issueDate: document.invoice.issueDate,
  ...(document.invoice.typeCode === '381' && { credited: creditedBy(document) }),
  ...(document.pl?.offline === true && { offline: offlineWish(document) }),
  ...routedInvoiceOf(document, peppolReceiver(document)),
});

const offlineWish = ({ seller: { vatId, taxNumber, companyId }, pl }: CanonicalInvoice): OfflineWish => ({
  sellerIds: [vatId, taxNumber, companyId].filter((id) => id !== undefined),
  isTechnicalCorrection: pl?.technicalCorrection === true,
});

const routedInvoiceOf = (document: CanonicalInvoice, peppol: PeppolReceiver | undefined): RoutedInvoice => ({
  sellerCountry: document.seller.address.country,
  buyerCountry: document.buyer.address.country,
  ...(document.profile && { profile: document.profile }),
  ...(peppol && { peppol }),
});

interface Reading {
  readonly read: () => ParsedInvoice;
  readonly mapped?: (() => MappedExport) | undefined;
}

export type FactsReading = {
  /** As far as the document can be read. */
  readonly summary?: InvoiceSummary | undefined;
} & (
  | { readonly ok: true; readonly facts: InvoiceFacts }
  | {
      readonly ok: false;
      readonly findings: NonEmpty<Finding>;
      /** Present if that much is readable. */
      readonly routedInvoice?: RoutedInvoice;
    }
);

/** Whom it would go to in Peppol, if that is readable. */
export const peppolReceiverIn = (reading: FactsReading): PeppolReceiver | undefined =>
  (reading.ok ? reading.facts : reading.routedInvoice)?.peppol;

export function readFacts({ read: reads, mapped }: Reading): FactsReading {
  const pastLimit = pastLimitIn({ read: reads, mapped });
  if (pastLimit) return { ok: false, findings: pastLimit };
  const read = reads();
  if (read.ok) return { ok: true, facts: factsOf(read.invoice), summary: summaryOfCanonical(read.invoice) };
  const { partly } = read;
  const findings = mapped ? rephraseForExport(read.findings, mapped()) : read.findings;
  const peppol = partly && judgeOr(() => peppolReceiver(partly), undefined);
  const routed = partly && judgeOr(() => routedInvoiceOf(partly, peppol), undefined);
  const summary = partly && summaryOfCanonical(partly);
  return { ok: false, findings, summary, ...(routed && { routedInvoice: routed }) };
}

/** For an unreadable export: the findings of the mapping, then what the invoice lacks, each in the ERP's terms. */
function rephraseForExport(findings: NonEmpty<Finding>, mapped: MappedExport): NonEmpty<Finding> {
  const all = [...mapped.findings, ...withoutRepeated(findings, mapped)];
  const [first = findings[0], ...rest] = all;
  return [first, ...rest];
}
