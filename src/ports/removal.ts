/** Deletes invoices for good: by the retention of their client, or with the client. */
export interface Removal {
  /**
   * Deletes records with their events (also in the feed), care rows and the answers kept about them. Their content is removed later, once
   * no other record of the client names it. The series keeps their counts. A worker that holds one loses it: its next commit is a
   * `conflict`. Safe to repeat at any time and from any number of processes.
   * @returns how many, at most `limit`; 0 if there is nothing to delete.
   */
  remove(query: RemovalQuery, limit: number): Promise<number>;
}

export interface RemovalQuery {
  readonly client: string;
  /** Only ended ones without open care rows whose last change is older; all if left out. */
  readonly endedBefore?: Date;
}
