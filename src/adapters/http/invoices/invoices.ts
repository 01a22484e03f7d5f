import { say } from 'en16931-rules/vocabulary/message.ts';
import { profileOf } from '../../../domain/routes/all.ts';
import type { WantedMapping } from '../../../application/mapping/choose-mapping.ts';
import { LOCAL_CLIENT } from '../../../domain/access/caller.ts';
import { builtFormat } from '../../../application/intake/built-format.ts';
import { badRequest } from '../../../application/requests/request-finding.ts';
import type { Submitted } from '../../../application/intake/take-in.ts';
import type { SentPart } from '../../../application/reading/opened-body.ts';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import type { RequestBody } from '../call/read-body.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';
import type { Body, Query, Schema } from '../call/contract.ts';
import type { Handlers, OperationCall } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { viewInForm } from '../call/files.ts';
import { downloadReply } from '../reference/download-reply.ts';
import { listFilters, listQuery, pageMembers } from '../call/list-query.ts';
import { attemptEntries } from './attempts.ts';
import { invoiceLinks, invoiceRow, storedEvent, warnings, wholeInvoice } from '../call/wire.ts';

export const invoiceHandlers = {
  submitInvoice: async (call, { useCases, settings, once }) => {
    const { body, raw } = call;
    const { document, mapping } = sentInvoice(raw, body);
    const key = idempotencyKey(call, mapping !== undefined && mayUseErpKey(call));
    refuseOtherEnvironment(body.environment, settings.environment);
    if (mapping) useCases.chooseMapping.refuseUnknown(mapping);
    const route = body.route ?? undefined;
    const format = route ? builtFormat(route, body.formats?.[0]) : body.formats?.[0];
    const invoiceRef = body.invoice_ref ?? numberIn(body.document);
    const submission = { call: 'invoices', route, invoiceRef } as const;
    return once(call, { key, client: body.client, submission }, async (claim, client, record) => {
      const submitted = await useCases.submitInvoice.run({
        caller: call.caller,
        client,
        requestId: call.requestId,
        claim,
        answer: accept,
        document,
        mapping,
        ...(body.invoice_ref !== undefined && { invoiceRef: body.invoice_ref }),
        ...(route && { route }),
        ...(format && { format }),
        erpTotals: body.erp_totals,
        known: { record },
      });
      return { answer: submitted.answer ?? accept(submitted), isKept: submitted.answer !== undefined };
    });
  },

  submitFile: async (call, { useCases, once }) => {
    const query = call.query;
    const { route, invoice_ref: invoiceRef } = query;
    const offline = offlineIn(query);
    const key = idempotencyKey(call);
    const submission = { call: 'invoices_xml', route, invoiceRef } as const;
    return once(call, { key, submission }, async (claim, client) => {
      const submitted = await useCases.submitFile.run({
        caller: call.caller,
        client,
        requestId: call.requestId,
        claim,
        answer: accept,
        route,
        invoiceRef,
        bytes: call.raw.bytes,
        offline,
      });
      return { answer: submitted.answer ?? accept(submitted), isKept: submitted.answer !== undefined };
    });
  },

  listInvoices: async ({ caller, query: requestedQuery }, { useCases }) => {
    const { rows, ...page } = await useCases.listInvoices.run(caller, listQuery(requestedQuery));
    return answer(200, { data: rows.map(invoiceRow), ...pageMembers(page, requestedQuery) });
  },

  countInvoices: async ({ caller, query }, { useCases }) => {
    const counts = await useCases.countInvoices.run(caller, listFilters(query));
    return answer(200, {
      by_state: counts.byState,
      unfiled_by_state: counts.unfiledByState,
      to_fetch: counts.toFetch,
      buyer_asks: counts.buyerAsks,
    });
  },

  invoiceSeries: async ({ caller, query }, { useCases }) => {
    const { days, route, client } = query;
    const { generatedAt, rows } = await useCases.invoiceSeries.run(caller, { days, routes: route, client });
    return answer(200, { generated_at: generatedAt.toISOString(), days, data: rows });
  },

  readActivity: async ({ caller, query }, { useCases }) => {
    const { by, client } = query;
    const { generatedAt, rows } = await useCases.readActivity.run(caller, by, client);
    const data = rows.map((row) => ({ ...row, at: row.at.toISOString() }));
    return answer(200, { generated_at: generatedAt.toISOString(), by, data });
  },

  readInvoice: async (call, { useCases }) => {
    const { figures } = call.query;
    const find = useCases.findInvoice;
    const shown = await (figures
      ? find.runWithFigures(call.caller, call.parameters.id)
      : find.run(call.caller, call.parameters.id));
    return answer(200, wholeInvoice(shown));
  },

  listEvents: async (call, { useCases }) => {
    const events = await useCases.listEvents.run(call.caller, call.parameters.id);
    return answer(200, { data: events.map(storedEvent) });
  },

  listAttempts: async (call, { useCases }) => {
    const exchanges = await useCases.listAttempts.run(call.caller, call.parameters.id);
    return answer(200, { data: exchanges.flatMap(attemptEntries) });
  },

  readDocument: async (call, { useCases }) => {
    const file = await useCases.fetchDocument.run(call.caller, call.parameters.id, call.parameters.kind);
    return downloadReply(file, call);
  },

  viewInvoice: (call, { useCases }) => viewInForm(useCases.viewInvoice, call),

  cancelInvoice: async (call, { useCases, once }) => {
    const { caller, requestId } = call;
    const id = call.parameters.id;
    const key = idempotencyKey(call);
    const { reason } = call.body ?? {};
    // The invoice's client is checked before the idempotency key: no answer about another client's invoice is kept.
    await useCases.findInvoice.run(caller, id);
    return once(call, { key, act: 'change' }, async () => {
      await useCases.cancelInvoice.run({ caller, id, requestId, ...(reason !== undefined && { reason }) });
      const shown = await useCases.findInvoice.run(caller, id);
      return { answer: keptAnswer<'cancelInvoice'>(answer(200, wholeInvoice(shown)), id), isKept: false };
    });
  },
} satisfies Partial<Handlers>;

