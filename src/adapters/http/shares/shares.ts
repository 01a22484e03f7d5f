import { CallFailed } from '../../../domain/failures.ts';
import type { LiveShare } from '../../../application/sharing/live-shares.ts';
import type { SharedSubject } from '../../../application/sharing/share-document.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import type { CheckedCall } from '../call/call.ts';
import { viewReply } from '../call/files.ts';
import type { Handlers, HandlerTools, OpenCall } from '../call/handlers.ts';
import type { Reply } from '../call/reply.ts';
import { languageHeaders, wantsPage } from '../call/wanted-form.ts';
import { endedPage, sharePage } from '../reference/share-page.ts';

export const shareHandlers = {
  shareInvoice: async (call, tools) => {
    const { invoice } = await tools.useCases.findInvoice.run(call.caller, idOf(call));
    return shareSubject(call, tools, invoice);
  },

  shareRefusal: async (call, tools) =>
    shareSubject(call, tools, await tools.useCases.readRefusals.find(call.caller, idOf(call))),

  listShares: async ({ caller, request }, { useCases }) => {
    const { shares, next } = await useCases.shareDocument.list(caller, request.query);
    return { status: 200, json: { data: shares.map(shareToWire), truncated: next !== undefined, next } };
  },

  revokeShare: async (call, { useCases }) => {
    const share = await useCases.shareDocument.revoke(call.caller, idOf(call), call.requestId);
    return { status: 200, json: shareToWire(share) };
  },
} satisfies Partial<Handlers>;

const idOf = ({ parameters }: CheckedCall): string => parameters.id ?? '';

async function shareSubject(
  { caller, body, requestId }: CheckedCall,
  { useCases, settings }: HandlerTools,
  subject: SharedSubject,
): Promise<Reply> {
  const { days } = (body.json ?? {}) as { readonly days?: { readonly text: string } };
  const wish = { requestId, ...(days && { days: Number(days.text) }) };
  const { share, token } = await useCases.shareDocument.run(caller, subject, wish);
  return { status: 201, json: { ...shareToWire(share), url: `${settings.baseUrl}/share/${token}` } };
}

const shareToWire = (share: LiveShare) => ({
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

export async function openShare({ useCases }: ApiDeps, call: OpenCall): Promise<Reply> {
  const token = call.parameters.token ?? '';
  return orEnded(call, async () => {
    const report = await useCases.openShare.report(token);
    const words = await call.translator();
    const file = new TextEncoder().encode(sharePage(report, token, words));
    return { status: 200, file, headers: { ...HTML, ...languageHeaders(words) } };
  });
}

export async function openSharedPage({ useCases }: ApiDeps, call: OpenCall): Promise<Reply> {
  return orEnded(call, async () => {
    const reply = viewReply(await useCases.openShare.view(call.parameters.token ?? ''), undefined);
    return 'headers' in reply ? { ...reply, headers: { ...reply.headers, ...FOR_ONE_READER } } : reply;
  });
}

/** A reader in a browser gets a page. */
async function orEnded({ request, translator }: OpenCall, open: () => Promise<Reply>): Promise<Reply> {
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
