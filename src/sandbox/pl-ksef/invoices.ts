import { instant } from './warsaw.ts';

/** The outcome of an invoice. */
const ENDS = {
  100: 'Faktura przyjęta do dalszego przetwarzania',
  150: 'Trwa przetwarzanie',
  200: 'Sukces',
  405: 'Przetwarzanie anulowane z powodu błędu sesji',
  410: 'Nieprawidłowy zakres uprawnień',
  415: 'Brak możliwości wysyłania faktury z załącznikiem',
  430: 'Błąd weryfikacji pliku faktury',
  435: 'Błąd odszyfrowania pliku',
  440: 'Duplikat faktury',
  450: 'Błąd weryfikacji semantyki dokumentu faktury',
  550: 'Operacja została anulowana przez system',
} as const;

export type StatusCode = keyof typeof ENDS;

/** The outcome, which is decided at the arrival and shown when it is due. */
export interface Verdict {
  readonly code: StatusCode;
  readonly details?: readonly string[];
  readonly extensions?: Readonly<Record<string, string>>;
}

/** An invoice in a session. */
export interface SentInvoice {
  readonly session: string;
  readonly reference: string;
  /** From 1, within its session. */
  readonly ordinal: number;
  /** SHA-256 of the file as it was announced, base64. */
  readonly hash: string;
  readonly fileName?: string;
  readonly receivedAt: number;
  /** Processing begins, and ends, at these times. */
  readonly processedFrom: number;
  readonly endsAt: number;
  /** In the permanent storage from this time. */
  readonly storedAt: number;
  readonly verdict: Verdict;
  /** As far as the file is readable. */
  readonly number?: string;
  readonly mode?: 'Online' | 'Offline';
  readonly ksefNumber?: string;
  /** Further members of a receipt. */
  readonly sellerNip?: string;
  readonly issueDate?: string;
}

export const hasEnded = ({ endsAt }: SentInvoice): boolean => endsAt <= Date.now();

export const isAccepted = (invoice: SentInvoice): boolean =>
  hasEnded(invoice) && invoice.verdict.code === 200;

/** `SessionInvoiceStatusResponse` */
export function invoiceToWire(
  invoice: SentInvoice,
  upoLink: (invoice: SentInvoice) => Link,
): Readonly<Record<string, unknown>> {
  const { ordinal, reference, hash, fileName, receivedAt, number, mode, ksefNumber, storedAt, endsAt } =
    invoice;
  // Read once, so that an answer with the end has all members of the end.
  const isOver = hasEnded(invoice);
  const link = isOver && invoice.verdict.code === 200 ? upoLink(invoice) : undefined;
  return {
    ordinalNumber: ordinal,
    ...(isOver && number !== undefined && { invoiceNumber: number }),
    referenceNumber: reference,
    invoiceHash: hash,
    ...(fileName !== undefined && { invoiceFileName: fileName }),
    invoicingDate: instant(receivedAt),
    ...(link && {
      ksefNumber,
      acquisitionDate: instant(endsAt),
      ...(storedAt <= Date.now() && { permanentStorageDate: instant(storedAt) }),
      upoDownloadUrl: link.url,
      upoDownloadUrlExpirationDate: instant(link.expiresAt),
      invoicingMode: mode,
    }),
    status: statusOf(invoice, isOver),
  };
}

/** An address for every caller who has it, until it expires. */
export interface Link {
  readonly url: string;
  readonly expiresAt: number;
}

function statusOf({ verdict, processedFrom }: SentInvoice, isOver: boolean): unknown {
  if (isOver) return { description: ENDS[verdict.code], ...verdict };
  const code = processedFrom > Date.now() ? 100 : 150;
  return { code, description: ENDS[code] };
}
