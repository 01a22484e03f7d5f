import { inTime } from '../../application/operation/in-time.ts';

/** Prometheus waits 10 seconds for all metrics. A store that hangs must not cost the other metrics. */
export const PATIENCE_MS = 3000;

/** All metrics are collected in one tick, so one reading serves a scrape; undefined if the store cannot be read in time. */
export function oncePerScrape<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let reading: Promise<T | undefined> | undefined;
  return () =>
    (reading ??= inTime(PATIENCE_MS, read())
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
}
