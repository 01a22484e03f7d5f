import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { InvoiceFiles } from '../../../src/application/content/invoice-files.ts';
import { NO_CAPS } from '../../fakes/caps.ts';
import { NO_CALLS } from '../../fakes/recorder.ts';
import { invoiceWorker } from '../../support/invoice-worker.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import type { World } from './world.ts';

/** A worker that checks invoices, with no credential to send them. */
export const checkingWorker = (world: World, rails: World['rails'] = world.rails) =>
  invoiceWorker({
    ...world,
    rails,
    recorder: NO_CALLS,
    reportWriter: JSON_REPORT_WRITER,
    examine: new ExamineDocument(world),
    files: new InvoiceFiles(world.content, JSON_REPORT_WRITER, '0.1.0'),
    credentials: {
      choose: async () => undefined,
      open: async () => undefined,
      chooseSigner: async () => undefined,
      live: async () => [],
    },
    feeds: { begin: async () => undefined },
    caps: NO_CAPS,
    retryScale: 1,
  });
