import { choice, say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed } from '../../domain/failures.ts';
import { schemaFinding } from '../../domain/findings/schema-finding.ts';
import type { DocumentKind, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { OfflineIssue } from '../../domain/lifecycle/offline.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import { nameOfKind } from '../checking/file-steps.ts';
import type { OfflineWish } from '../checking/invoice-facts.ts';
import { findSigner, type SignerPorts } from '../credentials/find-signer.ts';

export interface OfflineIssuePorts extends SignerPorts {
  readonly invoices: Pick<InvoiceReads, 'attempts' | 'find'>;
  readonly rails: Rails;
}

interface Wished {
  readonly client: string;
  readonly route: Route;
  readonly invoiceRef: string;
  readonly wish: OfflineWish | undefined;
  readonly fields: OfflineFields;
}

/** Where the submission states how it is issued. */
interface OfflineFields {
  readonly offline: string;
  readonly technicalCorrection: string;
}

/** Of a canonical document. */
export const MEMBERS: OfflineFields = {
  offline: 'pl.offline',
  technicalCorrection: 'pl.technical_correction',
};
/** Of a finished file, which has no such members: its call. */
export const QUERY: OfflineFields = { offline: 'offline', technicalCorrection: 'technical_correction' };

/**
 * How an offline invoice is issued; undefined for any other, and on routes without such invoices.
 * @throws CallFailed `validation-failed` if nothing can sign its codes, or if there is no refused document to be replaced.
 */
export async function issueOffline(
  wished: Wished,
  ports: OfflineIssuePorts,
): Promise<OfflineIssue | undefined> {
  const { client, route, wish, fields } = wished;
  const codes = ports.rails.get(route)?.offline;
  if (!wish || !codes) return undefined;
  const choice = await findSigner({ client, route, sellerIds: wish.sellerIds, codes }, ports);
  if ('unfit' in choice)
    throw refused(
      fields.offline,
      say('calls.offline-invoice-needs-certificate-that-signs-its-codes', { unfit: choice.unfit }),
      {
        fixHint: say('calls.EI-CREDENTIAL-MISSING.hint', {
          kind: profileOf(route).offline?.credentialKind,
          field: fields.offline,
        }),
        code: 'EI-CREDENTIAL-MISSING',
      },
    );
  if (!wish.isTechnicalCorrection) return { mode: 'chosen' };
  const replaced = await firstRefused(wished, ports);
  if (replaced?.documentSha256 === undefined)
    throw refused(fields.technicalCorrection, say('calls.no-offline-invoice-of-this-invoice-ref-was'), {
      fixHint: say('calls.leave-out-or-name-invoice-ref-of-refused', { field: fields.technicalCorrection }),
    });
  return { mode: 'chosen', replaces: replaced.documentSha256 };
}

/** @throws CallFailed `validation-failed` for a finished file of a form that the route does not take so. */
export function assertKindIsOffline(route: Route, kind: DocumentKind): void {
  const kinds: readonly DocumentKind[] = profileOf(route).offline?.fileKinds ?? [];
  if (kinds.length === 0 || kinds.includes(kind)) return;
  throw refused(
    QUERY.offline,
    say('calls.file-is-not-issued-offline', {
      kind: nameOfKind(kind),
      kinds: choice(kinds.map(nameOfKind)),
    }),
    { fixHint: say('calls.send-it-without-field', { field: QUERY.offline }) },
  );
}

/** The document on the buyer's page: the first that was refused. A later one may have been refused, too. */
async function firstRefused(
  { client, route, invoiceRef }: Wished,
  { invoices }: OfflineIssuePorts,
): Promise<InvoiceRecord | undefined> {
  const technical = profileOf(route).offline?.technicalRejections ?? [];
  const [attempts = []] = await invoices.attempts([{ client, invoiceRef }]);
  for (const { id } of attempts.filter(({ state }) => state === 'rejected')) {
    const earlier = await invoices.find(id);
    if (earlier?.offline && earlier.errors.some(({ code }) => technical.includes(code))) return earlier;
  }
  return undefined;
}

function refused(
  field: string,
  message: Text,
  { fixHint, code }: { readonly fixHint: Text; readonly code?: string },
): CallFailed {
  const related = code === undefined ? [] : [{ code, source: 'route' }];
  const finding = schemaFinding(field, message, { fixHint, ...(related.length > 0 && { related }) });
  return new CallFailed({ kind: 'validation-failed', findings: [finding] });
}
