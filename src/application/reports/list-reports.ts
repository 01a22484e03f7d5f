import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { TaxReport } from '../../domain/reports/tax-report.ts';
import { reportCursor, type ReportQuery, type ReportStore } from '../../ports/report-store.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';

const PAGE_SIZE = 100;

export class ListReports {
  constructor(private readonly ports: { readonly reports: Pick<ReportStore, 'list' | 'find'> }) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(
    caller: Caller,
    { client, ...rest }: Omit<ReportQuery, 'limit'>,
  ): Promise<{ readonly reports: readonly TaxReport[]; readonly next?: string }> {
    const own = listedClient(caller, client);
    const query = { ...rest, ...(own !== undefined && { client: own }) };
    const matchingReports = await this.ports.reports.list({ ...query, limit: PAGE_SIZE + 1 });
    const reports = matchingReports.slice(0, PAGE_SIZE);
    const last = reports.at(-1);
    return { reports, ...(last && matchingReports.length > PAGE_SIZE && { next: reportCursor(last) }) };
  }

  /** @throws CallFailed `not-found`, for another client's report too. */
  async find(caller: Caller, id: string): Promise<TaxReport> {
    return requireOwn(caller, await this.ports.reports.find(id), say('reports.no-such-report'));
  }
}
