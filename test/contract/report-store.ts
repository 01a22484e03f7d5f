import assert from 'node:assert/strict';
import type { ReportedSale } from '../../src/domain/reports/reported-sale.ts';
import type { TaxReport } from '../../src/domain/reports/tax-report.ts';
import { newSubmission } from '../../src/domain/sending/submission.ts';
import type { AuditEntry } from '../../src/ports/audit-log.ts';
import type { SaleIntake } from '../../src/ports/report-store.ts';
import { after, hex, START } from '../support/records.ts';
import { on } from './each.ts';
import type { Open } from './kept.ts';

const DAY_MS = 86_400_000;

export const aReport = (own: Partial<TaxReport> = {}): TaxReport => {
  const id = own.id ?? `rep_${hex(24)}`;
  return {
    ...{ id, client: 'acme', environment: 'sandbox', route: 'FR-PA', state: 'queued', version: 1 },
    ...{
      invoiceRef: id,
      declarant: '100000009',
      part: 'sales',
      firstDay: '2026-03-01',
      lastDay: '2026-03-10',
    },
    ...{ sendAt: after(DAY_MS), deadlineAt: after(10 * DAY_MS), documentsMade: 0, mayBeHeld: false },
    ...{ errors: [], documents: [], care: [], lastSequence: 0, failures: 0, dueAt: START, work: 'check' },
    ...{ legalId: null, lease: null, createdAt: START, updatedAt: START },
    ...own,
  };
};

export const aSale = (own: Partial<ReportedSale> = {}): ReportedSale => ({
  ...{ id: `sal_${hex(32)}`, client: 'acme', reportId: 'rep_1', day: '2026-03-02', sealedSale: 'sealed' },
  ...{ createdAt: START },
  ...own,
});

const stated = (subject: string): AuditEntry => ({
  at: START,
  action: 'sale_stated',
  actor: 'key_1',
  subject,
});
const intakeOf = (report: TaxReport, own: Partial<ReportedSale> = {}): SaleIntake => {
  const sale = aSale({ reportId: report.id, ...own });
  return { sale, report, audit: stated(sale.id) };
};

