import type { Stores } from '../../src/ports/stores.ts';

/** An empty store, opened for one test. */
export interface Kept extends Stores {
  /** The same store through a second connection, as in another process. */
  readonly other: Stores;
  /** The address for other processes; undefined if the store cannot be shared. */
  readonly url?: string;
  close(): Promise<void>;
}

export type Open = () => Promise<Kept>;
