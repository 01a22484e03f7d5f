import { doubtsOf, type StatusRequest } from '../../../application/statuses/status-request.ts';
import type { StatusOption } from '../../../application/statuses/list-statuses.ts';
import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { OutgoingStatus } from '../../../domain/statuses/outgoing-status.ts';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers, HandlerContext, OperationCall } from '../call/handlers.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';
import { answer } from '../call/answer.ts';
import { warnings } from '../call/wire.ts';

export const statusHandlers = {
  sendStatus: async (call, context) => {
    const { findInvoice, createStatus, reportPayment } = context.useCases;
    // The invoice's client is checked before the idempotency key: no answer about another client's invoice is kept.
    await findInvoice.run(call.caller, call.parameters.id);
    return send(
      call,
      context,
      '/invoices',
      async (order) => (await reportPayment.run(order)) ?? createStatus.ofSent(order),
    );
  },

  sendReceivedStatus: async (call, context) => {
    const { listReceivedEvents, createStatus } = context.useCases;
    await listReceivedEvents.run(call.caller, call.parameters.id);
    return send(call, context, '/received', (order) => createStatus.ofReceived(order));
  },

  listSendableStatuses: async (call, { useCases }) =>
    listed(await useCases.listStatuses.ofSent(call.caller, call.parameters.id)),

  listSendableReceivedStatuses: async (call, { useCases }) => {
    const { options, reason } = await useCases.listStatuses.ofReceived(call.caller, call.parameters.id);
    return listed(options, reason);
  },
} satisfies Partial<Handlers>;

const listed = (options: readonly StatusOption[], reason?: Text) =>
  answer<200, AnswerJson<'listSendableStatuses'>>(200, { data: options.map(optionToWire), reason });

const optionToWire = ({
  status,
  code,
  needsReason,
  takesAmounts,
  reasons,
  note,
}: StatusOption): AnswerJson<'listSendableStatuses'>['data'][number] => ({
  status,
  code,
  needs_reason: needsReason,
  takes_amounts: takesAmounts,
  note: note === 'with-reason' ? 'with_reason' : note,
  reasons: reasons.map(({ needsNote, isWish, ...reason }) => ({
    ...reason,
    needs_note: needsNote,
    wish: isWish || undefined,
  })),
});

/** The route is left out of a payment that a report states. */
type Taken = Pick<OutgoingStatus, 'id' | 'invoiceId' | 'status'> & Partial<Pick<OutgoingStatus, 'route'>>;

type Order = Parameters<HandlerContext['useCases']['createStatus']['ofSent']>[0];

type StatusCall = OperationCall<'sendStatus'> | OperationCall<'sendReceivedStatus'>;

function send(
  call: StatusCall,
  { once }: HandlerContext,
  path: string,
  take: (order: Order) => Promise<Taken>,
): Promise<undefined> {
  const { caller, requestId } = call;
  const request = requestIn(call.body);
  return once(call, { key: idempotencyKey(call), act: 'change' }, async (claim) => {
    const status = await take({ caller, id: call.parameters.id, request, claim, requestId });
    const findings = status.route ? doubtsOf(status.route, request) : [];
    return { answer: accept(status, path, findings), isKept: false };
  });
}

const requestIn = ({
  status,
  reason_code: reasonCode,
  wish_code: wishCode,
  note,
  amounts,
  paid_on: paidOn,
}: StatusCall['body']): StatusRequest => ({
  status,
  ...(reasonCode !== undefined && { reasonCode }),
  ...(wishCode !== undefined && { wishCode }),
  ...(note !== undefined && { note }),
  ...(paidOn !== undefined && { paidOn }),
  ...(amounts && { amounts: amounts.map(({ amount, vat_rate: vatRate }) => ({ amount, vatRate })) }),
});

/** A repeated call may find a record that has moved on. It gets the answer of the first call. */
const accept = ({ id, invoiceId, status }: Taken, path: string, findings: readonly Finding[]): KeptAnswer => {
  const links = { self: `${path}/${invoiceId}`, events: `${path}/${invoiceId}/events` };
  return keptAnswer<'sendStatus' | 'sendReceivedStatus'>(
    answer(202, { id, status, state: 'queued', links, warnings: warnings(findings) }),
    invoiceId,
  );
};
