import type { Caller } from '../../domain/access/caller.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { EXPORT_ENDED, ExportUnderWay } from './export-under-way.ts';
import { pieces } from './pieces.ts';

/** An export on its way out. */
export interface Exported {
  readonly fileName: string;
  /** How many of the invoices that were asked for are not in it. */
  readonly skipped: number;
  /** Made as they are asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Records its end. @param isWhole the last byte has left. */
  ended(isWhole: boolean): Promise<void>;
}

export interface ExportPorts {
  readonly audit: Pick<AuditLog, 'begin' | 'keepOpen' | 'end' | 'write'>;
  readonly digests: Pick<Digests, 'running' | 'newSecret'>;
  readonly clock: Clock;
  /** A clock that is moved for a test lets no export appear dead. */
  readonly realClock: Clock;
}

interface ExportOrder {
  readonly caller: Caller;
  readonly client: string | undefined;
  readonly requestId: string;
  /** `invoices`, `archive`, … */
  readonly what: string;
  readonly fileName: string;
  readonly skipped: number;
  readonly parts: AsyncIterable<string | Uint8Array>;
  readonly files?: () => number;
}

/**
 * Counts and hashes what leaves. The audit row of the beginning is written before the first byte, that of the end if all has left or it was
 * broken off; the end of a process that dies in between is recorded by `EndLostExports`.
 */
export function startExport(ports: ExportPorts, order: ExportOrder): Exported {
  const { audit, digests, clock } = ports;
  const { caller, client, requestId, what, fileName, skipped, files } = order;
  const hash = digests.running();
  const underWay = new ExportUnderWay(ports);
  const row = { actor: caller.keyId, ...(client !== undefined && { client }), requestId };
  let sent = 0;
  async function* countChunks(): AsyncGenerator<Uint8Array> {
    await underWay.begin({ ...row, details: { what, skipped } });
    for await (const chunk of pieces(order.parts)) {
      hash.update(chunk);
      sent += chunk.length;
      yield chunk;
    }
  }
  async function ended(isWhole: boolean): Promise<void> {
    const details = {
      what,
      bytes: sent,
      skipped,
      ...(files && { files: files() }),
      ...(isWhole ? { sha256: hash.hex() } : { broken_off: true }),
    };
    const entry = { at: clock.now(), action: EXPORT_ENDED, ...row, details };
    // A process that stood still for a minute has been given up: the end of the export is told all the same.
    if (!(await underWay.end(entry))) await audit.write(entry);
  }
  return { fileName, skipped, chunks: countChunks(), ended };
}

/** `20261005T080000Z` */
export const timeStamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
