import type { Clock } from '../../ports/clock.ts';
import type { CollectionCursors } from '../../ports/collection-cursors.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Receiving } from '../../ports/rail/receiving.ts';
import type { MessagePage } from '../../ports/rail/route-messages.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { TakesReceivedMessages } from '../messages/take-message.ts';
import type { WatchRoutes } from '../operation/watch-routes.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';

export interface PastMessagesPorts {
  readonly rails: Rails;
  readonly collectionCursors: CollectionCursors;
  readonly takeReceivedMessage: TakesReceivedMessages;
  readonly recorder: Pick<WatchRoutes, 'collect'>;
  readonly clock: Clock;
}

/** A list of received invoices that was read to its end. */
interface CollectedSource {
  readonly name: string;
  readonly client: string;
  readonly route: Route;
  readonly receiving: Pick<Receiving, 'everyMs'>;
  readonly credential: OpenedCredential;
}

/** A network that always names a next page must not block the others. */
const MAX_PAGES = 20;

/**
 * Reads the messages of a credential once from the beginning, after its received invoices. A client that sends has had them read before it
 * collected: what they say of received invoices was about nothing then. They are applied to received invoices alone, because a message about
 * a sent one was applied when it came, and its number may be that of a later invoice by now. Applying a message again changes nothing.
 */
export async function readPastMessages(source: CollectedSource, ports: PastMessagesPorts): Promise<void> {
  const { collectionCursors: cursors, clock } = ports;
  const name = `${source.name} messages`;
  if ((await cursors.find(name))?.readAt) return;
  const now = clock.now();
  const start = await cursors.hold(name, new Date(now.getTime() + source.receiving.everyMs), now);
  if (!start) return;
  let { cursor } = start;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await fetchPage(source, cursor, ports);
    if (!page) return;
    // One that the feed of new messages has to wait for is the feed's.
    for (const message of page.messages)
      await repeatOnConflict(() => ports.takeReceivedMessage.run(message, idsOf(source)));
    const isFurther = page.next !== undefined && page.next !== cursor;
    if (isFurther) await cursors.advance(name, page.next);
    if (!isFurther || page.isLast) return page.isPartial ? undefined : cursors.complete(name, now);
    cursor = page.next;
  }
}

async function fetchPage(
  source: CollectedSource,
  after: string | null,
  { rails, recorder }: PastMessagesPorts,
): Promise<MessagePage | undefined> {
  const { route, credential } = source;
  const { value: page } = await recorder.collect(
    source,
    async (calls) => await rails.get(route)?.fetchMessages?.({ ...credential, calls }, after),
  );
  return page && 'mapping' in page ? undefined : page;
}

const idsOf = ({ client, route, credential }: CollectedSource) => ({
  client,
  route,
  credentialId: credential.id,
});
