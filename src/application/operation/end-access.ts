import type { BrowserSessions } from '../../ports/browser-sessions.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import type { ShareStore } from '../../ports/share-store.ts';

interface Ports {
  readonly keys: Pick<KeyStore, 'list' | 'revoke'>;
  readonly shares: Pick<ShareStore, 'list' | 'revoke'>;
  readonly browserSessions: Pick<BrowserSessions, 'removeUpTo'>;
  readonly clock: Clock;
  readonly realClock: Clock;
}

/** What is known of the keys of a restored store. */
interface KeysKnown {
  /** Those that the lost store had revoked; undefined if that is unknown: any key of the backup may be one. */
  readonly revoked?: ReadonlySet<string> | undefined;
  /** Keys and links stay as in the backup. */
  readonly keepKeys?: boolean | undefined;
}

export interface EndedAccess {
  readonly keys: number;
  readonly links: number;
}

const PAGE = 500;

/**
 * Ends what a restored store would revive: keys and links that were revoked after the backup. A key that was made after it is not in the
 * store. The last to know of a link is the store that was lost, and a new one is made in seconds, so every link ends. So does every session,
 * also one that began while the backup was made: people sign in again.
 */
export class EndAccess {
  constructor(private readonly ports: Ports) {}

  /** @returns undefined if keys and links stay. */
  async run(takenAt: Date, { revoked, keepKeys }: KeysKnown = {}): Promise<EndedAccess | undefined> {
    await this.ports.browserSessions.removeUpTo(this.ports.realClock.now());
    if (keepKeys) return undefined;
    const ended = new Set<string>();
    for await (const { id, createdAt, revokedAt, holder } of this.keys()) {
      if (revokedAt || createdAt > takenAt || (revoked && !revoked.has(id)) || ended.has(id)) continue;
      const at = this.ports.clock.now();
      const audit = { at, action: 'key_revoked', actor: 'restore', subject: id };
      const done = await this.ports.keys.revoke(id, at, (alsoRevoked) => ({
        ...audit,
        details: { also_revoked: alsoRevoked },
        ...(holder.kind === 'client' && { client: holder.client }),
      }));
      for (const one of [id, ...(done?.alsoRevoked ?? [])]) ended.add(one);
    }
    return { keys: ended.size, links: await this.endLinks(takenAt) };
  }

  private async *keys() {
    for (let after: string | undefined; ;) {
      const page = await this.ports.keys.list({ limit: PAGE, ...(after !== undefined && { after }) });
      yield* page;
      after = page.at(-1)?.id;
      if (page.length < PAGE) return;
    }
  }

  private async endLinks(takenAt: Date): Promise<number> {
    const { shares, clock } = this.ports;
    for (let ended = 0; ;) {
      const at = clock.now();
      const page = await shares.list({
        at,
        after: { createdAt: new Date(takenAt.getTime() + 1), id: '' },
        limit: PAGE,
      });
      for (const { id } of page) await shares.revoke(id, at);
      ended += page.length;
      if (page.length < PAGE) return ended;
    }
  }
}
