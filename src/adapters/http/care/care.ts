import type { AgedItem } from '../../../application/care/list-care.ts';
import type { Exhibit } from '../../../application/care/read-evidence.ts';
import { canSenderFix } from 'en16931-rules/vocabulary/finding.ts';
import type { CareGroup } from '../../../domain/lifecycle/care-groups.ts';
import type { AnswerJson } from '../call/contract.ts';
import type { Handlers, OperationCall } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { deadline } from '../call/wire.ts';

export const careHandlers = {
  listCare: async ({ caller, query }, { useCases }) => {
    const { catalogue_code: code, invoice_id: id, ...others } = query;
    const { rows, next } = await useCases.listCare.run(caller, { ...others, code, id });
    const truncated = next === undefined ? undefined : true;
    return answer(200, { data: rows.map(careRow), truncated, next });
  },

  listCareGroups: async ({ caller, query }, { useCases }) => {
    const { client } = query;
    const groups = await useCases.groupCare.list(caller, client);
    return answer(200, { data: groups.map(groupToWire) });
  },

  markHandled: async (call, { useCases }) => {
    const handled = await useCases.markHandled.run(changeOf(call));
    return answer(200, { invoice_id: call.parameters.id, handled });
  },

  reopenCare: async (call, { useCases }) => {
    const reopened = await useCases.reopenCare.run(changeOf(call));
    return answer(200, { invoice_id: call.parameters.id, reopened });
  },

  markGroupHandled: async ({ caller, body, requestId }, { useCases }) => {
    const { catalogue_code: code, field, who_acts: whoActs, client } = body;
    const group = { code, whoActs, ...(field !== undefined && { field }) };
    const done = await useCases.groupCare.handle(caller, group, { client, requestId });
    const { handled, invoices, busy, truncated } = done;
    return answer(200, { handled, invoice_ids: invoices, busy, truncated });
  },

  reopenGroup: async ({ caller, body, requestId }, { useCases }) => {
    const { catalogue_code: code, invoice_ids: ids } = body;
    const { reopened, invoices, busy } = await useCases.groupCare.reopen(caller, { code, ids }, requestId);
    return answer(200, { reopened, invoice_ids: invoices, busy });
  },

  noteOnCare: async (call, { useCases }) => {
    const { catalogue_code: code, note, assignee } = call.body;
    const change = { ...(note != null && { note }), ...(assignee != null && { assignee }) };
    await useCases.noteOnCare.run({ ...changeOf(call), code }, change);
    return answer(200, { invoice_id: call.parameters.id, catalogue_code: code, ...change });
  },

  readEvidence: async ({ caller, parameters }, { useCases }) => {
    const id = parameters.id;
    const exhibits = await useCases.readEvidence.run(caller, id);
    return answer(200, { invoice_id: id, documents: exhibits.map(exhibit) });
  },
} satisfies Partial<Handlers>;

const changeOf = ({
  caller,
  parameters,
  body,
  requestId,
}: OperationCall<'markHandled'> | OperationCall<'reopenCare'> | OperationCall<'noteOnCare'>) => ({
  caller,
  requestId,
  id: parameters.id,
  code: body?.catalogue_code,
});

const groupToWire = (group: CareGroup): AnswerJson<'listCareGroups'>['data'][number] => ({
  catalogue_code: group.code,
  field: group.field,
  who_acts: group.whoActs,
  sender_can_fix: group.senderCanFix,
  rows: group.rows,
  clients: group.clients,
  routes: group.routes,
  opened_at: group.openedAt.toISOString(),
  deadline_at: group.deadlineAt?.toISOString(),
  deadline_local: group.deadlineLocal,
  late_after: group.lateAfter,
  fix_hint: group.fixHint,
});

const careRow = ({
  row,
  ageSeconds,
  note,
  ...invoice
}: AgedItem): AnswerJson<'listCare'>['data'][number] => ({
  invoice_id: invoice.id,
  catalogue_code: row.code,
  who_acts: row.whoActs,
  sender_can_fix: canSenderFix(row.whoActs, row.senderCanFix),
  age_seconds: ageSeconds,
  handled: row.handledAt !== undefined,
  handled_at: row.handledAt?.toISOString(),
  handled_by: row.handledBy,
  route: invoice.route,
  client: invoice.client,
  invoice_ref: invoice.invoiceRef,
  ...(invoice.route !== undefined && deadline({ ...invoice, route: invoice.route })),
  field: row.field,
  fix_hint: row.fixHint,
  reason: row.reason,
  ...(row.coming && { coming: { code: row.coming.code, on: row.coming.on } }),
  ...(note && {
    note: note.note,
    assignee: note.assignee,
    noted_at: row.notedAt?.toISOString(),
    noted_by: row.notedBy,
  }),
});

const exhibit = ({
  kind,
  sha256,
  size,
  bytes,
}: Exhibit): AnswerJson<'readEvidence'>['documents'][number] => ({
  kind,
  sha256,
  size,
  content_base64: Buffer.from(bytes).toString('base64'),
});
