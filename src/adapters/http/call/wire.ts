import type { ApiKey } from '../../../domain/access/api-key.ts';
import { LOCAL_CLIENT, type Scope, SCOPES } from '../../../domain/access/caller.ts';
import { statusInDocument } from '../../../domain/statuses/answer.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CatalogueEntry } from '../../../domain/catalogue/entry.ts';
import { whoCorrects } from '../../../domain/catalogue/who-fixes.ts';
import { lateAfter, localDeadline } from '../../../domain/lifecycle/deadlines.ts';
import {
  type InvoiceRecord,
  isBuiltHere,
  submittedDocument,
} from '../../../domain/lifecycle/invoice-record.ts';
import { correctionOf } from '../../../domain/lifecycle/correction.ts';
import { waitOf } from '../../../domain/lifecycle/wait.ts';
import type { Environment } from '../../../domain/vocabulary/route.ts';
import type { OwnKey } from '../../../application/access/read-own-key.ts';
import type { Page } from '../../../ports/page.ts';
import type { Attempt } from '../../../ports/invoice-reads.ts';
import type { ShownInvoice } from '../../../application/tracking/find-invoice.ts';
import type { AnswerJson, Schema } from './contract.ts';
import { findingEntry } from './reports.ts';

/** Records as callers see them, with the names of openapi.yaml. */

export const pageToWire = <Row, Wire>({ rows, next }: Page<Row>, toWire: (row: Row) => Wire) => ({
  data: rows.map(toWire),
  truncated: next !== undefined,
  next,
});

export const invoiceLinks = (id: string) => ({ self: `/invoices/${id}`, events: `/invoices/${id}/events` });

/** JSON.stringify wrote the text, so parsing and writing it again gives the same bytes. */
export const storedEvent = ({ text }: { readonly text: string }): Schema<'Event'> =>
  JSON.parse(text) as Schema<'Event'>;

/** A row of GET /invoices. */
export function invoiceRow({ invoice, attempts, sentAgainAs }: ShownInvoice): Schema<'InvoiceRow'> {
  return {
    id: invoice.id,
    invoice_ref: invoice.invoiceRef,
    also_sent_as: invoice.alsoSentAs,
    invoice_number: invoice.invoiceNumber,
    route: invoice.route,
    environment: invoice.environment,
    state: invoice.state,
    client: invoice.client,
    legal_id: invoice.legalId,
    buyer_status: invoice.buyerStatus,
    document_sha256: invoice.documentSha256,
    attempts: attempts.map(attempt),
    sent_again_as: sentAgainAs && attempt(sentAgainAs),
    errors: invoice.errors.map(findingEntry),
    created_at: invoice.createdAt.toISOString(),
    updated_at: invoice.updatedAt.toISOString(),
    to_fetch_since: invoice.toFetchSince?.toISOString(),
    fetched_at: invoice.fetchedAt?.toISOString(),
    mailed_at: invoice.mailedAt?.toISOString(),
    ...deadline(invoice),
  };
}

export const attempt = ({ id, invoiceNumber, state, createdAt }: Attempt): Schema<'Attempt'> => ({
  id,
  invoice_number: invoiceNumber,
  state,
  created_at: createdAt.toISOString(),
});

/** The contract's end of the day (UTC), that of the same day where the tax office is, and when it is late; of a tax report, one moment twice. */
export const deadline = ({ route, deadlineAt }: Pick<InvoiceRecord, 'route' | 'deadlineAt'>) => ({
  deadline_at: deadlineAt?.toISOString(),
  deadline_local: deadlineAt && localDeadline(route, deadlineAt)?.text,
  late_after: deadlineAt && lateAfter(route, deadlineAt)?.text,
});

