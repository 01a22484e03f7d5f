import assert from 'node:assert/strict';
import { SumInvoices } from '../../../src/application/datasets/sum-invoices.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import type { InvoiceSummary } from '../../../src/domain/vocabulary/invoice-summary.ts';
import type { AuditEntry } from '../../../src/ports/audit-log.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { after, anIntake } from '../../support/records.ts';

const OPERATOR = { kind: 'operator', keyId: 'operator' } as Caller;

/** A summary is sealed as it is. */
const invoice = (n: number, summary: InvoiceSummary, own: Partial<InvoiceRecord> = {}): InvoiceRecord =>
  anIntake({ createdAt: after(n), sealedSummary: JSON.stringify(summary), ...own }).record;

function over(records: readonly InvoiceRecord[]) {
  const audited: AuditEntry[] = [];
  const sum = new SumInvoices({
    invoices: {
      inOrder: async (_query, last, limit) => {
        const from = last ? records.findIndex(({ id }) => id === last.id) + 1 : 0;
        return records.slice(from, from + limit);
      },
      attempts: async (some) =>
        some.map(({ client, invoiceRef }) =>
          records.filter((one) => one.client === client && one.invoiceRef === invoiceRef),
        ),
    },
    content: { openTexts: async (client, texts) => (client === 'deleted' ? undefined : texts) },
    audit: { write: async (entry) => void audited.push(entry) },
    clock: new FakeClock(),
  });
  return { sum: () => sum.run(OPERATOR, {}, 'req-1'), audited };
}

const shown = ({ invoices, total, due }: { invoices: number; total: object; due: object }) => [
  invoices,
  String(total),
  String(due),
];

describe('the sums of a list', () => {
  it('are by currency and exact, without what has not arrived and minus what was credited', async () => {
    const { sum } = over([
      invoice(1, { currency: 'EUR', total: '0.10', due: '0.10' }),
      invoice(2, { currency: 'EUR', total: '0.20', due: '0.00' }, { state: 'delivered' }),
      invoice(3, { currency: 'EUR', total: '0.05', due: '0.05', typeCode: '381' }, { state: 'ready' }),
      invoice(4, { currency: 'EUR', total: '-0.01', typeCode: '381' }),
      invoice(5, { currency: 'EUR', total: '7.00', due: '7.00' }, { state: 'rejected' }),
      invoice(6, { currency: 'EUR', total: '8.00', due: '8.00' }, { state: 'cancelled' }),
      invoice(7, { currency: 'EUR', total: '9.00', due: '9.00' }, { state: 'dead_letter' }),
      invoice(8, { currency: 'CZK', total: '100', due: '100' }),
    ]);
    const { sums, withoutAmounts, isComplete } = await sum();
    assert.deepEqual(
      sums.map(({ currency, notArrived, ...own }) => [currency, shown(own), shown(notArrived)]),
      [
        ['CZK', [1, '100', '100'], [0, '0', '0']],
        ['EUR', [4, '0.24', '0.04'], [3, '24', '24']],
      ],
    );
    assert.deepEqual([withoutAmounts, isComplete], [0, true]);
  });

  it('count what was sent again once, wherever the first attempt stands in the list', async () => {
    const again = (n: number, state: InvoiceRecord['state']) =>
      invoice(n, { currency: 'EUR', total: '8.00', due: '8.00' }, { invoiceRef: 'ERP-1', state });
    const { sum } = over([again(1, 'rejected'), again(2, 'dead_letter'), again(3, 'delivered')]);
    const [{ notArrived, ...own } = assert.fail('no sum')] = (await sum()).sums;
    assert.deepEqual(
      [shown(own), shown(notArrived)],
      [
        [1, '8', '8'],
        [0, '0', '0'],
      ],
    );
  });

  it('say how many have no amount, and say nothing of a client that was deleted', async () => {
    const { sum, audited } = over([
      invoice(1, { total: '1.00' }),
      invoice(2, { currency: 'EUR' }),
      invoice(3, { currency: 'EUR', total: '1.00' }, { client: 'deleted' }),
    ]);
    assert.deepEqual(await sum(), { sums: [], withoutAmounts: 2, isComplete: true });
    assert.deepEqual(
      audited.map(({ action, details }) => [action, details]),
      [['summaries_read', { count: 3 }]],
    );
  });

  it('end at a limit, and say so', async () => {
    const many = Array.from({ length: 5_001 }, (_, n) => invoice(n, { currency: 'EUR', total: '1.00' }));
    for (const [records, isComplete] of [
      [many, false],
      [many.slice(1), true],
    ] as const) {
      const { sum, audited } = over(records);
      const { sums, ...rest } = await sum();
      assert.deepEqual([sums[0]?.invoices, rest.isComplete], [5_000, isComplete]);
      assert.equal(audited.length, 1);
    }
  });
});
