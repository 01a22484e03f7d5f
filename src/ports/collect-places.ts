/** How far the invoices that came for a client are collected, by a name of its own for each place to collect from. */
export interface CollectPlaces {
  /**
   * Gives the place to one process: no other process gets it until `until`, so that a network is asked no more often than that.
   * @returns undefined while another has it.
   */
  hold(name: string, until: Date, now: Date): Promise<HeldPlace | undefined>;
  /** Everything before `cursor` is taken in. A process that is late may set it back: then documents are met again, to no effect. */
  advance(name: string, cursor: string): Promise<void>;
  /** The network wants to be left alone until then. */
  postpone(name: string, until: Date): Promise<void>;
}

export interface HeldPlace {
  /** Null at the beginning. */
  readonly cursor: string | null;
}
