import { type Credential, isLive, sameUse } from '../../domain/credentials/credential.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { CareRow, InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { InvoiceStore } from '../../ports/invoice-store.ts';
import type { Log } from '../../ports/log.ts';
import { careRows } from '../care/care.ts';
import { type CareWriting, writeCare } from '../lifecycle/write-care.ts';
import { handleRows, mergeCareRows } from '../lifecycle/move.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

/** On the care list while what signs the codes of offline invoices does not hold. */
export const SIGNER_CODE = 'EI-OFFLINE-CERTIFICATE';
const CODES: ReadonlySet<string> = new Set([SIGNER_CODE]);

export interface SignerCareTools extends CareWriting {
  readonly credentials: Pick<CredentialStore, 'ofRoute'>;
  readonly invoices: CareWriting['invoices'] & Pick<InvoiceStore, 'list' | 'careList' | 'find'>;
  readonly clock: Clock;
}

/** Among so many of the newest invoices of a route, the newest offline one gets the row. */
const MAX_LOOKUPS = 100;
const GIVEN_UP = (): 'none' => 'none';

/**
 * Opens one care row while a signing credential of the client does not hold, and handles it once one that holds is stored in its place. It
 * compares what is stored, so it may be repeated after a crash at any point.
 */
export async function settleSignerCare(client: string, route: Route, tools: SignerCareTools): Promise<void> {
  const signing = await signersOf(client, route, tools);
  const bad = failing(signing, tools.clock.now());
  if (bad) return openRow(bad, tools);
  // With none at all nothing has taken the place of the one that does not hold.
  if (signing.some((one) => isLive(one, tools.clock.now()))) await closeRows(client, route, tools);
}

/** After a change of a credential. If this fails, or the process dies before it, the daily look does it. */
export async function settleAfterChange(
  { client, route, kind }: Credential,
  tools: SignerCareTools & { readonly log: Pick<Log, 'warn'> },
): Promise<void> {
  if (kind !== profileOf(route).offline?.credentialKind) return;
  await settleSignerCare(client, route, tools).catch((error: unknown) =>
    tools.log.warn(
      { err: error, client, route },
      'the care row of a signing credential was left to the daily look',
    ),
  );
}

async function signersOf(
  client: string,
  route: Route,
  { credentials }: Pick<SignerCareTools, 'credentials'>,
): Promise<readonly Credential[]> {
  const kind = profileOf(route).offline?.credentialKind;
  return (await credentials.ofRoute(client, route)).filter((one) => one.kind === kind);
}

/** The first that does not hold, and that no live one replaces. */
export const failing = (signing: readonly Credential[], now: Date): Credential | undefined =>
  signing.find(
    (one) =>
      one.problem !== undefined &&
      !signing.some((other) => other.problem === undefined && isLive(other, now) && sameUse(one, other)),
  );

// The care list is one of invoices (contract 2.12), so the row is on one of them: the newest offline one, whose code a reader may scan.
async function openRow(bad: Credential, tools: SignerCareTools): Promise<void> {
  const { client, route } = bad;
  const rows = careRows([findingOf(bad)], tools.clock.now());
  const [open] = await openRows(client, route, tools);
  if (open?.row.fixHint === rows[0]?.fixHint && open) return;
  await repeatOnConflict(async () => {
    const record = open ? await tools.invoices.find(open.id) : await newestOf(client, route, tools);
    if (!record) return 'none';
    const before = record.care.filter(({ code }) => code === SIGNER_CODE).at(-1);
    // A person has dealt with this very trouble.
    if (before?.handledBy !== undefined && before.fixHint === rows[0]?.fixHint) return 'none';
    const others = record.care.filter((row) => !isOpen(row));
    return writeCare(record, mergeCareRows(others, rows), tools);
  }, GIVEN_UP);
}

async function closeRows(client: string, route: Route, tools: SignerCareTools): Promise<void> {
  const now = tools.clock.now();
  for (const { id } of await openRows(client, route, tools))
    await repeatOnConflict(async () => {
      const record = await tools.invoices.find(id);
      if (!record) return 'none';
      return writeCare(record, handleRows(record.care, CODES, now), tools);
    }, GIVEN_UP);
}

const isOpen = ({ code, handledAt }: CareRow): boolean => code === SIGNER_CODE && handledAt === undefined;

async function openRows(client: string, route: Route, { invoices }: SignerCareTools) {
  const open = await invoices.careList({ client, status: 'open' });
  return open.filter((item) => item.route === route && item.row.code === SIGNER_CODE);
}

async function newestOf(
  client: string,
  route: Route,
  { invoices }: SignerCareTools,
): Promise<InvoiceRecord | undefined> {
  const query = { client, routes: [route], sort: 'newest', page: 1, pageSize: MAX_LOOKUPS } as const;
  const found = (await invoices.list(query)).invoices;
  return found.find(({ offline }) => offline !== undefined) ?? found[0];
}

const findingOf = ({ id, kind, problem = '' }: Credential): Finding => ({
  code: SIGNER_CODE,
  severity: 'error',
  source: 'route',
  message: `The certificate ${id}, which signs the codes of offline invoices, does not hold. ${problem}`,
  fixHint: `${id}: ${problem} Store another credential of the kind ${kind}; the row is then handled.`,
  whoFixes: 'client',
});
