import assert from 'node:assert/strict';
import { type CareKind, listCare } from '../../../src/application/care/listed-care.ts';
import type { InvoiceInCare } from '../../../src/domain/lifecycle/care-item.ts';
import { after as later } from '../../support/records.ts';

const INVOICES = 2500;

const storeWithCare = (n: number): InvoiceInCare => ({
  id: `inv_${String(n).padStart(4, '0')}`,
  client: 'acme',
  route: 'PEPPOL',
  invoiceRef: `R-${n}`,
  care: [{ code: 'BR-1', whoActs: 'erp', openedAt: later(n) }],
  newestAt: later(n),
});

describe('a care list', () => {
  const queries: string[] = [];
  const all = Array.from({ length: INVOICES }, (_, n) => storeWithCare(INVOICES - n));
  const newest = (kind: CareKind, count: number, before: Date): Promise<readonly InvoiceInCare[]> => {
    queries.push(`${kind} ${count}`);
    return Promise.resolve(
      kind === 'open' ? all.filter(({ newestAt }) => newestAt < before).slice(0, count) : [],
    );
  };
  beforeEach(() => (queries.length = 0));

  it('of many rows is read in parts, down to the oldest', async () => {
    const items = await listCare({ status: 'open' }, newest);
    assert.deepEqual(
      items.map(({ id }) => id),
      all.map(({ id }) => id),
    );
    assert.deepEqual(queries, ['open 1000', 'open 1000', 'open 1000', 'open 1000']);
  });

  it('of a few rows reads at most as many invoices as rows', async () => {
    assert.equal((await listCare({ status: 'all', limit: 201 }, newest)).length, 201);
    assert.deepEqual(queries, ['open 201', 'handled 201']);
  });
});
