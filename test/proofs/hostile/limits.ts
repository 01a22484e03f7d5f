/** An attack ends after its cases or its time, whichever comes first. */
export interface Limits {
  readonly seed: number;
  /** Number of the first case. */
  readonly from: number;
  readonly cases: number;
  readonly ms: number;
}

/** Runs the cases in order, several at once. @returns how many have run. */
export async function eachCase(
  { from, cases, ms }: Limits,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<number> {
  const until = Date.now() + ms;
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + cases && Date.now() < until) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return next - from;
}