export function describesAReportStore(open: Open): void {
  const it = on(open);

  it('exist once with their report, also if several processes store them', async ({ reports, other }) => {
    const report = aReport();
    const taken = await Promise.all(
      Array.from({ length: 6 }, (_, n) => {
        const intake = intakeOf(report, { id: 'sal_one', sealedSale: `of ${n}` });
        return (n % 2 ? reports : other.reports).takeSale({ ...intake, audit: stated(`of ${n}`) });
      }),
    );
    const [first] = taken;
    assert.ok(first && first !== 'replaced');
    assert.equal(new Set(taken.map((one) => (one === 'replaced' ? one : one.sealedSale))).size, 1);
    assert.deepEqual(await other.reports.find(report.id), report);
    assert.deepEqual(await other.reports.salesOf(report.id), [first]);
    const rows = await other.audit.recent({ action: 'sale_stated', limit: 10 });
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      [first.sealedSale],
    );
  });

  it('leave a report that exists as it is', async ({ reports }) => {
    const report = aReport();
    await reports.takeSale(intakeOf(report));
    const moved: TaxReport = { ...report, version: 2, state: 'accepted', dueAt: null };
    await reports.commit({ record: moved, events: [], audit: [], files: [] });
    await reports.takeSale(intakeOf(report));
    assert.deepEqual(await reports.find(report.id), moved);
    assert.equal((await reports.salesOf(report.id)).length, 2);
  });

  it('replace a sale once', async ({ reports, other }) => {
    const report = aReport();
    await reports.takeSale(intakeOf(report, { id: 'sal_one' }));
    const two = intakeOf(report, { id: 'sal_two', replaces: 'sal_one' });
    assert.deepEqual(await reports.takeSale(two), two.sale);
    assert.deepEqual(await other.reports.takeSale(two), two.sale);
    const three = intakeOf(report, { id: 'sal_three', replaces: 'sal_one' });
    assert.equal(await other.reports.takeSale(three), 'replaced');
    assert.deepEqual((await reports.salesOf(report.id)).map(({ id }) => id).sort(), ['sal_one', 'sal_two']);
  });

  it('are found by their id and their invoice', async ({ reports, other }) => {
    const report = aReport();
    const { sale } = intakeOf(report, { invoiceId: 'inv_1' });
    await reports.takeSale({ sale, report, audit: stated('x') });
    await reports.takeSale(intakeOf(report));
    assert.deepEqual(await other.reports.findSale(sale.id), sale);
    assert.equal(await other.reports.findSale('sal_none'), undefined);
    assert.deepEqual(await other.reports.salesOfInvoice('inv_1'), [sale]);
  });

  it('are returned unchanged, and found by the id of their present submission', async ({
    reports,
    other,
  }) => {
    const report = aReport();
    await reports.takeSale(intakeOf(report));
    const full: TaxReport = {
      ...{ ...report, version: 2, state: 'submitted', work: 'poll', documentsMade: 2, mayBeHeld: true },
      ...{ heldSince: START, isDerived: true },
      ...{
        salesSha256: hex(64),
        salesStated: 3,
        acceptedSales: hex(64),
        documentSha256: hex(64),
        legalId: 'flow',
      },
      submission: newSubmission('tracked', START),
      warnedAt: START,
    };
    await reports.commit({ record: full, events: [], audit: [], files: [] });
    assert.deepEqual(await other.reports.find(report.id), full);
    const query = { client: 'acme', route: 'FR-PA', submissionId: 'tracked' } as const;
    assert.deepEqual(await other.reports.ofSubmission(query), full);
    assert.equal(await other.reports.ofSubmission({ ...query, client: 'other' }), undefined);
  });

  it('are listed with the newest period first, page by page', async ({ reports }) => {
    const days = ['2026-03-11', '2026-03-01', '2026-03-21'];
    for (const firstDay of days) await reports.takeSale(intakeOf(aReport({ firstDay })));
    await reports.takeSale(intakeOf(aReport({ client: 'other', firstDay: '2026-04-01' })));
    const first = await reports.list({ client: 'acme', limit: 2 });
    assert.deepEqual(
      first.map(({ firstDay }) => firstDay),
      ['2026-03-21', '2026-03-11'],
    );
    const after = `${first[1]!.firstDay} ${first[1]!.id}`;
    const second = await reports.list({ client: 'acme', after, limit: 2 });
    assert.deepEqual(
      second.map(({ firstDay }) => firstDay),
      ['2026-03-01'],
    );
    assert.equal((await reports.list({ limit: 10 })).length, 4);
    assert.deepEqual(await reports.list({ states: ['accepted'], limit: 10 }), []);
  });

  it('are near their deadline until they are accepted or warned of', async ({ reports }) => {
    const near = aReport({ deadlineAt: after(1000) });
    for (const report of [
      near,
      aReport({ deadlineAt: after(1000), state: 'accepted' }),
      aReport({ deadlineAt: after(1000), warnedAt: START }),
      aReport({ deadlineAt: after(3000) }),
    ])
      await reports.takeSale(intakeOf(report));
    assert.deepEqual(await reports.nearDeadline(after(2000), 10), [near]);
  });

  it('are on a store that knows when it was last restored', async ({ reports, other }) => {
    assert.equal(await reports.restoredAt(), undefined);
    await reports.noteRestore(START);
    await reports.noteRestore(after(1000));
    assert.deepEqual(await other.reports.restoredAt(), after(1000));
  });

  it('are leased, and listed with their open care rows', async ({ reports, other }) => {
    const care = [{ code: 'EI-X', whoActs: 'erp', openedAt: START } as const];
    const report = aReport({ care });
    await reports.takeSale(intakeOf(report));
    const lease = { token: 't', until: after(60_000) };
    assert.equal((await reports.lease(report.id, lease, START))?.id, report.id);
    assert.equal(await other.reports.lease(report.id, { ...lease, token: 'u' }, START), undefined);
    const [item, ...more] = await other.reports.careList({ client: 'acme', status: 'open' });
    assert.deepEqual(more, []);
    assert.deepEqual([item?.id, item?.row.code, item?.deadlineAt], [report.id, 'EI-X', report.deadlineAt]);
  });

  it('are removed with their client, and their sales with them', async ({ reports, clientData }) => {
    const [one, two] = [aReport(), aReport({ client: 'other' })];
    await reports.takeSale(intakeOf(one));
    await reports.takeSale(intakeOf(two, { client: 'other' }));
    assert.equal(await reports.remove({ client: 'acme' }, 10), 1);
    await clientData.remove('acme', 'sales');
    assert.equal(await reports.find(one.id), undefined);
    assert.deepEqual(await reports.salesOf(one.id), []);
    assert.equal((await reports.salesOf(two.id)).length, 1);
  });
}
