import type { Stores } from '../../src/ports/stores.ts';

/** An empty store, opened for one test. */
export interface Kept extends Stores {
  /** The same store through a second connection, as another process sees it. */
  readonly other: Stores;
  /** Where other processes find it; undefined when there is nothing to share. */
  readonly url?: string;
  close(): Promise<void>;
}

export type Open = () => Promise<Kept>;
