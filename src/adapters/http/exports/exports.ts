import type { Exported } from '../../../application/exports/start-export.ts';
import type { Handlers } from '../call/handlers.ts';
import type { FileReply } from '../call/answer.ts';

export const exportHandlers = {
  exportInvoices: async ({ caller, body, requestId }, { useCases }) => {
    const exported = await useCases.exportInvoices.run(caller, body.ids, requestId);
    return stream(exported, 'application/zip', { 'X-Export-Skipped': String(exported.skipped) });
  },

  exportDataset: async ({ caller, parameters, query, requestId }, { useCases }) => {
    const exported = useCases.exportDataset.run(caller, parameters.dataset, query, requestId);
    return stream(exported, exported.type, {});
  },
} satisfies Partial<Handlers>;

export const stream = (exported: Exported, type: string, more: Record<string, string>): FileReply => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${exported.fileName}"`,
    ...more,
  },
  stream: exported,
});
