import type { ShownRefusal } from '../../../application/refused/read-refusals.ts';
import type { AnswerJson } from '../call/contract.ts';
import { viewReply } from '../call/files.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { findingEntry } from '../call/reports.ts';
import { attempt, pageToWire } from '../call/wire.ts';

export const refusalHandlers = {
  listRefusals: async ({ caller, query }, { useCases }) =>
    answer(200, pageToWire(await useCases.readRefusals.list(caller, query), refusalToWire)),

  readRefusal: async (call, { useCases }) => {
    const refusal = await useCases.readRefusals.find(call.caller, call.parameters.id);
    return answer(200, refusalToWire(refusal));
  },

  readRefusedBody: async (call, { useCases }) => {
    const { refusal, bytes } = await useCases.readRefusals.body(call.caller, call.parameters.id);
    const { id, mediaType, sha256 } = refusal;
    const { type, extension } = fileTypeOf(mediaType);
    const headers = {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="${id}.${extension}"`,
      ETag: `"${sha256}"`,
      'Cache-Control': 'private, no-cache',
    };
    return { status: 200, file: bytes, headers };
  },

  viewRefusal: async (call, { useCases }) => {
    const view = await useCases.viewRefusal.run(call.caller, call.parameters.id);
    return viewReply(view, call.request.headers['if-none-match']);
  },
} satisfies Partial<Handlers>;

/** One of ours, never the caller's own text. */
function fileTypeOf(mediaType: string): { readonly type: string; readonly extension: string } {
  if (/xml/i.test(mediaType)) return { type: 'application/xml', extension: 'xml' };
  if (/pdf/i.test(mediaType)) return { type: 'application/pdf', extension: 'pdf' };
  return { type: 'application/json', extension: 'json' };
}

const refusalToWire = (refusal: ShownRefusal): AnswerJson<'readRefusal'> => ({
  id: refusal.id,
  client: refusal.client,
  call: CALLS[refusal.call],
  route: refusal.route,
  invoice_ref: refusal.invoiceRef,
  problem: refusal.problem,
  at: refusal.at.toISOString(),
  first_at: refusal.firstAt.toISOString(),
  times: refusal.times,
  kept_until: refusal.expiresAt.toISOString(),
  sent_again_as: refusal.sentAgainAs && attempt(refusal.sentAgainAs),
  errors: refusal.findings.map(findingEntry),
  documents: [
    {
      kind: 'body',
      sha256: refusal.sha256,
      size: refusal.size,
      href: `/refusals/${refusal.id}/documents/body`,
    },
  ],
});

const CALLS: Readonly<Record<ShownRefusal['call'], AnswerJson<'readRefusal'>['call']>> = {
  invoices: 'POST /invoices',
  invoices_xml: 'POST /invoices/xml',
  received: 'POST /received',
};
