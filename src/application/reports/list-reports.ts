import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { TaxReport } from '../../domain/reports/tax-report.ts';
import { reportCursor, type ReportQuery, type ReportStore } from '../../ports/report-store.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import { type Page, readPage } from '../../ports/page.ts';

const PAGE_SIZE = 100;

export class ListReports {
  constructor(private readonly ports: { readonly reports: Pick<ReportStore, 'list' | 'find'> }) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(caller: Caller, { client, ...rest }: Omit<ReportQuery, 'limit'>): Promise<Page<TaxReport>> {
    const own = listedClient(caller, client);
    const query = { ...rest, ...(own !== undefined && { client: own }) };
    return readPage(PAGE_SIZE, (limit) => this.ports.reports.list({ ...query, limit }), reportCursor);
  }

  /** @throws CallFailed `not-found`, for another client's report too. */
  async find(caller: Caller, id: string): Promise<TaxReport> {
    return requireOwn(caller, await this.ports.reports.find(id), say('reports.no-such-report'));
  }
}
