import type { Received } from '../../../application/received/receive-invoice.ts';
import type { ReceivedRecord } from '../../../domain/lifecycle/received-record.ts';
import {
  answerOf,
  type PossibleAnswers,
  possibleAnswers,
  statusInDocument,
} from '../../../domain/statuses/answer.ts';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';
import { findingEntry } from '../call/reports.ts';
import { listFilters, listQuery, pageMembers } from '../call/list-query.ts';
import { storedEvent, warnings } from '../call/wire.ts';
import { type DownloadedFile, viewInForm } from '../call/files.ts';
import { downloadReply } from '../reference/download-reply.ts';

export const receivedHandlers = {
  receiveInvoice: async (call, { useCases, once }) => {
    const { route, rail_id: railId, client: named } = call.query;
    const key = idempotencyKey(call);
    // A suspended client submits no invoices to send, but still receives.
    const submission = { call: 'received', route, invoiceRef: railId } as const;
    return once(call, { key, client: named, act: 'change', submission }, async (claim, client) => {
      const taken = await useCases.receiveInvoice.run({
        client,
        claim,
        answer: (received) => accept({ received, duplicate: false }),
        route,
        railId,
        bytes: call.raw.bytes,
      });
      return { answer: taken.answer ?? accept(taken), isKept: taken.answer !== undefined };
    });
  },

  makeCollectiveNumber: async (call, { useCases, once }) => {
    const { ids } = call.body;
    // The client of the invoices is checked before the idempotency key: no answer about another client's invoices is kept.
    const together = await useCases.makeCollectiveNumber.find(call.caller, ids);
    return once(call, { key: idempotencyKey(call), act: 'change' }, async () => {
      const number = await useCases.makeCollectiveNumber.run(together);
      const json = { number, route: together[0].route, ids: together.map(({ id }) => id) };
      return { answer: keptAnswer<'makeCollectiveNumber'>(answer(200, json), together[0].id), isKept: false };
    });
  },

  listReceived: async ({ caller, query: requestedQuery }, { useCases }) => {
    const { invoices, ...page } = await useCases.listReceived.run(caller, listQuery(requestedQuery));
    return answer(200, { data: invoices.map(receivedRow), ...pageMembers(page, requestedQuery) });
  },

  countReceived: async ({ caller, query }, { useCases }) => {
    const { byState, byAnswer } = await useCases.countReceived.run(caller, listFilters(query));
    return answer(200, { by_state: byState, by_answer: byAnswer });
  },

  readReceived: async (call, { useCases }) => {
    const { received, words } = await useCases.listReceived.find(call.caller, call.parameters.id);
    const whole = wholeReceived(received);
    return answer(200, { ...whole, ...(whole.answer && { answer: { ...whole.answer, ...words } }) });
  },

  listReceivedEvents: async (call, { useCases }) => {
    const events = await useCases.listReceivedEvents.run(call.caller, call.parameters.id);
    return answer(200, { data: events.map(storedEvent) });
  },

  readReceivedDocument: async (call, { useCases }) => {
    const file: DownloadedFile = await useCases.readReceivedDocument.run(
      call.caller,
      call.parameters.id,
      call.parameters.kind,
    );
    return downloadReply(file, call);
  },

  viewReceived: (call, { useCases }) => viewInForm(useCases.viewReceived, call),
} satisfies Partial<Handlers>;

/** A row of GET /received (contract 2.5). */
const receivedRow = (received: ReceivedRecord): Schema<'ReceivedRow'> => ({
  id: received.id,
  invoice_ref: received.invoiceRef,
  invoice_number: received.invoiceNumber,
  route: received.route,
  client: received.client,
  environment: received.environment,
  state: received.state,
  direction: 'in',
  rail_id: received.railId,
  present_status: received.presentStatus,
  answer: answerOf(received),
  ...answersToWire(possibleAnswers(received)),
  document_sha256: received.documentSha256,
  errors: received.errors.map(findingEntry),
  created_at: received.createdAt.toISOString(),
  updated_at: received.updatedAt.toISOString(),
});

const answersToWire = ({ possible, reason }: PossibleAnswers) => ({
  possible_answers: [...possible],
  no_answer_reason: reason,
});

const wholeReceived = (received: ReceivedRecord): Schema<'ReceivedInvoice'> => ({
  ...receivedRow(received),
  warnings: warnings(received.warnings ?? []),
  links: { self: `/received/${received.id}`, events: `/received/${received.id}/events` },
  documents: received.documents.map(({ kind, sha256 }) => ({
    kind,
    sha256,
    buyer_status: statusInDocument(received.route, kind),
    href: `/received/${received.id}/documents/${kind}`,
  })),
});

/** A repeated call may find an invoice that has moved on. It gets the answer of the first call. */
function accept({ received, duplicate }: Received): KeptAnswer {
  const { warnings: _, answerState: _1, answerStatus: _2, answerBar: _3, ...first } = received;
  const shown: ReceivedRecord = duplicate
    ? received
    : {
        ...first,
        state: 'received',
        errors: [],
        documents: received.documents.slice(0, 1),
        updatedAt: received.createdAt,
      };
  const json = { ...wholeReceived(shown), ...(duplicate && { duplicate_of: received.id }) };
  return keptAnswer<'receiveInvoice'>(answer(202, json), received.id);
}
