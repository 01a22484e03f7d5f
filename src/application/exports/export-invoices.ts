import type { Caller } from '../../domain/access/caller.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { ArchiveEntry, Archives } from '../../ports/archives.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import { mayRead } from '../access/tenancy.ts';
import { documentsOf, ArchivedFiles } from './archived-files.ts';
import { unlessDeleted } from './unless-deleted.ts';
import { startExport, type Exported, type ExportPorts, timeStamp } from './start-export.ts';

interface Ports extends ExportPorts {
  readonly clients: Pick<ClientStore, 'find'>;
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly archives: Archives;
}

/** The built files of some invoices as one zip (contract 4.10). */
export class ExportInvoices {
  constructor(private readonly ports: Ports) {}

  /** An invoice that cannot be exported is counted, not named: it may be another client's. */
  async run(caller: Caller, ids: readonly string[], requestId: string): Promise<Exported> {
    const { archives, clock, content } = this.ports;
    const distinctIds = [...new Set(ids)];
    const records: InvoiceRecord[] = [];
    for (const id of distinctIds) {
      const record = await this.ports.invoices.find(id);
      if (record && mayRead(caller, record.client) && documentsOf(record).length > 0) records.push(record);
    }
    const now = clock.now();
    const files = new ArchivedFiles(content, archives.keep());
    async function* entries(): AsyncGenerator<ArchiveEntry> {
      for (const invoice of records) yield* files.of(invoice);
      yield* files.tables(now);
    }
    return startExport(this.ports, {
      caller,
      client: caller.kind === 'client' ? caller.client : undefined,
      requestId,
      what: 'invoices.zip',
      fileName: `invoices-${timeStamp(now)}.zip`,
      skipped: distinctIds.length - records.length,
      parts: unlessDeleted(
        [...new Set(records.map(({ client }) => client))],
        archives.zip(entries()),
        this.ports,
      ),
      files: () => files.files,
    });
  }
}
