import type { CollectionCursors } from '../../ports/collection-cursors.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Receiving } from '../../ports/rail/receiving.ts';
import type { MessagePage } from '../../ports/rail/route-messages.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { TakesReceivedMessages } from '../messages/take-message.ts';
import { type CountedCallPorts, makeCounted } from '../operation/counted-call.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { readPages } from './read-pages.ts';

export interface PastMessagesPorts extends CountedCallPorts {
  readonly rails: Rails;
  readonly collectionCursors: CollectionCursors;
  readonly takeReceivedMessage: TakesReceivedMessages;
}

/** A list of received invoices that was read to its end. */
interface CollectedSource {
  readonly name: string;
  readonly client: string;
  readonly route: Route;
  readonly receiving: Pick<Receiving, 'everyMs'>;
  readonly credential: OpenedCredential;
}

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
  const fetch = (after: string | null) => fetchPage(source, after, ports);
  const take = async ({ messages }: MessagePage): Promise<void> => {
    // One that the feed of new messages has to wait for is the feed's.
    for (const message of messages)
      await repeatOnConflict(() => ports.takeReceivedMessage.run(message, idsOf(source)));
  };
  const last = await readPages(name, { start, fetch, take }, cursors);
  if (last && !last.isPartial) await cursors.complete(name, now);
}

async function fetchPage(
  source: CollectedSource,
  after: string | null,
  ports: PastMessagesPorts,
): Promise<MessagePage | undefined> {
  const { client, route, credential } = source;
  const { value: page } = await makeCounted(
    { client, route, call: 'answers', isFetch: true },
    async (calls) => await ports.rails.get(route)?.fetchMessages?.({ ...credential, calls }, after),
    ports,
  );
  return page && 'mapping' in page ? undefined : page;
}

const idsOf = ({ client, route, credential }: CollectedSource) => ({
  client,
  route,
  credentialId: credential.id,
});
