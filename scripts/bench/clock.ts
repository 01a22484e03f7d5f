import { readFileSync } from 'node:fs';

/** Milliseconds. `BENCH_CLOCK=cpu` counts the processor time of this thread on a busy machine; the first field is nanoseconds. */
export const clock =
  process.env['BENCH_CLOCK'] === 'cpu'
    ? () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6
    : () => performance.now();
