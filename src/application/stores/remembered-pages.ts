import type { ClientStore } from '../../ports/client-store.ts';
import { feedName, type Feeds } from '../../ports/feeds.ts';
import type { Stores } from '../../ports/stores.ts';

/** How late this process may learn of a client or a feed that another process has changed. */
const MAX_AGE_MS = 5_000;
/** A feed that was there so short ago is there: only the deletion of its client removes it. */
const BEGUN_MS = 60_000;

/** The first page of a list that is looked at each second and seldom changes. */
class RememberedPage<T> {
  private page: Promise<readonly T[]> | undefined;
  private readAt = -Infinity;

  constructor(private readonly monotonicMs: () => number) {}

  read(readAgain: () => Promise<readonly T[]>): Promise<readonly T[]> {
    const now = this.monotonicMs();
    if (this.page && now - this.readAt < MAX_AGE_MS) return this.page;
    const page = readAgain();
    [this.page, this.readAt] = [page, now];
    page.catch(() => this.forget(page));
    return page;
  }

  /** @param only left out: whatever is remembered. */
  forget(only = this.page): void {
    if (this.page === only) this.page = undefined;
  }

  /** A change of this process is seen at once: a page that was read beside it is forgotten, too. */
  async changing<C>(change: () => Promise<C>): Promise<C> {
    this.forget();
    try {
      return await change();
    } finally {
      this.forget();
    }
  }
}

/** The stores of a process whose looks for answers and received invoices, one a second in the sandbox, seldom need the store. */
export const rememberPages = <S extends Pick<Stores, 'clients' | 'feeds'>>(
  stores: S,
  monotonicMs = () => performance.now(),
): S => ({
  ...stores,
  clients: rememberClients(stores.clients, new RememberedPage(monotonicMs)),
  feeds: rememberFeeds(stores.feeds, new RememberedPage(monotonicMs), monotonicMs),
});

type PageOf<T extends (...query: never[]) => Promise<readonly unknown[]>> = RememberedPage<
  Awaited<ReturnType<T>>[number]
>;

const rememberClients = (clients: ClientStore, first: PageOf<ClientStore['toCollectFor']>): ClientStore => ({
  find: (client) => clients.find(client),
  list: (query) => clients.list(query),
  toCollectFor: (after, limit) =>
    after === undefined
      ? first.read(() => clients.toCollectFor(after, limit))
      : clients.toCollectFor(after, limit),
  replace: (record, audit) => first.changing(() => clients.replace(record, audit)),
  retaining: () => clients.retaining(),
  listDeletedSince: (since) => clients.listDeletedSince(since),
});

function rememberFeeds(feeds: Feeds, first: PageOf<Feeds['list']>, monotonicMs: () => number): Feeds {
  let begun = new Set<string>();
  let since = -Infinity;
  return {
    begin: async (feed) => {
      if (monotonicMs() - since >= BEGUN_MS) [begun, since] = [new Set(), monotonicMs()];
      const name = feedName(feed);
      if (begun.has(name)) return;
      const present = begun;
      await first.changing(() => feeds.begin(feed));
      present.add(name);
    },
    list: (after, limit) =>
      after === undefined ? first.read(() => feeds.list(after, limit)) : feeds.list(after, limit),
    advance: (name, cursor) => first.changing(() => feeds.advance(name, cursor)),
  };
}
