import { availableParallelism } from 'node:os';
import { Threads } from '../../adapters/piscina/threads.ts';

/** @param files to be checked: more threads than files are of no use. */
export const startThreads = (files: number): Threads =>
  new Threads(Math.max(1, Math.min(availableParallelism(), files)));
