import type { StatusRequest } from '../../../application/statuses/status-request.ts';
import type { BuyerStatus } from '../../../domain/vocabulary/buyer-status.ts';
import type { OutgoingStatus } from '../../../domain/statuses/outgoing-status.ts';
import type { KeptAnswer } from '../../../ports/idempotency-store.ts';
import type { CheckedCall } from '../call/call.ts';
import type { Handlers, HandlerTools } from '../call/handlers.ts';
import { idempotencyKey, keptAnswer } from '../call/idempotent.ts';

/** The body. openapi.yaml has checked its shape. */
interface StatusBody {
  readonly status: BuyerStatus;
  readonly reason_code?: string;
  readonly note?: string;
  readonly amounts?: readonly { readonly amount: string; readonly vat_rate: string }[];
}

export const statusHandlers = {
  sendStatus: async (call, tools) => {
    const { findInvoice, createStatus } = tools.useCases;
    // The invoice's client is checked before the idempotency key: no answer about another client's invoice is kept.
    await findInvoice.run(call.caller, idOf(call));
    return send(call, tools, '/invoices', (order) => createStatus.ofSent(order));
  },

  sendReceivedStatus: async (call, tools) => {
    const { listReceivedEvents, createStatus } = tools.useCases;
    await listReceivedEvents.run(call.caller, idOf(call));
    return send(call, tools, '/received', (order) => createStatus.ofReceived(order));
  },
} satisfies Partial<Handlers>;

type Order = Parameters<HandlerTools['useCases']['createStatus']['ofSent']>[0];

function send(
  call: CheckedCall,
  { once }: HandlerTools,
  path: string,
  take: (order: Order) => Promise<OutgoingStatus>,
): Promise<undefined> {
  const { caller, requestId } = call;
  const request = requestIn(call.body.json as StatusBody);
  return once(call, { key: idempotencyKey(call), act: 'change' }, async (claim) => {
    const status = await take({ caller, id: idOf(call), request, claim, requestId });
    return { answer: accept(status, path), isKept: false };
  });
}

const requestIn = ({ status, reason_code: reasonCode, note, amounts }: StatusBody): StatusRequest => ({
  status,
  ...(reasonCode !== undefined && { reasonCode }),
  ...(note !== undefined && { note }),
  ...(amounts && { amounts: amounts.map(({ amount, vat_rate: vatRate }) => ({ amount, vatRate })) }),
});

/** A repeated call may find a record that has moved on. It gets the answer of the first call. */
const accept = ({ id, invoiceId, status }: OutgoingStatus, path: string): KeptAnswer => {
  const links = { self: `${path}/${invoiceId}`, events: `${path}/${invoiceId}/events` };
  return keptAnswer(202, { id, status, state: 'queued', links }, invoiceId);
};

const idOf = ({ parameters }: CheckedCall): string => parameters.id ?? '';
