import { instantsAt } from '../../src/domain/lifecycle/due.ts';
import type { WorkRecord } from '../../src/domain/lifecycle/work-record.ts';

export const isDue = ({ dueAt, updatedAt }: WorkRecord, now: Date): boolean =>
  dueAt !== null && (dueAt <= now || updatedAt > instantsAt(now).latestChange);

export const isHeld = ({ lease }: WorkRecord, now: Date): boolean => lease !== null && lease.until > now;
