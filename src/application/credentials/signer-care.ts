import { isSameText, say } from 'en16931-rules/vocabulary/message.ts';
import { type Credential, isLive, sameUse } from '../../domain/credentials/credential.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Log } from '../../ports/log.ts';
import { careRows } from '../care/care.ts';
import { closeRowsOf, openRowsOf, type CareRowPorts } from '../lifecycle/rows-of-code.ts';
import { writeCare } from '../lifecycle/write-care.ts';
import { mergeCareRows } from '../lifecycle/move.ts';
import { settleEndingCare } from './ending-care.ts';

/** On the care list while what signs the codes of offline invoices does not hold. */
const SIGNER_CODE = 'EI-OFFLINE-CERTIFICATE';

export interface SignerCarePorts extends CareRowPorts {
  readonly credentialStore: Pick<CredentialStore, 'ofRoute'>;
  readonly invoices: CareRowPorts['invoices'] & Pick<InvoiceStore, 'list'>;
}

/** Among so many of the newest invoices of a route, the newest offline one gets the row. */
const MAX_LOOKUPS = 100;

/**
 * Opens one care row while a signing credential of the client does not hold, and handles it once one that holds is stored in its place. It
 * compares what is stored, so it may be repeated after a crash at any point.
 */
export async function settleSignerCare(client: string, route: Route, ports: SignerCarePorts): Promise<void> {
  const signing = await signersOf(client, route, ports);
  const bad = failing(signing, ports.clock.now());
  if (bad) return openRow(bad, ports);
  // With none at all nothing has taken the place of the one that does not hold.
  if (signing.some((one) => isLive(one, ports.clock.now())))
    await closeRowsOf({ client, route, code: SIGNER_CODE }, ports.invoices, ports);
}

/** After a change of a credential. If this fails, or the process dies before it, the daily look does it. */
export async function settleAfterChange(
  { client, route, kind }: Credential,
  ports: SignerCarePorts & { readonly log: Pick<Log, 'warn'> },
): Promise<void> {
  const { offline, credentials } = profileOf(route);
  const settle = async (): Promise<void> => {
    if (kind === offline?.credentialKind) await settleSignerCare(client, route, ports);
    if (kind === credentials.ending?.successor) await settleEndingCare(client, route, ports);
  };
  await settle().catch((error: unknown) =>
    ports.log.warn({ err: error, client, route }, 'the care row of a credential was left to the daily look'),
  );
}

async function signersOf(
  client: string,
  route: Route,
  { credentialStore }: Pick<SignerCarePorts, 'credentialStore'>,
): Promise<readonly Credential[]> {
  const kind = profileOf(route).offline?.credentialKind;
  return (await credentialStore.ofRoute(client, route)).filter((one) => one.kind === kind);
}

/** The first that does not hold, and that no live one replaces. */
export const failing = (signing: readonly Credential[], now: Date): Credential | undefined =>
  signing.find(
    (one) =>
      one.problem !== undefined &&
      !signing.some((other) => other.problem === undefined && isLive(other, now) && sameUse(one, other)),
  );

// The care list is one of invoices (contract 2.12), so the row is on one of them: the newest offline one, whose code a reader may scan.
async function openRow(bad: Credential, ports: SignerCarePorts): Promise<void> {
  const { client, route } = bad;
  const rows = careRows([findingOf(bad)], ports.clock.now());
  const [open] = await openRowsOf({ client, route, code: SIGNER_CODE }, ports.invoices);
  if (open && isSameText(open.row.fixHint, rows[0]?.fixHint)) return;
  const find = () => (open ? ports.invoices.find(open.id) : newestOf(client, route, ports));
  const rowsOf = ({ care }: InvoiceRecord): readonly CareRow[] | undefined => {
    const before = care.filter(({ code }) => code === SIGNER_CODE).at(-1);
    // A person has dealt with this very trouble.
    if (before?.handledBy !== undefined && isSameText(before.fixHint, rows[0]?.fixHint)) return undefined;
    const others = care.filter(({ code, handledAt }) => code !== SIGNER_CODE || handledAt);
    return mergeCareRows(others, rows);
  };
  await writeCare(find, rowsOf, ports.invoices, ports);
}

async function newestOf(
  client: string,
  route: Route,
  { invoices }: SignerCarePorts,
): Promise<InvoiceRecord | undefined> {
  const query = { client, routes: [route], sort: 'newest', page: 1, pageSize: MAX_LOOKUPS } as const;
  const matchingInvoices = (await invoices.list(query)).invoices;
  return matchingInvoices.find(({ offline }) => offline !== undefined) ?? matchingInvoices[0];
}

const findingOf = ({ id, kind, problem = '' }: Credential): Finding => ({
  code: SIGNER_CODE,
  severity: 'error',
  source: 'route',
  message: say('calls.certificate-which-signs-codes-of-offline-invoices-does', { id, problem }),
  fixHint: say('calls.store-another-credential-of-kind-row-is-then', {
    value: id,
    problem,
    kind,
  }),
  whoFixes: 'client',
});
