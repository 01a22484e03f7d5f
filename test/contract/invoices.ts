import assert from 'node:assert/strict';
import type { InvoiceRecord } from '../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceChange, InvoiceStore } from '../../src/ports/invoice-store.ts';
import { anEvent, anIntake } from '../support/records.ts';

/** The change that follows a record: one version and one event on. */
export function changeOf(record: InvoiceRecord, own: Partial<InvoiceRecord> = {}): InvoiceChange {
  const sequence = record.lastSequence + 1;
  const next = { ...record, version: record.version + 1, lastSequence: sequence, ...own };
  return { record: next, events: [anEvent(next, sequence)], audit: [], files: [] };
}

/** An invoice that the store has taken in. */
export async function taken(store: InvoiceStore, own: Partial<InvoiceRecord> = {}): Promise<InvoiceRecord> {
  const result = await store.takeIn(anIntake(own));
  assert.ok(result.taken);
  return result.invoice;
}

export const sequences = (events: readonly { sequence: number }[]): number[] =>
  events.map(({ sequence }) => sequence);
export const idsOf = (records: readonly { id: string }[]): string[] => records.map(({ id }) => id);
