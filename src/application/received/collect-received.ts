import { type ClientRecord, reasonToStop } from '../../domain/clients/client-record.ts';
import { pauseMs } from '../../domain/sending/retry.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import { collectionName, type HeldCursor } from '../../ports/collection-cursors.ts';
import type { Feeds } from '../../ports/feeds.ts';
import type { Log } from '../../ports/log.ts';
import type { CollectedDocument, CollectedPage, Receiving } from '../../ports/rail/receiving.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { RailAnswer } from '../../ports/rail/rail-answer.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { makeCounted } from '../operation/counted-call.ts';
import { eachApart } from '../each-apart.ts';
import {
  closeCollectionCare,
  type CollectionCarePorts,
  MAX_UNREAD_MS,
  openCollectionCare,
} from './collection-care.ts';
import { type PastMessagesPorts, readPastMessages } from './past-messages.ts';
import { readPages } from './read-pages.ts';
import type { TakeCollected } from './take-collected.ts';

interface Ports extends PastMessagesPorts {
  readonly clients: Pick<ClientStore, 'toCollectFor'>;
  readonly credentials: {
    /** All credentials that the client has now. */
    live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  };
  readonly received: Pick<ReceivedStore, 'holds'> & CollectionCarePorts['received'];
  readonly feeds: Pick<Feeds, 'begin'>;
  readonly takeCollected: Pick<TakeCollected, 'run'>;
  readonly telemetry: Pick<Telemetry, 'routeCalled' | 'careOpened'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A source of invoices: one credential, and one recipient if the credential has several. */
interface CollectionSource {
  readonly name: string;
  readonly client: string;
  readonly route: Route;
  readonly receiving: Receiving;
  readonly credential: OpenedCredential;
  readonly recipient?: string;
  readonly isThirdParty?: boolean;
}

const CLIENTS_AT_ONCE = 500;
/** A network that does not answer delays the others once, not once each. */
const SOURCES_AT_ONCE = 20;
/** A source that has nothing new is written no more often. */
const NOTE_EVERY_MS = 600_000;

/**
 * Fetches the invoices that came for clients, through the same intake as those that callers submit. A document is stored before the cursor
 * moves, and held once under the route's id: a process that dies at any point loses none and stores none twice.
 */
export class CollectReceived {
  constructor(private readonly ports: Ports) {}

  async run(): Promise<void> {
    const { clients } = this.ports;
    for (let after: string | undefined; ;) {
      const records = await clients.toCollectFor(after, CLIENTS_AT_ONCE);
      const sources: CollectionSource[] = [];
      for (const record of records) sources.push(...(await this.trySourcesOf(record)));
      for (let from = 0; from < sources.length; from += SOURCES_AT_ONCE)
        await Promise.all(
          sources.slice(from, from + SOURCES_AT_ONCE).map((source) => this.tryCollect(source)),
        );
      after = records.at(-1)?.client;
      if (records.length < CLIENTS_AT_ONCE) return;
    }
  }

  /** A client whose sources cannot be read keeps none of the others waiting. */
  private async trySourcesOf(record: ClientRecord): Promise<readonly CollectionSource[]> {
    return this.sourcesOf(record).catch((err: unknown) => {
      this.ports.log.warn({ client: record.client, err }, 'received invoices were not collected');
      return [];
    });
  }

  private async sourcesOf(record: ClientRecord): Promise<readonly CollectionSource[]> {
    if (record.collect.length === 0 || reasonToStop(record, 'change') !== undefined) return [];
    const { rails, credentials } = this.ports;
    const { client, legalEntities } = record;
    const sources: CollectionSource[] = [];
    for (const route of record.collect) {
      const receiving = rails.get(route)?.receiving;
      if (!receiving) continue;
      for (const credential of await credentials.live(client, route))
        for (const recipient of recipientsOf(receiving, credential, legalEntities)) {
          const name = collectionName({ route, client, credentialId: credential.id, recipient });
          const source = {
            name,
            client,
            route,
            receiving,
            credential,
            ...(recipient !== undefined && { recipient }),
          };
          sources.push(source);
          if (record.collectThirdParty && receiving.hasThirdParties)
            sources.push({ ...source, name: `${name} third party`, isThirdParty: true });
        }
    }
    return sources;
  }

  /** A source that fails blocks no other. */
  private async tryCollect(source: CollectionSource): Promise<void> {
    const { client, route } = source;
    await this.collect(source).catch((err: unknown) =>
      this.ports.log.warn({ client, route, err }, 'received invoices were not collected'),
    );
  }

