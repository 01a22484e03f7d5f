/** Deletion for good, of what is kept of invoices: by the retention of their client, or with it. */
export interface Removal {
  /**
   * Deletes records with their events (also in the feed), care rows and the answers kept about them. Their content is let go: it is
   * removed when no other record of the client names it. What the series counts of them stays. A worker that holds one loses it:
   * its next commit is a `conflict`. Safe to repeat at any time and from any number of processes.
   * @returns how many, at most `limit`; 0 when there is nothing to delete (any more).
   */
  remove(query: RemovalQuery, limit: number): Promise<number>;
}

export interface RemovalQuery {
  readonly client: string;
  /** Only those that have ended, without open care rows, whose last change is older; all when left out. */
  readonly endedBefore?: Date;
}
