import { randomUUID } from 'node:crypto';
import { type Erp, example } from '../support/erp.ts';
import type { ConsoleWorld } from './world.ts';

/** Markup, a word from right to left, and a name that is longer than any page is wide. */
export const HOSTILE = `<img src=x onerror="document.title='broken'"></script>‮${'W'.repeat(10_000)}`;

interface Changes {
  readonly number: string;
  readonly reference?: string;
  readonly sellerName?: string;
  /** The lines so many times, each with a long description. */
  readonly times?: number;
}

/** Refused for what a clerk can correct: a VAT number without country, a mistyped IBAN, a total that the lines do not give. */
export function brokenInvoice({ number, reference = number, sellerName, times = 1 }: Changes) {
  const submission = example('over-peppol');
  const { invoice, seller, payment, lines: given } = submission.document as unknown as Document;
  const { vat_id: vat = '', ...party } = seller;
  return {
    ...submission,
    invoice_ref: reference,
    document: {
      ...submission.document,
      invoice: { ...invoice, number },
      seller: { ...party, vat_id: vat.slice(2), ...(sellerName && { name: sellerName }) },
      payment: { ...payment, iban: 'DE03 1203 0000 0000 2020 51' },
      lines: Array.from({ length: times }, () => given).flatMap((lines) =>
        lines.map((line) => ({ ...line, ...(times > 1 && { description: 'x'.repeat(100) }) })),
      ),
    },
    erp_totals: { total_vat: '0.01' },
  };
}

interface Document {
  readonly invoice: object;
  readonly seller: { readonly vat_id?: string };
  readonly payment: { readonly iban: string };
  readonly lines: readonly object[];
}

/** Submits what is refused. @returns the id of the refusal. */
export async function refuse(erp: Erp, submission: object): Promise<string> {
  const { json, status } = await erp.post<{ refusal_id: string }>('/invoices', submission);
  if (status !== 422) throw new Error(`Expected a refusal, found ${status}.`);
  return json.refusal_id;
}

/** Submits a finished file. @returns the answer's body. */
export async function sendFile(
  { service, erp }: Pick<ConsoleWorld, 'service' | 'erp'>,
  file: string | Uint8Array<ArrayBuffer>,
  reference: string,
  route = 'DE-XRECHNUNG',
  type = 'application/xml',
) {
  const query = new URLSearchParams({ route, invoice_ref: reference });
  const answer = await fetch(`${service.url}/invoices/xml?${query}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${erp.key}`,
      'Content-Type': type,
      'Idempotency-Key': randomUUID(),
    },
    body: file,
  });
  return (await answer.json()) as { readonly id: string; readonly refusal_id: string };
}

/** An example of XRechnung: in Peppol no party has an address of e-mail. */
export const overPeppol = (xml: string): string =>
  ['DE281457638', 'DE190384672'].reduce(
    (text, id) => text.replace(/schemeID="EM">[^<]+/, `schemeID="9930">${id}`),
    xml,
  );
