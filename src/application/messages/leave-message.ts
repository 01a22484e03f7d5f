import { SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feed, Feeds } from '../../ports/feeds.ts';
import type { CameIn, InvoiceReads } from '../../ports/invoice-reads.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { MessagePage, RouteMessage } from '../../ports/rail/route-messages.ts';

/** A message that is left in a list. */
interface Leaving {
  /** The client whose invoice it is about, if it is known. */
  readonly owner?: string;
}

interface Ports {
  readonly invoices: Pick<InvoiceReads, 'findSent' | 'submitterOf' | 'inOrder'>;
  readonly feeds: Pick<Feeds, 'list'>;
  readonly credentials: { live(client: string, route: Route): Promise<readonly OpenedCredential[]> };
  readonly clock: Clock;
}

/** A list that several clients may read. */
interface SharedList {
  readonly reader: Feed;
  readonly isReadBy: (credential: OpenedCredential) => boolean;
  /** Since when the reader has seen its first message. */
  readonly since: Date;
}

/** The owner's credential may belong to another account by now: then it never reads this list. */
const MAX_FOR_OWNER_MS = 86_400_000;
/** More than a call, the commit of its answer, and a worker that takes over from a dead one. */
const MAX_WITHOUT_OWNER_MS = 600_000;
const AT_ONCE = 100;

/**
 * @param since when the reader has first seen the page.
 * @returns undefined if the reader takes all messages of the page: they are its own, or no other client's.
 */
export async function leavingOf(
  { messages, isReadBy }: MessagePage,
  reader: Feed,
  since: Date,
  ports: Ports,
): Promise<Leaving | undefined> {
  const ageMs = ports.clock.now().getTime() - since.getTime();
  if (!isReadBy || ageMs >= MAX_FOR_OWNER_MS) return undefined;
  for (const message of messages) {
    const leaving = await leavingOne(message, { reader, isReadBy, since }, ageMs, ports);
    if (leaving) return leaving;
  }
  return undefined;
}

/** Our name of a submission is stored before its call, the route's name only after the answer. */
async function leavingOne(
  { about }: RouteMessage,
  list: SharedList,
  ageMs: number,
  ports: Ports,
): Promise<Leaving | undefined> {
  const { invoices, credentials } = ports;
  const { client, route } = list.reader;
  if ('submissionId' in about) {
    const owner = await invoices.submitterOf({ route, submissionId: about.submissionId });
    if (owner === undefined || owner === client) return undefined;
    return (await credentials.live(owner, route)).some(list.isReadBy) ? { owner } : undefined;
  }
  if (!('legalId' in about)) return undefined;
  const { legalId } = about;
  if ((await invoices.findSent({ client, route, legalId })).length > 0) return undefined;
  return ageMs < MAX_WITHOUT_OWNER_MS ? {} : leavingLate(legalId, list, ports);
}

/**
 * A process may have stood still for all of the time, with a call that brings the name or before its own client could read the list. A call
 * whose mark another worker has found brings no name: its commit is a conflict.
 */
async function leavingLate(
  legalId: string,
  { reader, isReadBy, since }: SharedList,
  { invoices, feeds, credentials }: Ports,
): Promise<Leaving | undefined> {
  const { route } = reader;
  const readers: string[] = [];
  for (const client of await clientsOn(route, feeds))
    if ((await credentials.live(client, route)).some(isReadBy)) readers.push(client);
  const latestCall = new Date(since.getTime() + SKEW_MS);
  for (const client of readers) if (await isCalling({ client, route, latestCall }, invoices)) return {};
  // A call that has ended meanwhile has stored the name.
  for (const client of readers) {
    const sent = await invoices.findSent({ client, route, legalId });
    if (sent.length > 0) return client === reader.client ? undefined : { owner: client };
  }
  return undefined;
}

/** A feed begins before the first call under its credential. */
async function clientsOn(route: Route, feeds: Ports['feeds']): Promise<readonly string[]> {
  const clients = new Set<string>();
  for (let after = `${route} `; ;) {
    const listed = await feeds.list(after, AT_ONCE);
    const own = listed.filter((feed) => feed.route === route);
    for (const { client } of own) clients.add(client);
    const last = own.at(-1);
    if (!last || own.length < AT_ONCE) return [...clients];
    after = last.name;
  }
}

interface Calls {
  readonly client: string;
  readonly route: Route;
  /** An event that was seen before a call is not about its document. */
  readonly latestCall: Date;
}

async function isCalling(
  { client, route, latestCall }: Calls,
  invoices: Ports['invoices'],
): Promise<boolean> {
  const mayBringName = ({ submission }: InvoiceRecord): boolean =>
    submission?.isCalling === true && (submission.calledAt ?? submission.startedAt) <= latestCall;
  for (let after: CameIn | undefined; ;) {
    const some = await invoices.inOrder({ client, routes: [route], states: ['submitting'] }, after, AT_ONCE);
    if (some.some(mayBringName)) return true;
    if (some.length < AT_ONCE) return false;
    after = some.at(-1);
  }
}
