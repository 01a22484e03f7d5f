import type { AgedItem, CareRequest } from '../../../application/care/list-care.ts';
import type { Exhibit } from '../../../application/care/read-evidence.ts';
import { canSenderFix } from '../../../domain/findings/finding.ts';
import type { Handlers } from '../call/handlers.ts';

export const careHandlers = {
  listCare: async ({ caller, request }, { useCases }) => {
    const { items, next } = await useCases.listCare.run(caller, request.query as unknown as CareRequest);
    const truncated = next === undefined ? undefined : true;
    return { status: 200, json: { data: items.map(careRow), truncated, next } };
  },

  markHandled: async ({ caller, parameters, requestId }, { useCases }) => {
    const id = parameters.id ?? '';
    const handled = await useCases.markHandled.run({ caller, id, requestId });
    return { status: 200, json: { invoice_id: id, handled } };
  },

  readEvidence: async ({ caller, parameters }, { useCases }) => {
    const id = parameters.id ?? '';
    const exhibits = await useCases.readEvidence.run(caller, id);
    return { status: 200, json: { invoice_id: id, documents: exhibits.map(exhibit) } };
  },
} satisfies Partial<Handlers>;

const careRow = ({ row, ageSeconds, ...invoice }: AgedItem) => ({
  invoice_id: invoice.id,
  catalogue_code: row.code,
  who_acts: row.whoActs,
  sender_can_fix: canSenderFix(row.whoActs, row.senderCanFix),
  age_seconds: ageSeconds,
  handled: row.handledAt !== undefined,
  handled_at: row.handledAt?.toISOString(),
  route: invoice.route,
  client: invoice.client,
  invoice_ref: invoice.invoiceRef,
  deadline_at: invoice.deadlineAt?.toISOString(),
  field: row.field,
  fix_hint: row.fixHint,
});

const exhibit = ({ kind, sha256, size, bytes }: Exhibit) => ({
  kind,
  sha256,
  size,
  content_base64: Buffer.from(bytes).toString('base64'),
});
