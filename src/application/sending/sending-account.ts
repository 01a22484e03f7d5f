import type { Submission } from '../../domain/sending/submission.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { Submitted } from './sendable.ts';
import type { SendingPorts } from './sending-ports.ts';

// A network tells of a submission only to the account that made it. Asked under another account, it does not know the submission, and the
// document would be sent again.

type Ports = Pick<SendingPorts, 'credentials' | 'content' | 'feeds'>;
type Account = Pick<Rail, 'accountOf' | 'companyOf'>;

/** What is stored of the credential and the account of a send. */
export async function accountMarks(
  client: string,
  rail: Account,
  credential: OpenedCredential,
  { content }: Pick<Ports, 'content'>,
): Promise<Pick<Submission, 'credential' | 'sealedAccount'>> {
  const account = rail.accountOf?.(credential);
  return {
    credential: markOf(credential),
    ...(account !== undefined && { sealedAccount: await content.sealText(client, account) }),
  };
}

/** The sandbox's built-in credential has no id. */
const BUILT_IN = 'built-in';
export const markOf = ({ id }: Pick<OpenedCredential, 'id'>): string => id ?? BUILT_IN;

/**
 * A credential of the account that the document was sent under. It is the same credential, unless its value has been changed to another
 * account; else another one of that account.
 * @param partyIds of the document; read only if the credential of the send is gone.
 * @returns undefined if the client has none now.
 */
export async function senderOf(
  sent: Submitted,
  rail: Account,
  partyIds: () => Promise<readonly string[]>,
  ports: Ports,
): Promise<OpenedCredential | undefined> {
  const { client, route } = sent;
  const isSame = await accountCheck(sent, rail, ports);
  const { credential: mark } = sent.submission;
  if (mark !== undefined) {
    const credentialId = mark === BUILT_IN ? null : mark;
    const first = await ports.credentials.open({ client, route, credentialId });
    if (first && isSame(first)) return first;
  }
  const next = rail.accountOf
    ? await findSameAccount(sent, isSame, partyIds, ports)
    : await ports.credentials.choose(client, route, await partyIds());
  // Answers of the route are fetched under this credential from now on, though nothing was sent under it yet.
  if (next) await beginFeed({ client, route, credential: next }, rail, partyIds, ports);
  return next;
}

/** Messages about what a party sends under a credential are fetched from now on. */
export async function beginFeed(
  {
    client,
    route,
    credential,
  }: Pick<Submitted, 'client' | 'route'> & { readonly credential: OpenedCredential },
  rail: Pick<Rail, 'companyOf'>,
  partyIds: () => Promise<readonly string[]>,
  { feeds }: Pick<Ports, 'feeds'>,
): Promise<void> {
  const company = rail.companyOf?.(await partyIds());
  await feeds.begin({
    client,
    route,
    credentialId: credential.id,
    ...(company !== undefined && { company }),
  });
}

type IsSame = (credential: OpenedCredential) => boolean;

/**
 * Without the account of the send only its own credential is sure to belong to it. Of several credentials of one account the one that fits
 * the seller comes first.
 */
async function findSameAccount(
  { client, route, submission }: Submitted,
  isSame: IsSame,
  partyIds: () => Promise<readonly string[]>,
  { credentials }: Ports,
): Promise<OpenedCredential | undefined> {
  if (submission.sealedAccount === undefined) return undefined;
  const fitting = await credentials.choose(client, route, await partyIds());
  return fitting && isSame(fitting) ? fitting : (await credentials.live(client, route)).find(isSame);
}

async function accountCheck(
  { client, submission: { sealedAccount } }: Pick<Submitted, 'client' | 'submission'>,
  rail: Account,
  { content }: Pick<Ports, 'content'>,
): Promise<IsSame> {
  if (!rail.accountOf || sealedAccount === undefined) return () => true;
  const account = await content.openText(client, sealedAccount);
  return (credential) => rail.accountOf?.(credential) === account;
}

/** Whether a credential and the submission have different accounts; false if either account is unknown. */
export async function isOfAnotherAccount(
  sent: Pick<Submitted, 'client' | 'submission'>,
  rail: Account,
  credential: OpenedCredential,
  ports: Pick<Ports, 'content'>,
): Promise<boolean> {
  return !(await accountCheck(sent, rail, ports))(credential);
}
