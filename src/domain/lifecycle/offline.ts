import { profileOf } from '../routes/all.ts';
import type { Route } from '../vocabulary/route.ts';
import { afterWorkingDays } from './deadlines.ts';

/** Why an invoice reaches the buyer before the route: at the issuer's choice, or in an outage that the route's operator announces. */
export const OFFLINE_MODES = ['chosen', 'unavailability', 'failure', 'total_failure'] as const;
export type OfflineMode = (typeof OFFLINE_MODES)[number];

/** Facts of an invoice whose page reaches the buyer before the route gets the document. */
export interface OfflineIssue {
  readonly mode: OfflineMode;
  /** `CodeLinks` of the checked document, JSON, sealed: they name the seller. From then on its bytes are final. */
  readonly sealedLinks?: string;
  /** SHA-256 of the refused document on the buyer's page, which this one replaces (a technical correction). */
  readonly replaces?: string;
}

/** An outage that the route's operator announces. */
export interface AnnouncedOutage {
  readonly mode: Exclude<OfflineMode, 'chosen'>;
  /** Absent if no end is announced. */
  readonly endsAt?: Date;
}

interface Waiting {
  readonly route: Route;
  readonly offline?: OfflineIssue;
  readonly deadlineAt?: Date;
}

/**
 * The mode and the deadline during an outage: so many working days after its end, and the later of two deadlines counts. An outage without an
 * announced end may end today. A total failure lifts the duty.
 */
export function moveDeadline<R extends Waiting>(record: R, outage: AnnouncedOutage, now: Date): R {
  const { offline, deadlineAt: before, ...rest } = record;
  const profile = profileOf(record.route);
  if (!offline || !profile.offline || !profile.context) return record;
  const days = profile.offline.daysAfter[outage.mode];
  if (days === null) return { ...rest, offline: { ...offline, mode: outage.mode } } as R;
  const end = outage.endsAt && outage.endsAt > now ? outage.endsAt : now;
  const moved = afterWorkingDays(days, profile.context.today(end), profile.filing?.isHoliday);
  if (before === undefined || before >= moved) return record;
  return { ...record, offline: { ...offline, mode: outage.mode }, deadlineAt: moved };
}