export const wholeInvoice = (shown: ShownInvoice): Schema<'Invoice'> => ({
  ...invoiceRow(shown),
  warnings: warnings(shown.invoice.warnings ?? []),
  correction: correction(shown),
  waits: waitOf(shown.invoice),
  next_attempt_at: nextAttempt(shown.invoice)?.toISOString(),
  offline_mode: shown.invoice.offline?.mode,
  receiver: shown.receiver && { scheme: shown.receiver.scheme, id: shown.receiver.id },
  qr_links: shown.codes && { invoice: shown.codes.invoice, certificate: shown.codes.certificate },
  documents: shown.invoice.documents.map(({ kind, sha256 }) => ({
    kind,
    sha256,
    buyer_status: statusInDocument(shown.invoice.route, kind),
    href: documentPath(shown.invoice, kind),
  })),
});

/** How it is sent again; the connector and its mapping are those of its export. */
function correction({ invoice, sentAgainAs }: ShownInvoice): Schema<'Invoice'>['correction'] {
  const matchingCorrection = correctionOf(invoice, sentAgainAs !== undefined);
  if (!matchingCorrection) return undefined;
  const { connector, version } = invoice.mapping ?? {};
  return {
    ...('reason' in matchingCorrection
      ? { allowed: false, reason: matchingCorrection.reason }
      : {
          allowed: true,
          number: matchingCorrection.number,
          technical_correction: matchingCorrection.isTechnical,
        }),
    document: submittedDocument(invoice)?.kind,
    ...(isBuiltHere(invoice) && { format: invoice.format }),
    ...(connector !== undefined && { connector, mapping_version: version }),
  };
}

/** When work on a postponed invoice goes on. Undefined if the work is due now. */
const nextAttempt = ({ state, dueAt, updatedAt }: InvoiceRecord): Date | undefined =>
  state === 'queued' && dueAt !== null && dueAt > updatedAt ? dueAt : undefined;

/** Undefined if there are none. */
export const warnings = (findings: readonly Finding[]) =>
  findings.length > 0 ? findings.map(findingEntry) : undefined;

const documentPath = ({ id }: InvoiceRecord, kind: string): string => `/invoices/${id}/documents/${kind}`;

/** Keys that belong to no client are shown to the operator only, as keys of its own client. */
export function key(
  { id, holder, label, createdAt, revokedAt, lastUsedAt }: ApiKey,
  environment: Environment,
): Schema<'Key'> {
  return {
    id,
    client: holder.kind === 'client' ? holder.client : LOCAL_CLIENT,
    environment,
    scopes: SCOPES_OF[holder.kind] ?? (holder.kind === 'client' ? holder.scopes : []),
    label,
    created_at: createdAt.toISOString(),
    revoked_at: revokedAt?.toISOString(),
    last_used_at: lastUsedAt?.toISOString(),
    kind: holder.kind === 'client' ? undefined : holder.kind,
    partner: holder.kind === 'partner' ? holder.partner : undefined,
  };
}

/** The caller's own key, with no time of its making: the operator's may be a setting. */
export const ownKey = ({ caller, label }: OwnKey, environment: Environment): AnswerJson<'readOwnKey'> => ({
  id: caller.keyId,
  kind: caller.kind,
  client: caller.kind === 'client' ? caller.client : undefined,
  partner: caller.kind === 'partner' ? caller.partner : undefined,
  environment,
  scopes: SCOPES_OF[caller.kind] ?? (caller.kind === 'client' ? caller.scopes : []),
  label,
});

const SCOPES_OF: Partial<Record<ApiKey['holder']['kind'], readonly Scope[]>> = {
  operator: SCOPES,
  'operator-read-only': ['read'],
  partner: ['read'],
};

export const catalogueEntry = (entry: CatalogueEntry): AnswerJson<'lookUpCode'> => ({
  code: entry.code,
  aliases: entry.aliases,
  family: entry.family,
  who_fixes: entry.whoFixes,
  sender_can_fix: whoCorrects(entry, 'built') === 'erp',
  title: entry.title,
  explanation: entry.explanation,
  fix_hint: entry.fixHint,
  routes: entry.routes,
  layer: entry.layer,
  term: entry.term,
  field: entry.field,
});
