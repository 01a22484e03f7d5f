import { createHash } from 'node:crypto';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { jsonReportWriter } from '../../src/adapters/http/call/reports.ts';
import { NodeDeliverySigner } from '../../src/adapters/system/node-delivery-signer.ts';
import { notRunFinding, sourceFinding } from '../../src/application/care/care.ts';
import { signDelivery } from '../../src/application/webhooks/sign-delivery.ts';
import { testEventText } from '../../src/application/webhooks/test-webhook.ts';
import type { EventFacts, StatusEvent } from '../../src/domain/lifecycle/status-event.ts';
import { OPERATOR_OWNER } from '../../src/domain/webhooks/webhook.ts';
import { inEnglish } from '../../src/processes/read-words.ts';
import { readYaml } from '../../src/processes/read-yaml.ts';

const AT = new Date('2026-03-02T09:00:05.000Z');

/** Of the examples alone: no service has it. */
export const SHOWN_SECRET = `whsec_${Buffer.alloc(32, 'example').toString('base64')}`;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const eventIdOf = (title: string): string => `evt_${sha256(title).slice(0, 32)}`;

const INVOICE: StatusEvent['subject'] = {
  invoiceRef: 'order-4711',
  invoiceNumber: 'RE-2026-4711',
  route: 'PEPPOL',
  environment: 'sandbox',
  legalId: null,
  buyerStatus: null,
};
const CHECKED = { ...INVOICE, documentSha256: sha256('the document') };
const IN_POLAND = { ...CHECKED, route: 'PL-KSEF' } as const;
const KSEF_NUMBER = '5265877635-20260302-0100001AF629-AF';
const SUBMITTED = { submissionId: 'c0ffee00-4711-4711-8711-000000000001' };

/** What a rule of EN 16931 reports about a finished file, in the words of the rule. */
function ofRule(id: string): Finding {
  const { content } = readYaml('schematron/en16931/rules/totals.yaml');
  const { blocks } = content as { readonly blocks: readonly { readonly check?: readonly Rule[] }[] };
  const rule = blocks.flatMap(({ check = [] }) => check).find((one) => one.id === id);
  if (rule === undefined) throw new Error(`${id} is not among the rules about totals`);
  return { code: id, severity: 'error', source: 'EN16931', message: rule.title, fixHint: rule.fix };
}

interface Rule {
  readonly id: string;
  readonly title: string;
  readonly fix: string;
}

/** A finding in the words of its page. */
const finding = (code: string, source: string, area: string): Finding => ({
  code,
  severity: 'error',
  source,
  message: say(`${area}.${code}.title`),
  fixHint: say(`${area}.${code}.hint`),
});

const DID_NOT_RUN = notRunFinding({
  verdict: 'not_run',
  code: 'KOSIT-RUN',
  reason: say('calls.sandbox-plays-validator-that-does-not-run'),
});

type Example = readonly [
  title: string,
  when: string,
  subject: StatusEvent['subject'],
  facts: Pick<EventFacts, 'status' | 'sequence'> & Partial<EventFacts>,
];

