import type { Example } from './examples.ts';

/** The same call, as an ERP makes it. The key is in none of them. */
export const CALL_FORMS = ['curl', 'javascript', 'ids'] as const;
export type CallForm = (typeof CALL_FORMS)[number];

/** The file that `curl` and `ids` read; the page offers it. */
export const FILE = 'invoice.json';

interface Made {
  readonly origin: string;
  readonly submission: Example;
}

const CALLS: Readonly<Record<CallForm, (made: Made) => string>> = {
  curl: ({ origin, submission }) =>
    [
      `curl -sS ${origin}/invoices \\`,
      '  -H "Authorization: Bearer $KEY" \\',
      `  -H ${quoted(`Idempotency-Key: ${idempotencyKeyOf(submission)}`)} \\`,
      "  -H 'Content-Type: application/json' \\",
      `  --data @${FILE}`,
    ].join('\n'),
  javascript: ({ origin, submission }) =>
    [
      "import { DeliveryService } from 'invoice-delivery-service/client';",
      '',
      `const service = new DeliveryService({ url: '${origin}', key: process.env.KEY });`,
      `const submission = ${JSON.stringify(submission, undefined, 2)};`,
      `const { id } = await service.send(submission, { idempotencyKey: ${JSON.stringify(idempotencyKeyOf(submission))} });`,
      "console.log(await service.waitFor(id, ['ready', 'accepted', 'delivered']));",
    ].join('\n'),
  ids: ({ origin }) => `IDS_URL=${origin} IDS_KEY="$KEY" npx ids send ${FILE} --wait`,
};

export const callAs = (form: CallForm, made: Made): string => CALLS[form](made);

/** Of what the reader may change: a refused invoice holds its key, and is sent under another one once it is corrected. */
export function idempotencyKeyOf({ invoice_ref: reference = '', document }: Example): string {
  const { invoice, lines } = document;
  const parts = ['playground', reference, invoice.issue_date, String(lines[0]?.unit_price ?? '')];
  return parts.map((part) => inHeader(part).slice(0, 40)).join('-');
}

/** A key has the letters of a header. */
const inHeader = (text: string): string => text.replaceAll(/[^\w.:/-]/g, '-');

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
