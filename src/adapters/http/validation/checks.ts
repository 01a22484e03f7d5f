import { wordedReport } from 'en16931-rules/report/open-texts.ts';
import { Translator } from '../../../domain/words/translator.ts';
import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Request } from 'express';
import { validationReport } from '../../../domain/findings/report.ts';
import { builtFormat, oneOfSeveral } from '../../../application/intake/built-format.ts';
import type { CheckedCall } from '../call/call.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer, type FileReply, type JsonReply } from '../call/answer.ts';
import { pageReply, wantsPage } from '../call/wanted-form.ts';
import { type Report, reportPage } from '../reference/report-page.ts';
import type { ComingVerdict } from '../../../domain/findings/coming-verdict.ts';
import { comingEntry, reportEntry } from '../call/reports.ts';
import { catalogueEntry, warnings as listed } from '../call/wire.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { KositReporting } from '../../../ports/kosit-reports.ts';
import { refuseOtherEnvironment, sentInvoice } from '../invoices/invoices.ts';

/** 2 MiB. The report gives only the hash of a larger file (contract 2.14). */
const MAX_INLINE_BYTES = 2 * 1024 * 1024;

export const checkHandlers = {
  validateInvoice: async ({ body, raw, caller, request, query, translator }, { useCases, settings }) => {
    const { client, route, environment, formats, invoice_ref, erp_totals } = body;
    const { on } = query;
    const { document, mapping } = sentInvoice(raw, body);
    refuseOtherEnvironment(environment, settings.environment);
    const [first, ...others] = formats ?? [];
    const { layers, next, warnings, files, mappingVersion } = await useCases.validateInvoice.run({
      caller,
      client,
      document,
      mapping,
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

  validateFile: async ({ raw, caller, request, query, translator }, { useCases, words }) => {
    const { route, on, report: form } = query;
    if (form === 'kosit') {
      const reporting = await useCases.reportFile.runFor(caller, raw.bytes, on);
      return kositReply(reporting, new Translator('en', words.in('en')).text);
    }
    const { layers, next, warnings, file } = await useCases.validateFile.run(caller, route, raw.bytes, on);
    const report = reportEntry(validationReport(route, layers, file ? [file] : []));
    return reportReply(
      request,
      { ...report, ...comingMembers(next), warnings: listed(warnings) },
      translator,
    );
  },

  recheckInvoice: async ({ caller, parameters, request, query, translator }, { useCases }) => {
    const { on } = query;
    const { recheckInvoice } = useCases;
    const { invoice, document, layers, next } = await recheckInvoice.run(caller, parameters.id, on);
    const report = reportEntry(validationReport(invoice.route, layers, [document]));
    return reportReply(request, { ...report, ...comingMembers(next) }, translator);
  },

  lookUpCode: async ({ parameters }, { useCases }) => {
    return answer(200, catalogueEntry(useCases.lookUpCode.run(parameters.code)));
  },
} satisfies Partial<Handlers>;

const comingMembers = (next: readonly ComingVerdict[] | undefined) =>
  next ? { next: next.map(comingEntry) } : {};

/** JSON for programs, or a page to print. */
async function reportReply(
  request: Request,
  report: Report,
  translator: CheckedCall['translator'],
): Promise<JsonReply<200, Schema<'ValidationReport'>> | FileReply> {
  if (!wantsPage(request)) return answer(200, report);
  const words = await translator();
  return pageReply(reportPage(report, words), words);
}

/** It is written for a buyer: it holds the whole invoice, so it is not cached. */
function kositReply(reporting: KositReporting, word: (text: Text) => string): FileReply {
  if (!reporting.made)
    throw new CallFailed({
      kind: 'busy',
      retryAfterSeconds: REPORT_RETRY_SECONDS,
      detail: say('calls.report-cannot-be-made-now'),
    });
  return {
    status: 200,
    file: new TextEncoder().encode(wordedReport(reporting, word)),
    headers: { 'Content-Type': 'application/xml', 'Cache-Control': 'private, no-store' },
  };
}

/** Packs are installed by hand. */
const REPORT_RETRY_SECONDS = 60;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