/** One event of each type, in the order of an invoice's way. */
export const EVENT_EXAMPLES: readonly Example[] = [
  ['`received`', 'The invoice is taken in.', INVOICE, { status: 'received', sequence: 1 }],
  [
    '`source_error`',
    'The stored document can no longer be read.',
    INVOICE,
    { status: 'source_error', sequence: 2, errors: [sourceFinding()] },
  ],
  ['`validated`', 'Every check has passed.', CHECKED, { status: 'validated', sequence: 2 }],
  [
    '`validation_failed`',
    'A check has found an error.',
    CHECKED,
    { status: 'validation_failed', sequence: 2, errors: [ofRule('BR-CO-15')] },
  ],
  [
    '`ready`',
    'No network sends the document: fetch it.',
    { ...CHECKED, route: 'DE-XRECHNUNG' },
    { status: 'ready', sequence: 3 },
  ],
  [
    '`ready`, mailed',
    'The mail server has taken the mail with the document.',
    { ...CHECKED, route: 'DE-XRECHNUNG' },
    {
      status: 'ready',
      sequence: 4,
      event: 'document_mailed',
      route: { submissionId: '<4711@ids.example>' },
    },
  ],
  [
    '`ready`, not mailed',
    'Nothing is mailed any more.',
    { ...CHECKED, route: 'DE-XRECHNUNG' },
    {
      status: 'ready',
      sequence: 4,
      event: 'document_not_mailed',
      errors: [finding('EI-MAIL-REFUSED', 'DE-XRECHNUNG', 'codes')],
    },
  ],
  [
    '`submitted`',
    'The network has the document.',
    IN_POLAND,
    { status: 'submitted', sequence: 3, route: SUBMITTED },
  ],
  [
    '`accepted`',
    'The tax office has accepted it; `legal_id` is its number.',
    { ...IN_POLAND, legalId: KSEF_NUMBER },
    { status: 'accepted', sequence: 4, route: SUBMITTED },
  ],
  [
    '`rejected`',
    'The network refuses it for good.',
    IN_POLAND,
    {
      status: 'rejected',
      sequence: 4,
      errors: [finding('KSEF-450', 'PL-KSEF', 'routes-pl-ksef')],
      route: SUBMITTED,
    },
  ],
  [
    '`delivered`',
    "The buyer's side has it.",
    CHECKED,
    { status: 'delivered', sequence: 4, route: SUBMITTED },
  ],
  [
    "`delivered`, with the buyer's answer",
    'The state stays; `buyer_status` is new.',
    { ...CHECKED, buyerStatus: 'accepted' },
    {
      status: 'delivered',
      sequence: 5,
      route: { ...SUBMITTED, raw: { message: 'invoice-response', code: 'AP' } },
    },
  ],
  ['`cancelled`', 'It was cancelled.', INVOICE, { status: 'cancelled', sequence: 2 }],
  [
    '`dead_letter`',
    'The service has given up; a person acts.',
    INVOICE,
    { status: 'dead_letter', sequence: 2, errors: [DID_NOT_RUN] },
  ],
  [
    '`received`, of a received invoice',
    'An invoice of another company has come. `validated` and `validation_failed` follow as above.',
    { ...CHECKED, invoiceRef: 'F-17', invoiceNumber: 'F-17', legalId: SUBMITTED.submissionId },
    { status: 'received', sequence: 1, direction: 'in' },
  ],
];

const BEGIN = '<!-- events: npm run docs -->';
const END = '<!-- end of events -->';

/** `docs/webhooks.md` with the events of now. */
export async function webhookPage(page: string): Promise<string> {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/webhooks.md has no ${BEGIN}`);
  return `${before}${BEGIN}\n\n${await events()}\n\n${END}${after}`;
}

async function events(): Promise<string> {
  const writer = jsonReportWriter(inEnglish());
  const shown = EVENT_EXAMPLES.map(([title, when, subject, { sequence, status, ...more }]) => {
    const eventId = eventIdOf(title);
    const facts = { eventId, occurredAt: AT, direction: 'out' as const, sequence, status, ...more };
    return { title, when, eventId, text: writer.inEnglish(writer.event({ subject, facts })) };
  });
  const eventId = eventIdOf('test');
  const text = testEventText({ eventId, occurredAt: AT, environment: 'sandbox' });
  const test = {
    title: '`test`',
    when: '`POST /webhook/test` sends it. It is of no invoice.',
    eventId,
    text,
  };
  const sections = await Promise.all([...shown, test].map(section));
  return [`They are signed with the secret \`${SHOWN_SECRET}\`.`, ...sections].join('\n\n');
}

async function section(event: {
  readonly title: string;
  readonly when: string;
  readonly eventId: string;
  readonly text: string;
}): Promise<string> {
  const { title, when, eventId, text } = event;
  const headers = Object.entries(await signed(eventId, text)).map(([name, value]) => `${name}: ${value}`);
  const body = JSON.stringify(JSON.parse(text), null, 2);
  return [`### ${title}`, '', when, '', '```http', ...headers, '', body, '```'].join('\n');
}

/** The headers of a first delivery, signed as the service signs. */
const signed = (eventId: string, text: string): ReturnType<typeof signDelivery> =>
  signDelivery(
    {
      owner: OPERATOR_OWNER,
      version: 1,
      url: 'https://erp.example/hooks/invoices',
      active: true,
      sealedSecret: SHOWN_SECRET,
      secretRotatedAt: null,
      contactEmail: null,
      startsAfter: '',
      createdAt: AT,
      updatedAt: AT,
    },
    { eventId, attempt: 1, text },
    {
      clock: { now: () => AT },
      realClock: { now: () => AT },
      signer: new NodeDeliverySigner(),
      content: { openText: (_owner, sealed) => Promise.resolve(sealed) },
    },
  );
