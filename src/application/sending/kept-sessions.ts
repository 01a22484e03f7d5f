import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { SessionRow, SessionRows } from '../../ports/session-rows.ts';
import {
  LOG_IN_MS,
  MAX_MARK_MS,
  type Opened,
  type Opening,
  type SessionOf,
  type Sessions,
} from '../../ports/sessions.ts';

interface Ports {
  readonly rows: SessionRows;
  readonly content: TextSealer;
  readonly digests: Digests;
  readonly clock: Clock;
  /** Milliseconds of the monotonic clock. */
  readonly monotonicMs?: () => number;
}

/** The content of a row: the session, and the hash of the credential value that opened it. */
interface Kept {
  readonly session: string;
  readonly of: string;
}

/** Sessions on the store, sealed under the data key of their client. */
export class KeptSessions implements Sessions {
  /** Within one process, callers of the same session wait for each other instead of for the store. */
  private readonly pending = new Map<string, Promise<unknown>>();

  /** Marks from before the clock was set back: the version of the row, and when this process first saw the mark. */
  private readonly ahead = new Map<string, { readonly version: number; readonly sinceMs: number }>();

  constructor(private readonly ports: Ports) {}

  async use<F>(of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'> {
    const name = nameOf(of);
    const findGood = this.good(await this.ports.rows.find(name), of, opening);
    return (await findGood) ?? this.runInTurn(name, () => this.open(name, of, opening));
  }

  private async good<F>(row: SessionRow | undefined, of: SessionOf, { isGood }: Opening<F>) {
    const session = await this.readKept(row, of);
    return session !== undefined && isGood(session) ? { session } : undefined;
  }

  /** The mark is stored before the call, so that no second process opens one; the answer ends it. */
  private async open<F>(name: string, of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'> {
    const { rows, content, clock } = this.ports;
    const before = await rows.find(name);
    // The first call in this process may have opened it.
    const good = await this.good(before, of, opening);
    if (good) return good;
    const now = clock.now();
    if (before && this.isBeingOpened(before, now)) return 'busy';
    const { version = 0, sealed = null } = before ?? {};
    const openingUntil = new Date(now.getTime() + LOG_IN_MS);
    if (!(await rows.replace({ name, version: version + 1, sealed, openingUntil }))) return 'busy';
    const done = { name, version: version + 2, openingUntil: null };
    const opened = await opening.open(await this.readKept(before, of)).catch(async (error: unknown) => {
      await rows.replace({ ...done, sealed });
      throw error;
    });
    if ('failed' in opened) {
      await rows.replace({ ...done, sealed });
      return opened;
    }
    const session: Kept = { session: opened.session, of: this.hashOf(of) };
    const text = await content.sealText(of.credential.client, JSON.stringify(session));
    return (await rows.replace({ ...done, sealed: text })) ? opened : 'busy';
  }

  private async readKept(row: SessionRow | undefined, of: SessionOf): Promise<string | undefined> {
    if (!row?.sealed) return undefined;
    const text = await this.ports.content.openText(of.credential.client, row.sealed);
    const session = JSON.parse(text) as Kept;
    return session.of === this.hashOf(of) ? session.session : undefined;
  }

  private hashOf({ credential }: SessionOf): string {
    return this.ports.digests.sha256(new TextEncoder().encode(credential.value));
  }

  /**
   * A mark whose end is further ahead than any process could write it is from before the clock was set back. Its process may still be
   * opening the session, so the mark counts for its usual time from the first look on, by the monotonic clock.
   */
  private isBeingOpened({ name, version, openingUntil }: SessionRow, now: Date): boolean {
    const ahead = openingUntil ? openingUntil.getTime() - now.getTime() : 0;
    if (ahead <= MAX_MARK_MS) {
      this.ahead.delete(name);
      return ahead > 0;
    }
    const { monotonicMs = () => performance.now() } = this.ports;
    const noted = this.ahead.get(name);
    const seen = noted?.version === version ? noted : { version, sinceMs: monotonicMs() };
    this.ahead.set(name, seen);
    return monotonicMs() - seen.sinceMs < MAX_MARK_MS;
  }

  private async runInTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const next = (this.pending.get(name) ?? Promise.resolve()).then(run);
    const settled = next.catch(() => undefined);
    this.pending.set(name, settled);
    try {
      return await next;
    } finally {
      if (this.pending.get(name) === settled) this.pending.delete(name);
    }
  }
}

const nameOf = ({ route, credential: { client, id }, name }: SessionOf): string =>
  `${route} ${client} ${id ?? 'built-in'} ${name}`;
