import assert from 'node:assert/strict';
import type { CareRow, InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { handIn, type RunningApi } from './harness.ts';

/** An invoice of the client with these care rows. @returns its id */
export async function openCare(
  api: RunningApi,
  client: string,
  care: readonly CareRow[],
  own: Partial<InvoiceRecord> = {},
): Promise<string> {
  const { invoices } = api.world;
  const id = await handIn(api, client);
  const before = (await invoices.find(id))!;
  const record = { ...before, state: 'rejected', dueAt: null, care, ...own, version: 2 } as const;
  assert.equal(await invoices.commit({ record, events: [], audit: [], files: [] }), 'committed');
  return id;
}
