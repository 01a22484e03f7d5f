import { instantsAt } from '../../domain/lifecycle/due.ts';
import type { Parameters } from './sqlite.ts';

/** Conditions on an invoice, and their parameters. */
export const IS_DUE = '(due_at <= @now OR (due_at IS NOT NULL AND updated_at > @latestChange))';
export const IS_FREE = '(lease_until IS NULL OR lease_until <= @now)';

/** A record of the table whose client's data key was not shredded: nothing is done for a client that was deleted. */
export const isKept = (table: string): string =>
  `NOT EXISTS (SELECT 1 FROM data_key WHERE client = ${table}.client AND wrapped = '')`;

/** Records that became due because the clock was set back. The range in the index of last changes is empty otherwise. */
export const IS_AHEAD = 'due_at IS NOT NULL AND updated_at > @latestChange AND due_at > @now';

export function instants(at: Date): Parameters {
  const { now, latestChange } = instantsAt(at);
  return { now: now.getTime(), latestChange: latestChange.getTime() };
}
