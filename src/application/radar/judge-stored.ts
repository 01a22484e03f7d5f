import { verdictOf } from 'en16931-rules/vocabulary/layer.ts';
import type { InvoiceRecord } from '../../domain/lifecycle/invoice-record.ts';
import type { InvoiceState } from '../../domain/lifecycle/states.ts';
import {
  changesIn,
  type FoundChange,
  type Radar,
  type RadarRow,
  type RadarVerdict,
} from '../../domain/radar/radar.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Log } from '../../ports/log.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { findSource, type StoredSourcePorts } from '../checking/stored-source.ts';

interface Ports extends StoredSourcePorts {
  readonly examine: Pick<ExamineDocument, 'run'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly log: Pick<Log, 'error'>;
}

/** Invoices that no one sends again as they are. */
const SKIPPED: ReadonlySet<InvoiceState> = new Set([
  'source_error',
  'validation_failed',
  'rejected',
  'cancelled',
]);

/** A correction with its place, as it is sealed. */
export type SealedPatch = Pick<FoundChange['finding'], 'field' | 'correction'>;

/** Says what the packs of the radar's day change for a stored invoice, which is opened in memory only. */
export class JudgeStored {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `no-master-key`, `busy`: these meet every invoice alike. */
  async run(invoice: InvoiceRecord, radar: Pick<Radar, 'day' | 'before'>): Promise<RadarVerdict> {
    if (SKIPPED.has(invoice.state)) return { verdict: 'skipped' };
    try {
      return await this.judge(invoice, radar);
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      // One invoice must not keep the others waiting.
      this.ports.log.error({ invoice_id: invoice.id, err: error }, 'a stored invoice could not be judged');
      return { verdict: 'unjudged' };
    }
  }

  private async judge(
    invoice: InvoiceRecord,
    { day, before }: Pick<Radar, 'day' | 'before'>,
  ): Promise<RadarVerdict> {
    const access: PoolAccess = { client: invoice.client, whenBusy: 'give-way' };
    const source = await findSource(invoice, access, this.ports);
    if (!source) return { verdict: 'skipped' };
    const subject = { route: invoice.route, source, on: before };
    const { layers, next } = await this.ports.examine.run(subject, access, { next: [day] });
    const now = verdictOf(layers).verdict;
    const then = next?.[0];
    if (now === 'not_run' || then?.isWhole === false) return { verdict: 'unjudged' };
    const rows = then ? await this.sealPatches(invoice, changesIn(then, invoice.id)) : [];
    return { verdict: 'judged', broken: now === 'valid' && then?.valid === false, rows };
  }

  /** A client that keeps invoices for a limited time has no values of theirs stored elsewhere. */
  private async sealPatches(
    { client }: InvoiceRecord,
    changes: readonly FoundChange[],
  ): Promise<readonly RadarRow[]> {
    const { clients, content } = this.ports;
    const hasPatches = changes.some(({ row, finding }) => row.change !== 'disappears' && finding.correction);
    const isKept = hasPatches && (await clients.find(client))?.retentionDays === undefined;
    return Promise.all(
      changes.map(async ({ row, finding: { field, correction } }) =>
        isKept && correction !== undefined && row.change !== 'disappears'
          ? { ...row, sealedPatch: await content.sealText(client, JSON.stringify({ field, correction })) }
          : row,
      ),
    );
  }
}
