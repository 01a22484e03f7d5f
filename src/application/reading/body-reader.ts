import type { ReaderPool } from '../../ports/reader-pool.ts';
import { openBody, type OpenedBody, openLargeBody, readBack, type SentPart } from './opened-body.ts';

/** From this size on a thread does the work. A smaller body takes some milliseconds, whatever it holds; most invoices are smaller. */
export const LARGE_BYTES = 64 * 1024;

export const isLarge = (bytes: Uint8Array): boolean => bytes.length > LARGE_BYTES;

/** The thread's work on a body. */
export const BODY_WORK = { open: openLargeBody };

/** Opens JSON bodies: small ones at once, large ones in a thread, so that they block no other call. */
export class BodyReader {
  constructor(private readonly readerPool: ReaderPool<typeof BODY_WORK>) {}

  /** For a large body `json` has an empty object in the place of the `document`, which is not read here. */
  async open(bytes: Uint8Array): Promise<OpenedBody> {
    if (!isLarge(bytes)) return openBody(bytes);
    const opened = await this.readerPool.run('open', bytes);
    if (!opened.ok) return opened;
    const part = (member: string): SentPart | undefined => {
      const sent = opened.heavy.get(member);
      return sent && { bytes: sent };
    };
    return { ok: true, json: readBack(opened.rest), part };
  }
}
