/** Pure work by name. It runs in another thread: input and output are plain data. */
type Work = Readonly<Record<string, (input: never) => unknown>>;

/** The threads for large documents, so that nothing else waits for them. */
export interface ReaderPool<W extends Work> {
  /**
   * One task after the other, in the order of arrival.
   * @throws CallFailed `busy` if the work was lost: out of time or memory.
   */
  run<N extends keyof W>(name: N, input: Parameters<W[N]>[0]): Promise<Awaited<ReturnType<W[N]>>>;
}
