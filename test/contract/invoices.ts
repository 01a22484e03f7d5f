import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceChange, InvoiceStore } from '../../src/ports/invoice-store.ts';
import { anEvent, anIntake } from '../support/records.ts';

/** The next change of a record: one more version and event. */
export function changeOf(record: InvoiceRecord, own: Partial<InvoiceRecord> = {}): InvoiceChange {
  const sequence = record.lastSequence + 1;
  const next = { ...record, version: record.version + 1, lastSequence: sequence, ...own };
  return { record: next, events: [anEvent(next, sequence)], audit: [], files: [] };
}

/** As `changeOf`, with this many events. */
export function changeWith(record: InvoiceRecord, count: number): InvoiceChange {
  const lastSequence = record.lastSequence + count;
  const change = changeOf(record, { lastSequence });
  const events = Array.from({ length: count }, (_, n) => anEvent(change.record, record.lastSequence + 1 + n));
  return { ...change, events };
}

/** Stores an invoice. */
export async function taken(store: InvoiceStore, own: Partial<InvoiceRecord> = {}): Promise<InvoiceRecord> {
  const result = await store.takeIn(anIntake(own));
  assert.ok(result.taken);
  return result.invoice;
}

export const sequences = (events: readonly { sequence: number }[]): number[] =>
  events.map(({ sequence }) => sequence);
export const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);
