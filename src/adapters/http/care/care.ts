import type { AgedItem, CareRequest } from '../../../application/care/list-care.ts';
import type { Exhibit } from '../../../application/care/read-evidence.ts';
import { canSenderFix, type Owner } from '../../../domain/findings/finding.ts';
import type { CareGroup } from '../../../domain/lifecycle/care-groups.ts';
import type { CheckedCall } from '../call/call.ts';
import type { Handlers } from '../call/handlers.ts';
import { deadline } from '../call/wire.ts';

export const careHandlers = {
  listCare: async ({ caller, request }, { useCases }) => {
    const { catalogue_code: code, ...query } = request.query as unknown as CareQuery;
    const { items, next } = await useCases.listCare.run(caller, { ...query, code });
    const truncated = next === undefined ? undefined : true;
    return { status: 200, json: { data: items.map(careRow), truncated, next } };
  },

  listCareGroups: async ({ caller, request }, { useCases }) => {
    const { client } = request.query as { readonly client?: string };
    const groups = await useCases.groupCare.list(caller, client);
    return { status: 200, json: { data: groups.map(groupToWire) } };
  },

  markHandled: async (call, { useCases }) => {
    const handled = await useCases.markHandled.run(changeOf(call));
    return { status: 200, json: { invoice_id: call.parameters.id, handled } };
  },

  reopenCare: async (call, { useCases }) => {
    const reopened = await useCases.reopenCare.run(changeOf(call));
    return { status: 200, json: { invoice_id: call.parameters.id, reopened } };
  },

  markGroupHandled: async ({ caller, body, requestId }, { useCases }) => {
    const { catalogue_code: code, field, who_acts: whoActs, client } = body.json as GroupBody;
    const group = { code, whoActs, ...(field !== undefined && { field }) };
    const done = await useCases.groupCare.handle(caller, group, { client, requestId });
    const { handled, invoices, busy, truncated } = done;
    return { status: 200, json: { handled, invoice_ids: invoices, busy, truncated } };
  },

  reopenGroup: async ({ caller, body, requestId }, { useCases }) => {
    const { catalogue_code: code, invoice_ids: ids } = body.json as ReopenBody;
    const { reopened, invoices, busy } = await useCases.groupCare.reopen(caller, { code, ids }, requestId);
    return { status: 200, json: { reopened, invoice_ids: invoices, busy } };
  },

  noteOnCare: async (call, { useCases }) => {
    const { catalogue_code: code, note, assignee } = call.body.json as NoteBody;
    const kept = { ...(note != null && { note }), ...(assignee != null && { assignee }) };
    await useCases.noteOnCare.run({ ...changeOf(call), code }, kept);
    return { status: 200, json: { invoice_id: call.parameters.id, catalogue_code: code, ...kept } };
  },

  readEvidence: async ({ caller, parameters }, { useCases }) => {
    const id = parameters.id ?? '';
    const exhibits = await useCases.readEvidence.run(caller, id);
    return { status: 200, json: { invoice_id: id, documents: exhibits.map(exhibit) } };
  },
} satisfies Partial<Handlers>;

interface CareQuery extends Omit<CareRequest, 'code'> {
  readonly catalogue_code?: string;
}

interface GroupBody {
  readonly catalogue_code: string;
  readonly field?: string;
  readonly who_acts: Owner;
  readonly client?: string;
}

interface ReopenBody {
  readonly catalogue_code: string;
  readonly invoice_ids: readonly string[];
}

interface NoteBody {
  readonly catalogue_code: string;
  readonly note?: string | null;
  readonly assignee?: string | null;
}

const changeOf = ({ caller, parameters, body, requestId }: CheckedCall) => ({
  caller,
  requestId,
  id: parameters.id ?? '',
  code: (body.json as { readonly catalogue_code?: string } | undefined)?.catalogue_code,
});

const groupToWire = (group: CareGroup) => ({
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

const careRow = ({ row, ageSeconds, note, ...invoice }: AgedItem) => ({
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
  ...deadline(invoice),
  field: row.field,
  fix_hint: row.fixHint,
  ...(row.coming && { coming: { code: row.coming.code, on: row.coming.on } }),
  ...(note && {
    note: note.note,
    assignee: note.assignee,
    noted_at: row.notedAt?.toISOString(),
    noted_by: row.notedBy,
  }),
});

const exhibit = ({ kind, sha256, size, bytes }: Exhibit) => ({
  kind,
  sha256,
  size,
  content_base64: Buffer.from(bytes).toString('base64'),
});
