import type { Caller } from '../../domain/access/caller.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { pieces } from './pieces.ts';

/** An export on its way out. */
export interface Exported {
  readonly fileName: string;
  /** How many of the invoices that were asked for are not in it. */
  readonly skipped: number;
  /** Made as they are asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Records what became of it. @param isWhole the last byte has left. */
  ended(isWhole: boolean): Promise<void>;
}

export interface ExportTools {
  readonly audit: Pick<AuditLog, 'write'>;
  readonly digests: Pick<Digests, 'running'>;
  readonly clock: Clock;
}

interface Asked {
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

/** Counts and hashes what leaves, and writes the audit row when it has left or was broken off. */
export function exported({ audit, digests, clock }: ExportTools, asked: Asked): Exported {
  const hash = digests.running();
  let sent = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of pieces(asked.parts)) {
      hash.update(chunk);
      sent += chunk.length;
      yield chunk;
    }
  }
  const { caller, client, requestId, what, fileName, skipped, files } = asked;
  return {
    fileName,
    skipped,
    chunks: counted(),
    ended: (isWhole) =>
      audit.write({
        at: clock.now(),
        action: 'data_exported',
        actor: caller.keyId,
        ...(client !== undefined && { client }),
        requestId,
        details: {
          what,
          bytes: sent,
          skipped,
          ...(files && { files: files() }),
          ...(isWhole ? { sha256: hash.hex() } : { broken_off: true }),
        },
      }),
  };
}

/** `20261005T080000Z` */
export const stamp = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
