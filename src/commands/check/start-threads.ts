import { availableParallelism } from 'node:os';
import { Threads } from '../../adapters/piscina/threads.ts';
import type { Surroundings } from '../frame/frame.ts';

/** @param files to be checked: more threads than files are of no use. */
export function startThreads(files: number, { threads }: Pick<Surroundings, 'threads'>): Threads {
  const count = Math.max(1, Math.min(availableParallelism(), files));
  return threads?.(count) ?? new Threads(count);
}
