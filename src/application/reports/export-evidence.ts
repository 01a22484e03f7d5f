import { say } from 'en16931-rules/vocabulary/message.ts';
import { fileStem } from '../../domain/vocabulary/file-name.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { TaxReport } from '../../domain/reports/tax-report.ts';
import { csvLine } from '../../domain/vocabulary/csv.ts';
import type { ArchiveEntry, Archives } from '../../ports/archives.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { EventFeed } from '../../ports/event-feed.ts';
import type { ReportStore } from '../../ports/report-store.ts';
import { requireOwn } from '../access/tenancy.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { missingTable, unlessMissing } from '../exports/missing-files.ts';
import { type Exported, type ExportPorts, startExport } from '../exports/start-export.ts';
import type { ProveInvoice } from '../proof/prove-invoice.ts';

interface Ports extends ExportPorts {
  readonly reports: Pick<ReportStore, 'find'>;
  readonly eventFeed: Pick<EventFeed, 'events'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly archives: Archives;
  readonly proveInvoice: Pick<ProveInvoice, 'prove'>;
}

const COLUMNS = [
  'report_id',
  'declarant',
  'part',
  'first_day',
  'last_day',
  'state',
  'file',
  'sha256',
  'size',
];

const MISSING = ['report_id', 'file', 'sha256', 'why'];

/** Everything that proves a tax report, as one zip: its documents and the answers to them, its events, their hashes, and a signature. */
export class ExportEvidence {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, for another client's report too; `no-master-key` */
  async run(caller: Caller, id: string, requestId: string): Promise<Exported> {
    const { reports, archives, clock, proveInvoice } = this.ports;
    const report = requireOwn(caller, await reports.find(id), say('reports.no-such-report'));
    // Before the first byte: without a key there is no archive.
    const { proof } = await proveInvoice.prove(report);
    const missing: (readonly string[])[] = [];
    return startExport(this.ports, {
      caller,
      client: report.client,
      requestId,
      what: 'report-evidence',
      fileName: `${id}-evidence.zip`,
      skipped: 0,
      parts: archives.zip(this.entries(report, proof, missing, clock.now())),
      files: () => report.documents.length - missing.length,
    });
  }

  private async *entries(
    report: TaxReport,
    proof: string,
    missing: (readonly string[])[],
    at: Date,
  ): AsyncGenerator<ArchiveEntry> {
    const { content, eventFeed } = this.ports;
    const rows = [csvLine(COLUMNS)];
    for (const document of report.documents) {
      const name = `documents/${fileStem(document.kind)}.xml`;
      const { id, declarant, part, firstDay, lastDay, state } = report;
      const { kind, sha256, size } = document;
      const bytes = await unlessMissing(
        kind,
        () => readHeldBytes(content, report, document),
        ({ why }) => missing.push([id, name, sha256, why]),
      );
      if (!bytes) continue;
      yield { name, content: bytes, at: report.updatedAt };
      rows.push(csvLine([id, declarant, part, firstDay, lastDay, state, name, sha256, String(size)]));
    }
    // As the statement: the events that the record counts.
    const events = (await eventFeed.events(report.id)).filter(
      ({ sequence }) => sequence <= report.lastSequence,
    );
    yield { name: 'events.ndjson', content: bytesOf(events.map(({ text }) => `${text}\n`)), at };
    yield { name: 'manifest.csv', content: bytesOf(rows), at };
    yield* missingTable(MISSING, missing, at);
    yield { name: 'proof.jws', content: bytesOf([proof]), at };
  }
}

const bytesOf = (texts: readonly string[]): Uint8Array => new TextEncoder().encode(texts.join(''));