/** @throws CallFailed `bad-request`: the route has no such invoices, or only an offline one is corrected. */
function offlineIn(query: Query<'submitFile'>): { readonly isTechnicalCorrection: boolean } | undefined {
  const { route, offline = false, technical_correction: isTechnicalCorrection = false } = query;
  if (!offline && isTechnicalCorrection)
    throw badRequest('technical_correction', say('calls.only-offline-invoice-is-corrected-so-set-offline'));
  if (offline && !profileOf(route).offline)
    throw badRequest('offline', say('calls.has-no-offline-invoices', { route }));
  return offline ? { isTechnicalCorrection } : undefined;
}

interface SentInvoice {
  readonly document: SentPart;
  /** Only of an export: its mapping version. */
  readonly mapping?: WantedMapping;
}

/**
 * A canonical document, or an export with its connector.
 * @throws CallFailed `bad-request` for both and for neither.
 */
export function sentInvoice(
  body: RequestBody,
  sent: Pick<Body<'submitInvoice'>, 'connector' | 'mapping_version'>,
): SentInvoice {
  const { connector, mapping_version: version } = sent;
  const document = body.part('document');
  const exported = body.part('export');
  if (document && (connector ?? exported) !== undefined)
    throw badRequest('document', say('calls.give-either-document-or-connector-with-export'));
  if (document) {
    if (version !== undefined)
      throw badRequest('mapping_version', say('calls.mapping-version-belongs-to-connector-and-export'));
    return { document };
  }
  if (connector === undefined && !exported)
    throw badRequest('document', say('calls.document-is-missing-invoice-or-connector-with-export'));
  if (connector === undefined)
    throw badRequest('connector', say('calls.connector-is-missing-kind-of-export'));
  if (!exported) throw badRequest('export', say('calls.export-is-missing-document-of-erp'));
  return { document: exported, mapping: { connector, version } };
}

/** BT-1 of a document that may have any other fault; of a large body it was not read here. */
function numberIn(document: unknown): string | undefined {
  const { invoice } = (document ?? {}) as { readonly invoice?: unknown };
  const { number } = (invoice ?? {}) as { readonly number?: unknown };
  return typeof number === 'string' && number.length <= MAX_REF_LETTERS && !/\p{Cc}/u.test(number)
    ? number
    : undefined;
}

const MAX_REF_LETTERS = 100;

/** Contract 4.0, point 4: a non-empty object that the operator submits for its own client. */
function mayUseErpKey({
  caller,
  raw,
  body: { client = LOCAL_CLIENT },
}: OperationCall<'submitInvoice'>): boolean {
  const isForOperator = caller.kind === 'operator' && client === LOCAL_CLIENT;
  return isForOperator && (raw.part('export')?.bytes.length ?? 0) > '{}'.length;
}

function accept({ invoice, duplicate, rule, warnings: findings }: Submitted): KeptAnswer {
  const links = invoiceLinks(invoice.id);
  const json: Schema<'Intake'> = {
    id: invoice.id,
    // A repeated call may find an invoice that has moved on. It gets the answer of the first call.
    state: duplicate ? invoice.state : 'queued',
    links,
    duplicate_of: duplicate ? invoice.id : undefined,
    warnings: warnings(findings),
    ...(rule !== undefined && { route: invoice.route, route_chosen_by: 'router', route_rule: rule }),
  };
  return keptAnswer<'submitInvoice' | 'submitFile'>(answer(202, json), invoice.id, {
    Location: links.self,
  });
}

/**
 * Guards callers against mixed-up keys.
 * @throws CallFailed `bad-request`
 */
export function refuseOtherEnvironment(named: string | undefined, served: string): void {
  if (named !== undefined && named !== served)
    throw badRequest('environment', say('calls.this-key-belongs-to-environment', { name: served }));
}
