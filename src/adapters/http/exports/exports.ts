import type { Exported } from '../../../application/exports/start-export.ts';
import type { Handlers } from '../call/handlers.ts';
import type { FileReply } from '../call/answer.ts';
import { contentDisposition } from '../call/files.ts';
import { listFilters } from '../call/list-query.ts';

export const exportHandlers = {
  exportInvoices: async ({ caller, body, requestId }, { useCases }) => {
    const exported = await useCases.exportInvoices.run(caller, body.ids, requestId);
    return stream(exported, 'application/zip', { 'X-Export-Skipped': String(exported.skipped) });
  },

  exportDataset: async (call, { useCases, settings }) => {
    const { caller, parameters, query, requestId } = call;
    const { language, say, text } = await call.translator();
    const { from, to, tables, ...filters } = query;
    const filter = listFilters({ ...filters, received_from: from, received_to: to });
    const exported = await useCases.exportDataset.run(caller, parameters.dataset, filter, {
      requestId,
      tablesFor: tables ?? 'program',
      reader: { language, say, text, address: settings.baseUrl },
    });
    return stream(exported, exported.type, {});
  },
} satisfies Partial<Handlers>;

export const stream = (exported: Exported, type: string, more: Record<string, string>): FileReply => ({
  status: 200,
  headers: {
    'Content-Type': type,
    'Content-Disposition': contentDisposition('attachment', ...partsOf(exported.fileName)),
    ...more,
  },
  stream: exported,
});

const partsOf = (fileName: string): readonly [stem: string, ending: string] => {
  const end = fileName.lastIndexOf('.');
  return [fileName.slice(0, end), fileName.slice(end)];
};
