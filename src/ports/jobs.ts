/** Work on invoices, at least once. */
export interface Jobs {
  /**
   * Schedules work on an invoice; asking twice for one invoice schedules one, at the earlier time.
   * @param notBefore earliest start, UTC; the worker may start later, never earlier.
   * @throws CallFailed `busy`: nothing was scheduled.
   */
  schedule(invoiceId: string, notBefore: Date): Promise<void>;
}
