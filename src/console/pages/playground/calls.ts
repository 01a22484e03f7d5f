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

/** A key has the letters of a header. */
export const idempotencyKeyOf = ({ invoice_ref: reference = '' }: Example): string =>
  `playground-${reference.replaceAll(/[^\w.:/-]/g, '-')}`.slice(0, 100);

/** For a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
