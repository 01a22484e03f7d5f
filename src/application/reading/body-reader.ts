import type { Workbench } from '../../ports/workbench.ts';
import { openBody, type OpenedBody, openLargeBody, readBack, type SentPart } from './opened-body.ts';

/** From here on a thread does the work. What is smaller takes some milliseconds, whatever it holds; most invoices do. */
export const LARGE_BYTES = 64 * 1024;

export const isLarge = (bytes: Uint8Array): boolean => bytes.length > LARGE_BYTES;

/** What the thread does with a body. */
export const BODY_WORK = { open: openLargeBody };

/** Opens JSON bodies: small ones here and now, large ones in a thread, so that they hold up no other call. */
export class BodyReader {
  constructor(private readonly bench: Workbench<typeof BODY_WORK>) {}

  /** Of a large body `json` holds an empty object in the place of the `document`, which is not read here. */
  async open(bytes: Uint8Array): Promise<OpenedBody> {
    if (!isLarge(bytes)) return openBody(bytes);
    const opened = await this.bench.run('open', bytes);
    if (!opened.ok) return opened;
    const part = (member: string): SentPart | undefined => {
      const sent = opened.heavy.get(member);
      return sent && { bytes: sent };
    };
    return { ok: true, json: readBack(opened.rest), part };
  }
}
