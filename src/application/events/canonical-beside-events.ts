import { isObject } from 'en16931-rules/vocabulary/object.ts';
import { CallFailed } from '../../domain/failures.ts';
import { ContentGone, ContentUnreadable } from '../../ports/content-store.ts';
import type { ConvertReceived } from '../converting/convert-stored.ts';
import type { Finder } from '../tracking/find-invoice.ts';
import type { Documented } from '../tracking/read-document.ts';

interface EventOfInvoice {
  readonly invoiceId: string;
  /** Parsed. */
  readonly event: unknown;
}

/** Of the JSON. */
const MAX_CANONICAL_BYTES = 256 * 1024;

type Omission = 'too_large' | 'unreadable' | 'deleted' | 'busy';
type Beside = { readonly canonical: unknown } | { readonly canonical_omitted: Omission };
/** What the events of one answer carry, by the id of the invoice: each is read and converted once. */
export type CanonicalOfAnswer = Map<string, Beside>;

/** Adds the canonical invoice to the events of received ones. It is read when an event is given out, and stored nowhere. */
export class CanonicalBesideEvents {
  constructor(
    private readonly ports: {
      readonly received: Finder<Documented>;
      readonly convertReceived: Pick<ConvertReceived, 'convert'>;
    },
  ) {}

  /**
   * @returns the event with `canonical`, or with `canonical_omitted`, the reason; undefined for an event of another kind.
   * @throws CallFailed `no-master-key`
   */
  async add(
    { invoiceId, event }: EventOfInvoice,
    ofAnswer: CanonicalOfAnswer = new Map(),
  ): Promise<object | undefined> {
    if (!isOfReceived(event)) return undefined;
    const beside = ofAnswer.get(invoiceId) ?? (await this.read(invoiceId));
    ofAnswer.set(invoiceId, beside);
    return { ...event, ...beside };
  }

  private async read(id: string): Promise<Beside> {
    const invoice = await this.ports.received.find(id);
    if (!invoice) return { canonical_omitted: 'deleted' };
    try {
      const { document } = await this.ports.convertReceived.convert(invoice, 'reference');
      const isTooLarge = Buffer.byteLength(JSON.stringify(document)) > MAX_CANONICAL_BYTES;
      return isTooLarge ? { canonical_omitted: 'too_large' } : { canonical: document };
    } catch (error) {
      const reason = omissionOf(error);
      if (!reason) throw error;
      return { canonical_omitted: reason };
    }
  }
}

/** @param event parsed. */
export const isOfReceived = (event: unknown): event is Readonly<Record<string, unknown>> =>
  isObject(event) && event['direction'] === 'in';

/** A file that cannot be converted now or ever keeps no event back. */
function omissionOf(error: unknown): Omission | undefined {
  if (error instanceof ContentGone) return 'deleted';
  if (error instanceof ContentUnreadable) return 'unreadable';
  if (!(error instanceof CallFailed)) return undefined;
  switch (error.failure.kind) {
    case 'validation-failed':
      return 'unreadable';
    case 'busy':
      return 'busy';
    default:
      return undefined;
  }
}
