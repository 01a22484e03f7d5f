import { SKEW_MS } from '../../domain/lifecycle/due.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Digests } from '../../ports/digests.ts';
import type { SessionRow, SessionRows } from '../../ports/session-rows.ts';
import type { Opened, Opening, SessionOf, Sessions } from '../../ports/sessions.ts';

/** Longer than opening takes: within it nobody else opens the same. */
export const OPENING_MS = 120_000;

interface Tools {
  readonly rows: SessionRows;
  readonly content: TextSealer;
  readonly digests: Digests;
  readonly clock: Clock;
}

/** What a row holds when it is opened: the session, and the hash of the credential's value that it was opened with. */
interface Kept {
  readonly session: string;
  readonly of: string;
}

/** Sessions on the store, sealed under the data key of their client. */
export class KeptSessions implements Sessions {
  /** In one process those who want the same wait for each other instead of for the store. */
  private readonly turns = new Map<string, Promise<unknown>>();

  constructor(private readonly tools: Tools) {}

  async use<F>(of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'> {
    const name = nameOf(of);
    const good = this.good(await this.tools.rows.find(name), of, opening);
    return (await good) ?? this.inTurn(name, () => this.open(name, of, opening));
  }

  private async good<F>(row: SessionRow | undefined, of: SessionOf, { isGood }: Opening<F>) {
    const session = await this.kept(row, of);
    return session !== undefined && isGood(session) ? { session } : undefined;
  }

  /** The mark goes to the store before the call, so that a second process makes none; and it ends with the answer. */
  private async open<F>(name: string, of: SessionOf, opening: Opening<F>): Promise<Opened<F> | 'busy'> {
    const { rows, content, clock } = this.tools;
    const before = await rows.find(name);
    // Whoever was first in this process has opened it.
    const good = await this.good(before, of, opening);
    if (good) return good;
    const now = clock.now();
    if (isBeingOpened(before, now)) return 'busy';
    const { version = 0, sealed = null } = before ?? {};
    const openingUntil = new Date(now.getTime() + OPENING_MS);
    if (!(await rows.replace({ name, version: version + 1, sealed, openingUntil }))) return 'busy';
    const done = { name, version: version + 2, openingUntil: null };
    const opened = await opening.open(await this.kept(before, of)).catch(async (error: unknown) => {
      await rows.replace({ ...done, sealed });
      throw error;
    });
    if ('failed' in opened) {
      await rows.replace({ ...done, sealed });
      return opened;
    }
    const kept: Kept = { session: opened.session, of: this.valueOf(of) };
    const text = await content.sealText(of.credential.client, JSON.stringify(kept));
    return (await rows.replace({ ...done, sealed: text })) ? opened : 'busy';
  }

  private async kept(row: SessionRow | undefined, of: SessionOf): Promise<string | undefined> {
    if (!row?.sealed) return undefined;
    const text = await this.tools.content.openText(of.credential.client, row.sealed);
    const kept = JSON.parse(text) as Kept;
    return kept.of === this.valueOf(of) ? kept.session : undefined;
  }

  private valueOf({ credential }: SessionOf): string {
    return this.tools.digests.sha256(new TextEncoder().encode(credential.value));
  }

  private async inTurn<T>(name: string, run: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(name) ?? Promise.resolve()).then(run);
    const settled = turn.catch(() => undefined);
    this.turns.set(name, settled);
    try {
      return await turn;
    } finally {
      if (this.turns.get(name) === settled) this.turns.delete(name);
    }
  }
}

/** A mark that lies further ahead than it could have been written is from before the clock was set back. */
function isBeingOpened(row: SessionRow | undefined, now: Date): boolean {
  if (!row?.openingUntil) return false;
  const ahead = row.openingUntil.getTime() - now.getTime();
  return ahead > 0 && ahead <= OPENING_MS + SKEW_MS;
}

const nameOf = ({ route, credential: { client, id }, name }: SessionOf): string =>
  `${route} ${client} ${id ?? 'built-in'} ${name}`;
