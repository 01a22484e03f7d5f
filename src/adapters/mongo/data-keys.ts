import type { Collection } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { MAX_KEY_AGE_MS } from '../../domain/lifecycle/leased-keys.ts';
import type { DataKeyDocument } from './documents.ts';

/** More clients than this are read again. */
const MAX_KEYS = 10_000;

interface RecentKey {
  readonly wrapped: string;
  /** By CLOCK_MONOTONIC, which runs on while the process is stopped and is not set. */
  readonly askedAt: number;
}

/**
 * The wrapped data keys of clients. One delivered invoice needs its client's key ten times, so a process keeps it for `MAX_KEY_AGE_MS`. An
 * empty key, of a client that was deleted, is read each time, as is a key that is not there yet.
 */
export class DataKeys {
  private readonly recent = new Map<string, RecentKey>();

  constructor(
    private readonly stored: Collection<DataKeyDocument>,
    private readonly maxAgeMs = MAX_KEY_AGE_MS,
  ) {}

  /** @returns empty if it was shredded; undefined if the client has none yet. */
  async of(client: string): Promise<string | undefined> {
    const known = this.recent.get(client);
    const askedAt = performance.now();
    if (known && askedAt - known.askedAt < this.maxAgeMs) return known.wrapped;
    const wrapped = (await this.stored.findOne({ _id: client }))?.wrapped;
    this.recent.delete(client);
    if (this.recent.size >= MAX_KEYS) this.recent.clear();
    if (wrapped) this.recent.set(client, { wrapped, askedAt });
    return wrapped;
  }

  /**
   * The document stays, empty, so that no other key is kept. Once this returns, no process has the key: each reads it again, also one that
   * was stopped meanwhile.
   */
  async shred(client: string): Promise<void> {
    const before = await this.stored.findOneAndUpdate(
      { _id: client },
      { $set: { wrapped: '' } },
      { upsert: true, projection: { wrapped: 1 } },
    );
    this.recent.delete(client);
    if (before?.wrapped) await pause(this.maxAgeMs);
  }

  /** @returns false if the key is another one by now. */
  async replace(client: string, before: string, wrapped: string): Promise<boolean> {
    const { matchedCount } = await this.stored.updateOne(
      { _id: client, wrapped: before },
      { $set: { wrapped } },
    );
    this.recent.delete(client);
    return matchedCount === 1;
  }
}
