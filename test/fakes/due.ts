import { instantsAt } from '../../src/domain/lifecycle/due.ts';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';

export const isDue = ({ dueAt, updatedAt }: InvoiceRecord, now: Date): boolean =>
  dueAt !== null && (dueAt <= now || updatedAt > instantsAt(now).latestChange);

export const isHeld = ({ lease }: InvoiceRecord, now: Date): boolean => lease !== null && lease.until > now;
