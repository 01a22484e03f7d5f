import type { Feed } from './feeds.ts';

/** How far the received invoices of clients are collected. Each source, one credential and recipient, has a name. */
export interface CollectionCursors {
  /**
   * Gives the source to one process: no other process gets it before `until`, so the network is asked no more often than that.
   * @returns undefined while another process has it.
   */
  hold(name: string, until: Date, now: Date): Promise<HeldCursor | undefined>;
  /**
   * Everything before `cursor` is taken in. A late process may set the cursor back: documents are then fetched again and change nothing.
   */
  advance(name: string, cursor: string): Promise<void>;
  /** The network wants no calls until then. */
  postpone(name: string, until: Date): Promise<void>;
  /** Everything that the network listed at `readAt` is taken in. */
  complete(name: string, readAt: Date): Promise<void>;
  find(name: string): Promise<CollectionSource | undefined>;
}

export interface HeldCursor {
  /** Null at the beginning. */
  readonly cursor: string | null;
  /** Absent until the list was read to its end once. */
  readonly readAt?: Date;
}

/** A source, as it is stored. */
export interface CollectionSource extends HeldCursor {
  readonly name: string;
  readonly heldUntil: Date;
}

interface SourceNames extends Pick<Feed, 'route' | 'client' | 'credentialId'> {
  readonly recipient?: string | undefined;
}

export const collectionName = ({ route, client, credentialId, recipient = '' }: SourceNames): string =>
  [route, client, credentialId ?? 'built-in', recipient].join(' ').trim();
