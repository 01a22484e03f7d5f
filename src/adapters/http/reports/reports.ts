import type { ReportState, TaxReport } from '../../../domain/reports/tax-report.ts';
import type { StatedDay } from '../../../application/reports/state-sales.ts';
import type { CheckedCall } from '../call/call.ts';
import type { DownloadedFile } from '../call/files.ts';
import type { Handlers } from '../call/handlers.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';
import { findingEntry } from '../call/reports.ts';
import { stream } from '../exports/exports.ts';
import { deadline, warnings } from '../call/wire.ts';
import { downloadReply } from '../reference/download-reply.ts';

/** The body of POST /reports/sales; openapi.yaml has checked its shape. */
interface SalesBody {
  readonly client?: string;
  readonly seller: { readonly company_id: string; readonly name: string };
  readonly day: string;
  readonly category: string;
  readonly count?: { readonly text: string };
  readonly paid?: boolean;
  readonly replaces?: string;
  readonly amounts: readonly { readonly vat_rate: string; readonly net: string; readonly vat: string }[];
}

interface ReportsQuery {
  readonly client?: string;
  readonly state?: readonly ReportState[];
  readonly after?: string;
}

export const reportHandlers = {
  stateSales: (call, { useCases, once }) => {
    const body = call.body.json as SalesBody;
    const { caller, requestId } = call;
    const key = idempotencyKey(call);
    return once(call, { key, client: body.client, act: 'intake' }, async (claim, client) => {
      const { seller, day, category, count, paid = false, replaces, amounts } = body;
      const totals = {
        ...{ day, category, isPaid: paid },
        ...(count && { count: Number(count.text) }),
        amounts: amounts.map(({ vat_rate: vatRate, net, vat }) => ({ vatRate, net, vat })),
      };
      const taken = await useCases.stateSales.run({
        ...{ caller, client, requestId, claim, totals },
        declarant: { id: seller.company_id, name: seller.name },
        ...(replaces !== undefined && { replaces }),
      });
      return { answer: accept(taken), isKept: false };
    });
  },

  listReports: async ({ caller, request }, { useCases }) => {
    const { client, state, after } = request.query as unknown as ReportsQuery;
    const { reports, next } = await useCases.listReports.run(caller, {
      ...(client !== undefined && { client }),
      ...(state && { states: state }),
      // The blank of the cursor does not stand in an address.
      ...(after !== undefined && { after: after.replace('.', ' ') }),
    });
    return { status: 200, json: { data: reports.map(reportRow), next: next?.replace(' ', '.') } };
  },

  readReport: async (call, { useCases }) => {
    const report = await useCases.listReports.find(call.caller, idOf(call));
    return { status: 200, json: wholeReport(report) };
  },

  listReportEvents: async (call, { useCases }) => {
    const events = await useCases.listReportEvents.run(call.caller, idOf(call));
    return { status: 200, json: { data: events.map(({ text }) => JSON.parse(text) as unknown) } };
  },

  readReportDocument: async (call, { useCases }) => {
    const kind = call.parameters.kind ?? '';
    const file: DownloadedFile = await useCases.readReportDocument.run(call.caller, idOf(call), kind);
    return downloadReply(file, call);
  },

  exportReportEvidence: async (call, { useCases }) => {
    const exported = await useCases.exportEvidence.run(call.caller, idOf(call), call.requestId);
    return stream(exported, 'application/zip', {});
  },
} satisfies Partial<Handlers>;

const idOf = ({ parameters }: CheckedCall): string => parameters.id ?? '';

const accept = ({ sales: taken, warnings: found }: StatedDay) => {
  const sales = taken.map(({ id, reportId, day }) => ({
    ...{ id, report_id: reportId, day },
    links: { report: `/reports/${reportId}` },
  }));
  return keptAnswer(202, { data: sales, warnings: warnings(found) }, '');
};

/** A row of GET /reports. */
const reportRow = (report: TaxReport) => ({
  id: report.id,
  client: report.client,
  route: report.route,
  environment: report.environment,
  state: report.state,
  part: report.part,
  way: report.isDerived ? 'platform' : 'own',
  declarant: report.declarant,
  first_day: report.firstDay,
  last_day: report.lastDay,
  send_at: report.sendAt.toISOString(),
  ...deadline(report),
  sales_stated: report.salesStated ?? 0,
  documents_made: report.documentsMade,
  legal_id: report.legalId ?? undefined,
  document_sha256: report.documentSha256,
  held_since: report.heldSince?.toISOString(),
  errors: report.errors.map(findingEntry),
  created_at: report.createdAt.toISOString(),
  updated_at: report.updatedAt.toISOString(),
});

const wholeReport = (report: TaxReport) => ({
  ...reportRow(report),
  links: {
    self: `/reports/${report.id}`,
    events: `/reports/${report.id}/events`,
    evidence: `/reports/${report.id}/evidence`,
  },
  documents: report.documents.map(({ kind, sha256 }) => ({
    ...{ kind, sha256 },
    href: `/reports/${report.id}/documents/${kind}`,
  })),
});
