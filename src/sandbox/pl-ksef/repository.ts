import type { State } from '../state.ts';
import type { InvoiceParts } from './invoice-parts.ts';
import type { Verdict } from './invoices.ts';
import { optionsOf } from './options.ts';
import { ROUTE } from './route.ts';

/** An accepted invoice. */
export interface Held {
  readonly ksefNumber: string;
  /** The order of arrival. */
  readonly session: string;
  /** SHA-256 of the file, base64. */
  readonly hash: string;
  readonly receivedAt: number;
  readonly acceptedAt: number;
  /** Queries find it from then on. */
  readonly storedAt: number;
  readonly mode: 'Online' | 'Offline';
  /** The hash of the refused file that it replaces. */
  readonly corrects?: string;
  readonly parts: InvoiceParts;
}

/** All accepted invoices by their numbers. */
export class Repository {
  constructor(private readonly state: State) {}

  keep(invoice: Held, bytes: Buffer): void {
    const { ksefNumber, parts, hash, corrects } = invoice;
    this.state.keep(ROUTE, 'held', ksefNumber, invoice);
    this.state.keep(ROUTE, 'file', ksefNumber, bytes.toString('base64'));
    this.state.keep(ROUTE, 'original', keyOf(parts), ksefNumber);
    this.state.keep(ROUTE, 'by-hash', hash, ksefNumber);
    if (corrects !== undefined) this.state.keep(ROUTE, 'corrected', corrects, ksefNumber);
  }

  find(ksefNumber: string): Held | undefined {
    return this.state.findKept<Held>(ROUTE, 'held', ksefNumber);
  }

  bytesOf({ ksefNumber }: Held): Buffer {
    return Buffer.from(this.state.findKept<string>(ROUTE, 'file', ksefNumber) ?? '', 'base64');
  }

  /** The invoice with this seller, type and number. */
  original(parts: InvoiceParts): Held | undefined {
    return this.findNamed('original', keyOf(parts));
  }

  /** The replacement of the refused file with that hash. */
  correctionOf(hash: string): Held | undefined {
    return this.findNamed('corrected', hash);
  }

  withHash(hash: string): Held | undefined {
    return this.findNamed('by-hash', hash);
  }

  /** In the order of their acceptance. */
  all(): readonly Held[] {
    return this.state.allKept<Held>(ROUTE, 'held');
  }

  duplicateOf({ ksefNumber, session }: Held): Verdict {
    const detail = `Duplikat faktury. Faktura o numerze KSeF: ${ksefNumber} została już prawidłowo przesłana do systemu w sesji: ${session}`;
    const extensions = { originalSessionReferenceNumber: session, originalKsefNumber: ksefNumber };
    return {
      code: 440,
      details: [detail],
      ...(optionsOf(this.state).duplicate_extensions && { extensions }),
    };
  }

  private findNamed(kind: string, id: string): Held | undefined {
    const ksefNumber = this.state.findKept<string>(ROUTE, kind, id);
    return ksefNumber === undefined ? undefined : this.find(ksefNumber);
  }
}

const keyOf = ({ sellerNip, type, number }: InvoiceParts): string =>
  JSON.stringify([sellerNip, type, number]);
