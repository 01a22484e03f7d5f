import type { Route } from '../vocabulary/route.ts';
import type { InvoiceRecord } from './invoice-record.ts';
import type { InvoiceState } from './states.ts';

/** What happens to sent invoices, counted by the hour in which it happens. */
export const ACTIVITIES = ['received', 'delivered', 'refused', 'care'] as const;
export type Activity = (typeof ACTIVITIES)[number];

export const HOUR_MS = 3_600_000;
/** Hours since 1970. */
export const hourAt = (at: Date): number => Math.floor(at.getTime() / HOUR_MS);

/** Counts of older hours are removed: the longest series has 30 days. */
export const ACTIVITY_KEPT_HOURS = 32 * 24;

export interface ActivityCount {
  readonly hour: number;
  readonly route: Route;
  readonly activity: Activity;
  readonly invoices: number;
}

type Milestones = Pick<InvoiceRecord, 'deliveredAt' | 'refusedAt'>;

const DELIVERED: ReadonlySet<InvoiceState> = new Set(['ready', 'accepted', 'delivered']);
/** By our checks or by the network, or given up. */
const REFUSED: ReadonlySet<InvoiceState> = new Set([
  'rejected',
  'validation_failed',
  'source_error',
  'dead_letter',
]);

/** The times of an invoice that reaches a state; each is set once, so that no invoice counts twice. */
export const milestonesAt = (
  { deliveredAt, refusedAt }: Milestones,
  state: InvoiceState,
  now: Date,
): Milestones => ({
  ...(!deliveredAt && DELIVERED.has(state) && { deliveredAt: now }),
  ...(!refusedAt && REFUSED.has(state) && { refusedAt: now }),
});

/** Everything that an invoice counts for, once for each care row. */
export function activitiesOf({
  createdAt,
  deliveredAt,
  refusedAt,
  care,
}: Pick<InvoiceRecord, 'createdAt' | 'care'> & Milestones): readonly Pick<
  ActivityCount,
  'activity' | 'hour'
>[] {
  return [
    { activity: 'received', hour: hourAt(createdAt) },
    ...(deliveredAt ? [{ activity: 'delivered', hour: hourAt(deliveredAt) } as const] : []),
    ...(refusedAt ? [{ activity: 'refused', hour: hourAt(refusedAt) } as const] : []),
    ...care.map(({ openedAt }) => ({ activity: 'care', hour: hourAt(openedAt) }) as const),
  ];
}
