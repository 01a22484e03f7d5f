/** Pure work by name. It runs in another thread: what goes in and what comes out is plain data. */
export type Work = Readonly<Record<string, (input: never) => unknown>>;

/** Where large documents are worked on, so that nothing else waits for them. */
export interface Workbench<W extends Work> {
  /**
   * One after the other, in the order of arrival.
   * @throws CallFailed `busy` when the work was lost: out of time or memory.
   */
  run<N extends keyof W>(name: N, input: Parameters<W[N]>[0]): Promise<Awaited<ReturnType<W[N]>>>;
}
