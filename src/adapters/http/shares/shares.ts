import { CallFailed } from '../../../domain/failures.ts';
import type { LiveShare } from '../../../application/sharing/live-shares.ts';
import type { SharedSubject } from '../../../application/sharing/share-document.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import type { AnswerJson, Schema } from '../call/contract.ts';
import { viewReply } from '../call/files.ts';
import type { Handlers, HandlerContext, OpenCall, OperationCall } from '../call/handlers.ts';
import { answer, type FileReply } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';
import { languageHeaders, wantsPage } from '../call/wanted-form.ts';
import { endedPage, sharePage } from '../reference/share-page.ts';

export const shareHandlers = {
  shareInvoice: async (call, context) => {
    const { invoice } = await context.useCases.findInvoice.run(call.caller, call.parameters.id);
    return shareSubject(call, context, invoice);
  },

  shareRefusal: async (call, context) =>
    shareSubject(call, context, await context.useCases.readRefusals.find(call.caller, call.parameters.id)),

  shareReceived: async (call, context) => {
    const { received } = await context.useCases.listReceived.find(call.caller, call.parameters.id);
    return shareSubject(call, context, received);
  },

  listShares: async ({ caller, query }, { useCases }) =>
    answer(200, pageToWire(await useCases.shareDocument.list(caller, query), shareToWire)),

  revokeShare: async (call, { useCases }) => {
    const share = await useCases.shareDocument.revoke(call.caller, call.parameters.id, call.requestId);
    return answer(200, shareToWire(share));
  },
} satisfies Partial<Handlers>;

async function shareSubject(
  { caller, body, requestId }: OperationCall<'shareInvoice' | 'shareRefusal' | 'shareReceived'>,
  { useCases, settings }: HandlerContext,
  subject: SharedSubject,
) {
  const { days, note } = body ?? {};
  const { share, token } = await useCases.shareDocument.run(caller, subject, { days, note, requestId });
  return answer<201, AnswerJson<'shareInvoice'>>(201, {
    ...shareToWire(share),
    url: `${settings.baseUrl}/share/${token}`,
  });
}

const shareToWire = (share: LiveShare): Schema<'Share'> => ({
  id: share.id,
  client: share.client,
  subject: share.subject,
  made_by: share.madeBy,
  made_by_label: share.label,
  created_at: share.createdAt.toISOString(),
  expires_at: share.expiresAt.toISOString(),
  last_read_at: share.lastReadAt?.toISOString(),
  revoked_at: share.revokedAt?.toISOString(),
});

/** Neither searched, nor kept by anybody on the way; the address is not passed on to other pages. */
const FOR_ONE_READER = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex, nofollow',
  'Referrer-Policy': 'no-referrer',
} as const;

const HTML = { 'Content-Type': 'text/html; charset=utf-8', ...FOR_ONE_READER } as const;

type SharedCall = OpenCall<'openShare' | 'openSharedPage'>;

export async function openShare({ useCases }: ApiDeps, call: SharedCall): Promise<FileReply> {
  const token = call.parameters.token;
  return orEnded(call, async () => {
    const report = await useCases.openShare.report(token);
    const words = await call.translator();
    const file = new TextEncoder().encode(sharePage(report, token, words));
    return { status: 200, file, headers: { ...HTML, ...languageHeaders(words) } };
  });
}

export async function openSharedPage({ useCases }: ApiDeps, call: SharedCall): Promise<FileReply> {
  return orEnded(call, async () => {
    const reply = viewReply(await useCases.openShare.view(call.parameters.token), undefined);
    return 'headers' in reply ? { ...reply, headers: { ...reply.headers, ...FOR_ONE_READER } } : reply;
  });
}

/** A reader in a browser gets a page. */
async function orEnded(
  { request, translator }: SharedCall,
  open: () => Promise<FileReply>,
): Promise<FileReply> {
  try {
    return await open();
  } catch (error) {
    const hasEnded = error instanceof CallFailed && error.failure.kind === 'not-found';
    if (!hasEnded || !wantsPage(request)) throw error;
    const words = await translator();
    const file = new TextEncoder().encode(endedPage(words));
    return { status: 404, file, headers: { ...HTML, ...languageHeaders(words) } };
  }
}
