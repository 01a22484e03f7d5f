import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Submission } from '../../domain/sending/submission.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rail } from '../../ports/rail/rail.ts';
import type { DeliveryTools } from './delivery-tools.ts';
import { railOf, requireSubmission } from './submission-of.ts';

// A network tells of a submission only to the account that made it. Asked under another account, it does not know the submission, and the
// document would be sent again.

type Tools = Pick<DeliveryTools, 'rails' | 'credentials' | 'content' | 'feeds'>;

/** A record whose submission was sent under a credential. */
type Sent = Pick<InvoiceRecord, 'id' | 'client' | 'route' | 'submission'>;

/** What is stored of the credential and the account of a send. */
export async function accountMarks(
  { client, route }: Pick<InvoiceRecord, 'client' | 'route'>,
  credential: OpenedCredential,
  { rails, content }: Pick<Tools, 'rails' | 'content'>,
): Promise<Pick<Submission, 'credential' | 'sealedAccount'>> {
  const account = rails.get(route)?.accountOf?.(credential);
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
 * @param sellerIds of the document; read only if the credential of the send is gone.
 * @returns undefined if the client has none now.
 */
export async function senderOf(
  record: Sent,
  sellerIds: () => Promise<readonly string[]>,
  tools: Tools,
): Promise<OpenedCredential | undefined> {
  const { client, route } = record;
  const isSame = await accountCheck(record, tools);
  const mark = requireSubmission(record).credential;
  if (mark !== undefined) {
    const credentialId = mark === BUILT_IN ? null : mark;
    const first = await tools.credentials.open({ client, route, credentialId });
    if (first && isSame(first)) return first;
  }
  const next = railOf(record, tools).accountOf
    ? await findSameAccount(record, isSame, sellerIds, tools)
    : await tools.credentials.choose(client, route, await sellerIds());
  // Answers of the route are fetched under this credential from now on, though nothing was sent under it yet.
  if (next) await tools.feeds.begin({ client, route, credentialId: next.id });
  return next;
}

type IsSame = (credential: OpenedCredential) => boolean;

/**
 * Submissions of older programs name no account: only the credential itself is then sure to belong to it. Of several credentials of one
 * account the one that fits the seller comes first.
 */
async function findSameAccount(
  { client, route, ...record }: Sent,
  isSame: IsSame,
  sellerIds: () => Promise<readonly string[]>,
  { credentials }: Tools,
): Promise<OpenedCredential | undefined> {
  if (record.submission?.sealedAccount === undefined) return undefined;
  const fitting = await credentials.choose(client, route, await sellerIds());
  return fitting && isSame(fitting) ? fitting : (await credentials.live(client, route)).find(isSame);
}

async function accountCheck(record: Sent, tools: Tools): Promise<IsSame> {
  const rail = railOf(record, tools);
  const { sealedAccount } = requireSubmission(record);
  if (!rail.accountOf || sealedAccount === undefined) return () => true;
  const account = await tools.content.openText(record.client, sealedAccount);
  return (credential) => accountNames(rail, credential).includes(account);
}

/** All names under which the account of a credential may be stored; empty if the account is not known. */
export function accountNames(
  rail: Pick<Rail, 'accountOf' | 'formerAccountsOf'>,
  credential: OpenedCredential,
): readonly string[] {
  const name = rail.accountOf?.(credential);
  return name === undefined ? [] : [name, ...(rail.formerAccountsOf?.(credential) ?? [])];
}

/** Whether a credential and the submission have different accounts; false if either account is unknown. */
export async function isOfAnotherAccount(
  record: InvoiceRecord,
  credential: OpenedCredential,
  tools: Tools,
): Promise<boolean> {
  return !(await accountCheck(record, tools))(credential);
}
