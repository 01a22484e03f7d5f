import type { Request } from 'express';
import type { Route } from '../../../domain/vocabulary/route.ts';
import { validationReport } from '../../../domain/findings/report.ts';
import { builtFormat, oneOfSeveral } from '../../../application/intake/built-format.ts';
import type { CheckedCall } from '../call/call.ts';
import type { Handlers } from '../call/handlers.ts';
import type { Reply } from '../call/reply.ts';
import { pageReply, wantsPage } from '../call/wanted-form.ts';
import { type Report, reportPage } from '../reference/report-page.ts';
import type { ComingVerdict } from '../../../domain/findings/coming-verdict.ts';
import { comingEntry, reportEntry } from '../call/reports.ts';
import { catalogueEntry, warnings as listed } from '../call/wire.ts';
import { refuseOtherEnvironment, sentInvoice, type SubmissionBody } from '../invoices/invoices.ts';

/** 2 MiB. The report gives only the hash of a larger file (contract 2.14). */
const MAX_INLINE_BYTES = 2 * 1024 * 1024;

export const checkHandlers = {
  validateInvoice: async ({ body, caller, request, translator }, { useCases, settings }) => {
    const submission = body.json as SubmissionBody & { readonly route: Route };
    const { client, route, environment, formats, invoice_ref, erp_totals } = submission;
    const { on } = request.query as { readonly on?: string };
    const { document, wanted } = sentInvoice(body, submission);
    refuseOtherEnvironment(environment, settings.environment);
    const [first, ...others] = formats ?? [];
    const { layers, next, warnings, files, mappingVersion } = await useCases.validateInvoice.run({
      caller,
      client,
      document,
      wanted,
      route,
      formats: [
        builtFormat(route, first),
        ...others.map((wished, index) => oneOfSeveral(route, wished, index + 1)),
      ],
      invoiceRef: invoice_ref,
      erpTotals: erp_totals,
      on,
    });
    const documents = files.map(({ kind, sha256, bytes }) => ({
      kind,
      sha256,
      ...(bytes.length <= MAX_INLINE_BYTES && { content_base64: base64(bytes) }),
    }));
    const report = reportEntry(validationReport(route, layers, files, mappingVersion));
    return reportReply(
      request,
      { ...report, ...comingMembers(next), warnings: listed(warnings), documents },
      translator,
    );
  },

  validateFile: async ({ body, caller, request, translator }, { useCases }) => {
    const { route, on } = request.query as unknown as { readonly route: Route; readonly on?: string };
    const { layers, next, warnings, file } = await useCases.validateFile.run(caller, route, body.bytes, on);
    const report = reportEntry(validationReport(route, layers, file ? [file] : []));
    return reportReply(
      request,
      { ...report, ...comingMembers(next), warnings: listed(warnings) },
      translator,
    );
  },

  recheckInvoice: async ({ caller, parameters, request, translator }, { useCases }) => {
    const { on } = request.query as { readonly on?: string };
    const { recheckInvoice } = useCases;
    const { invoice, document, layers, next } = await recheckInvoice.run(caller, parameters.id ?? '', on);
    const report = reportEntry(validationReport(invoice.route, layers, [document]));
    return reportReply(request, { ...report, ...comingMembers(next) }, translator);
  },

  lookUpCode: async ({ parameters }, { useCases }) => {
    return { status: 200, json: catalogueEntry(useCases.lookUpCode.run(parameters.code ?? '')) };
  },
} satisfies Partial<Handlers>;

const comingMembers = (next: readonly ComingVerdict[] | undefined) =>
  next ? { next: next.map(comingEntry) } : {};

/** JSON for programs, or a page to print. */
async function reportReply(
  request: Request,
  report: Report,
  translator: CheckedCall['translator'],
): Promise<Reply> {
  if (!wantsPage(request)) return { status: 200, json: report };
  const words = await translator();
  return pageReply(reportPage(report, words), words);
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
