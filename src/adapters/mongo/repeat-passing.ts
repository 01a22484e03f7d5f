import { setTimeout } from 'node:timers/promises';
import { START_MS } from './connect.ts';
import { isPassing } from './driver-errors.ts';

const PAUSE_MS = 500;

/** A primary that steps down meanwhile, or a deadlock with another process that starts, leaves only work that can be repeated. */
export async function repeatPassing<T>(work: () => Promise<T>, forMs = START_MS): Promise<T> {
  for (const end = Date.now() + forMs; ; await setTimeout(PAUSE_MS))
    try {
      return await work();
    } catch (error) {
      if (!isPassing(error) || Date.now() >= end) throw error;
    }
}
