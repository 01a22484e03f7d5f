import assert from 'node:assert/strict';
import { type FitInvoice, type Handover, TakeIn } from '../../../src/application/intake/take-in.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { aClaim } from '../../support/records.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';

/** The eve of a public holiday in Poland. */
const ISSUED = '2026-11-10';

async function takenIn(own: Partial<FitInvoice>) {
  const { invoices, idempotency } = memoryStores();
  const content = new FakeContentStore();
  const tools = {
    ...{ invoices, content, clock: new FakeClock(), ids: new FakeIds(), jobs: new FakeJobs() },
    ...{ reportWriter: JSON_REPORT_WRITER, telemetry: new FakeTelemetry() },
    ...{ log: { warn: () => undefined }, environment: 'sandbox' as const },
  };
  const claimed = await idempotency.claim(aClaim());
  const claim = claimed.outcome === 'claimed' ? claimed.claim : assert.fail(claimed.outcome);
  const handover: Handover = {
    ...{ client: 'acme', caller: { kind: 'operator', keyId: 'key_1' }, requestId: 'req_1', claim },
    answer: ({ invoice: { id: invoiceId } }) => ({ status: 202, headers: {}, body: '{}', invoiceId }),
  };
  const intake = new TakeIn(tools);
  const file = await intake.seal(handover, new TextEncoder().encode('<Faktura/>'), undefined);
  const { invoice } = await intake.run(handover, {
    ...{ route: 'PL-KSEF', invoiceRef: 'FV-1', number: 'FV-1', issueDate: ISSUED, format: 'fa3' },
    ...{ fingerprint: file.sha256, kind: 'canonical', file, isFinished: false, warnings: [], ...own },
  });
  return invoice;
}

describe('an invoice that is taken in', () => {
  for (const [how, own, lastDay] of [
    ['has its deadline without public holidays, which is never too late', {}, '2026-11-11'],
    ['has them counted if it is issued offline', { offline: { mode: 'chosen' } }, '2026-11-12'],
  ] as const)
    it(how, async () => {
      const { deadlineAt } = await takenIn(own);
      assert.equal(deadlineAt?.toISOString(), `${lastDay}T23:59:59.999Z`);
    });

  it('has no deadline without a date of issue', async () => {
    assert.equal((await takenIn({ issueDate: null })).deadlineAt, undefined);
  });
});
