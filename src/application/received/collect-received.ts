import { type ClientRecord, reasonToStop } from '../../domain/clients/client-record.ts';
import { pauseMs } from '../../domain/sending/retry.ts';
import { isError } from 'en16931-rules/vocabulary/finding.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CollectionCursors } from '../../ports/collection-cursors.ts';
import type { Log } from '../../ports/log.ts';
import type { CollectedDocument, CollectedPage, Receiving } from '../../ports/rail/receiving.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import type { WatchRoutes } from '../operation/watch-routes.ts';
import type { DeliveredDocument, TakeReceived } from './take-received.ts';

interface Tools {
  readonly clients: Pick<ClientStore, 'list'>;
  readonly credentials: {
    /** All credentials that the client has now. */
    live(client: string, route: Route): Promise<readonly OpenedCredential[]>;
  };
  readonly rails: Rails;
  readonly collectionCursors: CollectionCursors;
  readonly received: Pick<ReceivedStore, 'holds'>;
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly takeReceived: Pick<TakeReceived, 'run'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'routeCalled'>;
  readonly recorder: Pick<WatchRoutes, 'collect'>;
  readonly log: Pick<Log, 'info' | 'warn'>;
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
/** A network that always names a next page must not block the others. */
const MAX_PAGES = 20;

/**
 * Fetches the invoices that came for clients, through the same intake as those that callers submit. A document is stored before the cursor
 * moves, and held once under the route's id: a process that dies at any point loses none and stores none twice.
 */
export class CollectReceived {
  constructor(private readonly tools: Tools) {}

  async run(): Promise<void> {
    const { clients } = this.tools;
    for (let after: string | undefined; ;) {
      const records = await clients.list({ after, limit: CLIENTS_AT_ONCE });
      const sources: CollectionSource[] = [];
      for (const record of records) sources.push(...(await this.sourcesOf(record)));
      for (let from = 0; from < sources.length; from += SOURCES_AT_ONCE)
        await Promise.all(
          sources.slice(from, from + SOURCES_AT_ONCE).map((source) => this.tryCollect(source)),
        );
      after = records.at(-1)?.client;
      if (records.length < CLIENTS_AT_ONCE) return;
    }
  }

  private async sourcesOf(record: ClientRecord): Promise<readonly CollectionSource[]> {
    if (record.collect.length === 0 || reasonToStop(record, 'change') !== undefined) return [];
    const { rails, credentials } = this.tools;
    const { client, legalEntities } = record;
    const sources: CollectionSource[] = [];
    for (const route of record.collect) {
      const receiving = rails.get(route)?.receiving;
      if (!receiving) continue;
      for (const credential of await credentials.live(client, route))
        for (const recipient of recipientsOf(receiving, credential, legalEntities)) {
          const name = [route, client, credential.id ?? 'built-in', recipient ?? ''].join(' ').trim();
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
      this.tools.log.warn({ client, route, err }, 'received invoices were not collected'),
    );
  }

  private async collect(source: CollectionSource): Promise<void> {
    const { collectionCursors: cursors, clock } = this.tools;
    const now = clock.now();
    const presentCursor = await cursors.hold(
      source.name,
      new Date(now.getTime() + source.receiving.everyMs),
      now,
    );
    if (!presentCursor) return;
    let { cursor } = presentCursor;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const page = await this.fetchPage(source, cursor);
      if (!page) return;
      for (const document of page.documents) await this.takeDocument(source, document);
      // After a crash before this line the page is fetched again and changes nothing.
      const isFurther = page.next !== undefined && page.next !== cursor;
      if (isFurther) await cursors.advance(source.name, page.next);
      if (page.againMs !== undefined)
        await cursors.postpone(source.name, new Date(clock.now().getTime() + page.againMs));
      if (!isFurther || page.isLast) return;
      cursor = page.next;
    }
  }

  private async fetchPage(
    source: CollectionSource,
    after: string | null,
  ): Promise<CollectedPage | undefined> {
    const { clock, log, collectionCursors: cursors, received, telemetry, recorder } = this.tools;
    const { client, route, credential, recipient, receiving, isThirdParty } = source;
    const began = clock.now();
    const inquiry = {
      ...(recipient !== undefined && { recipient }),
      ...(isThirdParty && { isThirdParty }),
      after,
      take: (document: CollectedDocument) => this.takeDocument(source, document),
      isKnown: (railId: string) => received.holds(client, route, railId),
    };
    const { value: page } = await recorder.collect(source, (calls) =>
      receiving.fetch({ ...inquiry, credential: { ...credential, calls } }),
    );
    if (!page) return undefined;
    const now = clock.now();
    const sign = 'mapping' in page ? page.mapping.networkStatus : undefined;
    telemetry.routeCalled(route, 'received', sign ?? 'fetched', (now.getTime() - began.getTime()) / 1000);
    if (!('mapping' in page)) return page;
    log.warn({ client, route, sign }, 'received invoices cannot be fetched; it is tried again');
    if (page.mapping.meaning === 'later')
      await cursors.postpone(source.name, new Date(now.getTime() + pauseMs(page.retryAfterSeconds)));
    return undefined;
  }

  private async takeDocument(
    { client, route }: CollectionSource,
    { railId, bytes }: CollectedDocument,
  ): Promise<void> {
    const { takeReceived, log } = this.tools;
    const read = await this.read({ client, route, bytes });
    const intakeKey = `collected ${client} ${route} ${railId}`;
    const { outcome, received } = await takeReceived.run({
      client,
      route,
      railId,
      bytes,
      intakeKey,
      ...read,
    });
    const fields = { client, route, invoice_id: received.id };
    if (outcome === 'taken') log.info(fields, 'collected');
    if (outcome === 'conflict') log.warn(fields, 'the route gives other bytes under an id that is held');
  }

  /** An unreadable file is taken in, too: its check reports what is wrong. */
  private async read({
    client,
    route,
    bytes,
  }: Pick<CollectionSource, 'client' | 'route'> & Pick<CollectedDocument, 'bytes'>): Promise<
    Pick<DeliveredDocument, 'number' | 'summary'>
  > {
    try {
      const { findings, progress } = await this.tools.examine.atOnce({
        route,
        source: { form: 'file', bytes, access: { client, whenBusy: 'wait' } },
      });
      const { document, summary } = progress;
      return { number: findings.some(isError) ? null : (document?.number ?? null), summary };
    } catch (error) {
      if (error instanceof CallFailed && error.failure.kind === 'busy') return { number: null };
      throw error;
    }
  }
}

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
