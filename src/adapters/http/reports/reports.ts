import type { TaxReport } from '../../../domain/reports/tax-report.ts';
import type { StatedDay } from '../../../application/reports/state-sales.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { DownloadedFile } from '../call/files.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';
import { findingEntry } from '../call/reports.ts';
import { stream } from '../exports/exports.ts';
import { deadline, storedEvent, warnings } from '../call/wire.ts';
import { downloadReply } from '../reference/download-reply.ts';

export const reportHandlers = {
  stateSales: (call, { useCases, once }) => {
    const { caller, requestId, body } = call;
    const key = idempotencyKey(call);
    return once(call, { key, client: body.client, act: 'intake' }, async (claim, client) => {
      const { seller, day, category, count, paid = false, replaces, amounts } = body;
      const totals = {
        day,
        category,
        isPaid: paid,
        ...(count !== undefined && { count }),
        amounts: amounts.map(({ vat_rate: vatRate, net, vat }) => ({ vatRate, net, vat })),
      };
      const taken = await useCases.stateSales.run({
        caller,
        client,
        requestId,
        claim,
        totals,
        declarant: { id: seller.company_id, name: seller.name },
        ...(replaces !== undefined && { replaces }),
      });
      return { answer: accept(taken), isKept: false };
    });
  },

  listReports: async ({ caller, query }, { useCases }) => {
    const { client, state, after } = query;
    const { rows, next } = await useCases.listReports.run(caller, {
      ...(client !== undefined && { client }),
      ...(state && { states: state }),
      // The blank of the cursor does not stand in an address.
      ...(after !== undefined && { after: after.replace('.', ' ') }),
    });
    return answer(200, { data: rows.map(reportRow), next: next?.replace(' ', '.') });
  },

  readReport: async (call, { useCases }) => {
    const report = await useCases.listReports.find(call.caller, call.parameters.id);
    return answer(200, wholeReport(report));
  },

  listReportEvents: async (call, { useCases }) => {
    const events = await useCases.listReportEvents.run(call.caller, call.parameters.id);
    return answer(200, { data: events.map(storedEvent) });
  },

  readReportDocument: async (call, { useCases }) => {
    const kind = call.parameters.kind;
    const file: DownloadedFile = await useCases.readReportDocument.run(call.caller, call.parameters.id, kind);
    return downloadReply(file, call);
  },

  exportReportEvidence: async (call, { useCases }) => {
    const exported = await useCases.exportEvidence.run(call.caller, call.parameters.id, call.requestId);
    return stream(exported, 'application/zip', {});
  },
} satisfies Partial<Handlers>;

const accept = ({ sales: taken, warnings: findings }: StatedDay) => {
  const sales = taken.map(({ id, reportId, day }) => ({
    id,
    report_id: reportId,
    day,
    links: { report: `/reports/${reportId}` },
  }));
  return keptAnswer<'stateSales'>(answer(202, { data: sales, warnings: warnings(findings) }), '');
};

/** A row of GET /reports. */
const reportRow = (report: TaxReport): AnswerJson<'listReports'>['data'][number] => ({
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
  deadline_at: report.deadlineAt.toISOString(),
  deadline_local: deadline(report).deadline_local,
  sales_stated: report.salesStated ?? 0,
  documents_made: report.documentsMade,
  legal_id: report.legalId ?? undefined,
  document_sha256: report.documentSha256,
  held_since: report.heldSince?.toISOString(),
  errors: report.errors.map(findingEntry),
  created_at: report.createdAt.toISOString(),
  updated_at: report.updatedAt.toISOString(),
});

const wholeReport = (report: TaxReport): AnswerJson<'readReport'> => ({
  ...reportRow(report),
  links: {
    self: `/reports/${report.id}`,
    events: `/reports/${report.id}/events`,
    evidence: `/reports/${report.id}/evidence`,
  },
  documents: report.documents.map(({ kind, sha256 }) => ({
    kind,
    sha256,
    href: `/reports/${report.id}/documents/${kind}`,
  })),
});
