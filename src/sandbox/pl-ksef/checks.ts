import type { Bearer } from './bearers.ts';
import type { Form } from './forms.ts';
import { fileFault } from './file-rules.ts';
import { invoiceParts, type InvoiceParts } from './invoice-parts.ts';
import type { Verdict } from './invoices.ts';
import { sha256 } from './keys.ts';
import type { Schemas } from '../schemas.ts';
import { optionsOf } from './options.ts';
import type { State } from '../state.ts';
import { dayOf } from './warsaw.ts';

const MEGABYTE = 1_000_000;

interface Announced {
  readonly hash: string;
  readonly size: number;
  /** Only a batch takes an attachment. */
  readonly isInBatch: boolean;
  /** Of the session. */
  readonly form: Form | undefined;
}

/** A received invoice: its members as far as they are readable, and its errors. */
export interface Checked {
  readonly parts?: InvoiceParts;
  readonly wrong?: Verdict;
}

/** Data for the checks beside the file. */
interface CheckBackend {
  readonly state: State;
  readonly schemas: Schemas;
}

/** All checks of one file except the one for duplicates. */
export function check(backend: CheckBackend, bytes: Buffer, announced: Announced, bearer: Bearer): Checked {
  if (sha256(bytes) !== announced.hash) return refuse(430, 'Skrót faktury nie zgadza się z zadeklarowanym.');
  if (bytes.length !== announced.size) return refuse(430, 'Rozmiar faktury nie zgadza się z zadeklarowanym.');
  const fault = fileFault(bytes);
  if (fault) return { wrong: fault };
  const parts = readParts(bytes);
  if (typeof parts === 'string') return refuse(450, parts);
  if (parts?.form !== (announced.form ?? 'FA'))
    return refuse(430, 'Dokument nie jest zgodny z formularzem sesji.');
  const wrong = wrongIn(backend, bytes, parts, { bearer, isInBatch: announced.isInBatch });
  return { parts, ...(wrong && { wrong }) };
}

function wrongIn(
  { state, schemas }: CheckBackend,
  bytes: Buffer,
  parts: InvoiceParts,
  { bearer, isInBatch }: { readonly bearer: Bearer; readonly isInBatch: boolean },
): Verdict | undefined {
  const options = optionsOf(state);
  const maxBytes = parts.hasAttachment ? 3 * MEGABYTE : MEGABYTE;
  if (bytes.length > maxBytes) return verdict(430, `Rozmiar faktury przekracza ${maxBytes} bajtów.`);
  const faults = schemas.faults(bytes, SCHEMAS[parts.form]);
  if (faults.length > 0) return verdict(450, ...faults);
  if (parts.hasAttachment && !(isInBatch && options.attachments_registered)) return verdict(415);
  if (!mayBeSentBy(bearer, parts)) return verdict(410);
  // The ministry's page names P_1, a field of FA(3).
  if (parts.form === 'FA' && parts.issueDate > dayOf(Date.now()))
    return verdict(450, 'Data wystawienia faktury (P_1) jest późniejsza niż data przyjęcia faktury.');
  const wrongNip = options.nip_check ? parts.nips.find((nip) => !hasRightCheckDigit(nip)) : undefined;
  return wrongNip === undefined ? undefined : verdict(450, `Nieprawidłowy numer NIP: ${wrongNip}.`);
}

function readParts(bytes: Buffer): InvoiceParts | string | undefined {
  try {
    return invoiceParts(bytes);
  } catch (error) {
    return (error as Error).message;
  }
}

/** The seller, a company that the seller lets bill, or the seller's representative; of an invoice VAT RR the buyer alone. */
const mayBeSentBy = (
  { nip }: Bearer,
  { form, sellerNip, buyerNip, authorizedNip, isSelfBilled }: InvoiceParts,
): boolean =>
  form === 'FA_RR'
    ? nip === buyerNip
    : nip === sellerNip || (isSelfBilled && nip === buyerNip) || nip === authorizedNip;

const SCHEMAS = {
  FA: 'Faktura',
  FA_RR: 'Faktura VAT RR',
  PEF: 'Invoice',
  PEF_KOR: 'CreditNote',
} as const satisfies Readonly<Record<Form, string>>;

const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];

const hasRightCheckDigit = (nip: string): boolean =>
  WEIGHTS.reduce((sum, weight, n) => sum + weight * Number(nip[n]), 0) % 11 === Number(nip[9]);

const refuse = (code: Verdict['code'], ...details: readonly string[]): Checked => ({
  wrong: verdict(code, ...details),
});

const verdict = (code: Verdict['code'], ...details: readonly string[]): Verdict => ({
  code,
  ...(details.length > 0 && { details }),
});
