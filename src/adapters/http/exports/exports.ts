import type { Exported } from '../../../application/exports/start-export.ts';
import type { Handlers } from '../call/handlers.ts';
import type { Reply } from '../call/reply.ts';

export const exportHandlers = {
  exportInvoices: async ({ caller, body, requestId }, { useCases }) => {
    const { ids } = body.json as { ids: readonly string[] };
    const exported = await useCases.exportInvoices.run(caller, ids, requestId);
    return stream(exported, 'application/zip', { 'X-Export-Skipped': String(exported.skipped) });
  },

  exportDataset: async ({ caller, parameters, request, requestId }, { useCases }) => {
    const query = request.query as { client?: string; from?: string; to?: string };
    const exported = useCases.exportDataset.run(caller, parameters.dataset ?? '', query, requestId);
    return stream(exported, exported.type, {});
  },
} satisfies Partial<Handlers>;

export const stream = (exported: Exported, type: string, more: Record<string, string>): Reply => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    ...more,
  },
  stream: exported,
});