  private async collect(source: CollectionSource): Promise<void> {
    const { collectionCursors: cursors, clock } = this.ports;
    const now = clock.now();
    const until = new Date(now.getTime() + source.receiving.everyMs);
    const start = await cursors.hold(source.name, until, now);
    if (!start) return;
    const { credential, receiving } = source;
    const end = (isWhole: boolean) => this.noteEnd(source, now, { readAt: start.readAt, isWhole });
    if (receiving.comesWithMessages?.(credential)) {
      await this.beginMessages(source);
      return end(true);
    }
    const fetch = (cursor: string | null) => this.fetchPage(source, { ...start, cursor });
    const last = await readPages(
      source.name,
      { start, fetch, take: (page) => this.takePage(source, page) },
      cursors,
    );
    if (last?.isLast && last.next !== undefined && last.missing !== 'end')
      await end(last.missing === undefined);
  }

  private async takePage(source: CollectionSource, { documents, againMs }: CollectedPage): Promise<void> {
    const { clients, takeCollected, collectionCursors: cursors, clock } = this.ports;
    const isUp = () => clients.toCollectFor(undefined, 1);
    await eachApart(documents, (document) => takeCollected.run(source, document), isUp);
    if (againMs !== undefined) await cursors.postpone(source.name, new Date(clock.now().getTime() + againMs));
  }

  /** Messages about what came are read after it: those of years may come at once. Those about a document that is missing wait for it. */
  private async noteEnd(
    source: CollectionSource,
    began: Date,
    { readAt, isWhole }: { readonly readAt: Date | undefined; readonly isWhole: boolean },
  ): Promise<void> {
    if (source.receiving.hasMessages) await this.beginMessages(source);
    if (!isWhole) return;
    await this.noteWhole(source, began, readAt);
    if (source.receiving.hasMessages) await readPastMessages(source, this.ports);
  }

  private async noteWhole(source: CollectionSource, began: Date, readAt: Date | undefined): Promise<void> {
    if (readAt && isUnread(readAt, began)) await closeCollectionCare(source, this.ports);
    if (!readAt || began.getTime() - readAt.getTime() >= NOTE_EVERY_MS)
      await this.ports.collectionCursors.complete(source.name, began);
  }

  private beginMessages({ client, route, credential }: CollectionSource): Promise<void> {
    return this.ports.feeds.begin({ client, route, credentialId: credential.id });
  }

  private async fetchPage(
    source: CollectionSource,
    { cursor: after, readAt }: HeldCursor,
  ): Promise<CollectedPage | undefined> {
    const { received } = this.ports;
    const { client, route, credential, recipient, receiving, isThirdParty } = source;
    const inquiry = {
      ...(recipient !== undefined && { recipient }),
      ...(isThirdParty && { isThirdParty }),
      now: this.ports.clock.now(),
      after,
      take: (document: CollectedDocument) => this.ports.takeCollected.run(source, document),
      isKnown: (railId: string) => received.holds(client, route, railId),
    };
    const { value: page } = await makeCounted(
      { client, route, call: 'received', isFetch: true },
      (calls) => receiving.fetch({ ...inquiry, credential: { ...credential, calls } }),
      this.ports,
    );
    if (!page || !('mapping' in page)) {
      if (page?.failure) await this.noteFailure(source, page.failure, readAt);
      return page;
    }
    await this.noteFailure(source, page, readAt);
    if (page.mapping.meaning === 'later') {
      const { clock, collectionCursors: cursors } = this.ports;
      const until = new Date(clock.now().getTime() + pauseMs(page.retryAfterSeconds));
      await cursors.postpone(source.name, until);
    }
    return undefined;
  }

  private async noteFailure(
    source: CollectionSource,
    { mapping }: RailAnswer,
    readAt: Date | undefined,
  ): Promise<void> {
    const { client, route } = source;
    this.ports.log.warn(
      { client, route, sign: mapping.networkStatus },
      'received invoices cannot be fetched; it is tried again',
    );
    if (readAt && isUnread(readAt, this.ports.clock.now()))
      await openCollectionCare(source, { readAt, answer: mapping.message }, this.ports);
  }
}

const isUnread = (readAt: Date, now: Date): boolean => now.getTime() - readAt.getTime() >= MAX_UNREAD_MS;

/** Undefined stands for the company that owns the credential. */
function recipientsOf(
  { recipientOf }: Receiving,
  { legalEntity }: OpenedCredential,
  legalEntities: readonly string[],
): readonly (string | undefined)[] {
  if (!recipientOf) return [undefined];
  const named = legalEntity === undefined ? legalEntities : [legalEntity];
  return [...new Set(named.flatMap((entity) => recipientOf(entity) ?? []))];
}
