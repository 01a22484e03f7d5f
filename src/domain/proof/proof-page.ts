import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import type { Message } from 'en16931-rules/vocabulary/message.ts';
import type { StatedEvent, Statement } from './statement.ts';
import type { InvoiceSummary } from '../vocabulary/invoice-summary.ts';
import { addressText, type ElectronicAddress } from '../vocabulary/addressing.ts';
import { zoneFor } from '../lifecycle/deadlines.ts';
import { clockIn } from '../page/clock-in.ts';
import { coloursOf } from '../page/colours.ts';
import type { Block, Card, Fact, Page, Parties, Row, Table } from '../page/page.ts';
import { Wording } from '../page/wording.ts';
import { ROUTE_PROFILES } from '../routes/all.ts';
import { readKind } from '../routes/document-kinds.ts';
import type { Label, Language } from '../page/words.ts';

/** The name of the signed statement among the attachments of a PDF. */
export const PROOF_FILE = 'proof.jws';

/** What a proof says, for a person. */
export interface ProofFacts {
  readonly statement: Statement;
  /** RFC 7638: the key that has signed it. */
  readonly kid: string;
  /** Of the invoice's content: it is not in the statement. */
  readonly summary: InvoiceSummary;
  /** The address that the document went to; content, too. */
  readonly receiver: ElectronicAddress | undefined;
  readonly events: readonly (StatedEvent & { readonly buyerStatus?: string | undefined })[];
  /** The address of the service, under which its keys are. */
  readonly address: string;
}

export interface ProofWords {
  readonly language: Language;
  readonly say: (id: string, values?: Message['values']) => string;
}

/** A proof as a page: what document it is, what happened when, who signed, and how to verify it without the service. */
export function proofPage(facts: ProofFacts, words: ProofWords): Page {
  const { language, say } = words;
  const { statement, summary } = facts;
  const number = statement.invoice.invoiceNumber ?? statement.invoice.invoiceRef;
  return {
    language,
    title: say('proof.title', { number }),
    author: say('proof.service'),
    issueDate: statement.issuedAt.toISOString().slice(0, 10),
    colours: coloursOf({}),
    head: { sender: summary.seller ?? say('proof.service'), kind: say('proof.kind'), number },
    pageOf: new Wording(language).label('pageOf'),
    blocks: [
      outcome(facts, words),
      ...parties(facts, words),
      documentCard(facts, words),
      happened(facts, words),
      ...receipts(facts, words),
      signature(facts, words),
      ...verification(facts, words),
    ],
  };
}

/** `2026-11-27 09:14:05`, the day as the language writes it. */
export function timeText(at: Date, { language }: Pick<ProofWords, 'language'>): string {
  const text = at.toISOString();
  return `${new Wording(language).day(text.slice(0, 10))} ${text.slice(11, 19)}`;
}

type Placed = Pick<ProofFacts, 'statement' | 'summary'>;

/** A moment as people expect it, and in UTC: `27.11.2026 10:14:05 MEZ (09:14 UTC)`. */
function momentText(at: Date, facts: Placed, words: ProofWords): string {
  const utc = timeText(at, words);
  const { day, time, zone } = momentThere(at, facts, words);
  if (zone === 'UTC') return `${utc} UTC`;
  return `${day} ${time} ${zone} (${utc.replace(`${day} `, '').slice(0, -':ss'.length)}\u00a0UTC)`;
}

/** The same for the cards of the page; second and UTC stand in the table and in the signed statement: `27.11.2026 10:14 MEZ`. */
function minuteText(at: Date, facts: Placed, words: ProofWords): string {
  const { day, time, zone } = momentThere(at, facts, words);
  return `${day} ${time.slice(0, 'hh:mm'.length)} ${zone}`;
}

function momentThere(at: Date, { statement, summary: { sellerCountry } }: Placed, { language }: ProofWords) {
  const clock = clockIn(zoneFor({ route: statement.invoice.route, sellerCountry }, at), at, language);
  return { ...clock, day: new Wording(language).day(clock.day) };
}

/** What holds of an invoice, in words. */
export function stateText(
  { state, route }: { readonly state: string; readonly route: string },
  { say }: Pick<ProofWords, 'say'>,
): string {
  return say(`proof.${state}`, { network: networkOf(route, say) });
}

const networkOf = (route: string, say: ProofWords['say']): string => say(`proof.${route}`);

/** It is with the buyer, or with the administration that gives it to the buyer. */
const ARRIVED: ReadonlySet<string> = new Set(['delivered', 'accepted']);

function outcome(facts: ProofFacts, words: ProofWords): Card {
  const { statement, receiver, events } = facts;
  const { say } = words;
  const { invoice, answer } = statement;
  const moment = (at: Date | null | undefined) => at && minuteText(at, facts, words);
  const arrival = ARRIVED.has(invoice.state) ? events.find(({ status }) => ARRIVED.has(status)) : undefined;
  const entries: readonly (readonly [string, string | null | undefined])[] = [
    [say('proof.number-of-network'), answer.legalId],
    [say('tables.route'), networkOf(invoice.route, say)],
    [say('proof.addressed-to'), receiver && addressText(receiver)],
    [say('proof.submission'), answer.reference],
    [say('proof.sent-at'), moment(answer.submittedAt)],
    [say('proof.arrived-at'), moment(arrival?.occurredAt)],
    [say('proof.answer'), answer.buyerStatus === null ? undefined : answerText(answer.buyerStatus, words)],
    [say('proof.codes'), answer.errors.join(', ')],
  ];
  return {
    block: 'card',
    tone: 'box',
    heading: stateText(invoice, words),
    facts: factsOf(entries),
    texts: invoice.environment === 'sandbox' ? [say('proof.test')] : [],
    codes: [],
  };
}

const factsOf = (entries: readonly (readonly [string, string | null | undefined])[]): readonly Fact[] =>
  entries.flatMap(([label, value]) => (value ? [{ label, value }] : []));

function parties({ summary: { seller, buyer } }: ProofFacts, { language }: ProofWords): readonly Parties[] {
  const wording = new Wording(language);
  const named = [
    ['seller', seller],
    ['buyer', buyer],
  ] as const satisfies readonly (readonly [Label, string | undefined])[];
  const boxes = named.flatMap(([label, name]) =>
    name === undefined ? [] : [{ heading: wording.label(label), name, lines: [], small: [] }],
  );
  return boxes.length === 0 ? [] : [{ block: 'parties', parties: boxes }];
}

function documentCard({ statement, summary }: ProofFacts, { language, say }: ProofWords): Card {
  const wording = new Wording(language);
  const { document, invoice } = statement;
  const { typeCode, issueDate, dueDate, currency } = summary;
  const money = (amount: string | undefined) => amount && wording.money(new Decimal(amount), currency);
  const entries: readonly (readonly [string, string | undefined])[] = [
    [wording.label('number'), invoice.invoiceNumber ?? summary.number],
    [wording.label('type'), typeCode && wording.codeName('types', typeCode)],
    [wording.label('issueDate'), issueDate && wording.statedDay(issueDate)],
    [wording.label('dueDate'), dueDate && wording.statedDay(dueDate)],
    [wording.label('withVat'), money(summary.total)],
    [wording.label('due'), money(summary.due)],
    [say('proof.file'), document && fileText(document, wording, say)],
    [say('proof.sha256'), document?.sha256],
  ];
  return {
    block: 'card',
    tone: 'box',
    heading: say('proof.document'),
    facts: factsOf(entries),
    texts: [],
    codes: [],
  };
}

const SIZE_STEP = 1000;

/** `XML (UBL), 6,4 kB`. */
function fileText(
  { kind, size }: NonNullable<Statement['document']>,
  wording: Wording,
  say: ProofWords['say'],
): string {
  const tenths = Math.max(1, Math.round((size * 10) / SIZE_STEP));
  return say('proof.size', {
    kind: readKind(kind)?.row.form ?? kind,
    size: wording.quantity(new Decimal(tenths).div(10)),
  });
}

function happened(facts: ProofFacts, words: ProofWords): Table {
  const { statement, events } = facts;
  const { say } = words;
  let [status, answer] = ['', undefined as string | undefined];
  const rows = events.flatMap((event) => {
    const isNew = event.status !== status;
    const isAnswer = event.buyerStatus !== undefined && event.buyerStatus !== answer;
    [status, answer] = [event.status, event.buyerStatus ?? answer];
    const at = momentText(event.occurredAt, facts, words);
    return [
      ...(isNew ? [rowOf(at, stateText({ ...statement.invoice, state: event.status }, words))] : []),
      ...(isAnswer ? [rowOf(at, say('proof.buyer', { answer: answerText(answer!, words) }))] : []),
    ];
  });
  return {
    block: 'table',
    heading: say('proof.what-happened'),
    columns: [
      { title: say('proof.when'), align: 'left' },
      { title: say('proof.what'), align: 'left', wide: true },
    ],
    rows,
  };
}

const rowOf = (...texts: readonly string[]): Row => ({
  cells: texts.map((text) => ({ text, small: [] })),
  remarks: [],
});

export const answerText = (status: string, { say }: Pick<ProofWords, 'say'>): string =>
  say(`proof.buyer-${status}`);

/** What the buyer says with a code of the route. */
const buyerStatusOf = (kind: string, code: string): string | undefined =>
  ROUTE_PROFILES.find(({ statuses }) => statuses?.buyersDocument === `${kind}-`)?.statuses?.buyer.find(
    (row) => row.code === code,
  )?.status;

/** Undefined for a file that is no answer of the network. */
export function receiptName(kind: string, { say }: Pick<ProofWords, 'say'>): string | undefined {
  const { row, code = '' } = readKind(kind) ?? {};
  if (row?.of !== 'receipt') return undefined;
  const status = buyerStatusOf(row.kind, code);
  if (status !== undefined) return say('proof.buyer', { answer: answerText(status, { say }) });
  const name = say(`proof.file-${row.kind}`);
  return /^[A-Z\d]+$/.test(code) ? `${name} (${code})` : name;
}

function receipts({ statement }: ProofFacts, words: ProofWords): readonly Table[] {
  const { say } = words;
  const rows = statement.files.flatMap(({ kind, sha256 }) => {
    const name = receiptName(kind, words);
    return name === undefined ? [] : [{ cells: [{ text: name, small: [`SHA-256 ${sha256}`] }], remarks: [] }];
  });
  if (rows.length === 0) return [];
  const columns = [{ title: say('proof.receipt'), align: 'left', wide: true }] as const;
  return [{ block: 'table', heading: say('proof.receipts'), columns, rows }];
}

function signature(facts: ProofFacts, words: ProofWords): Card {
  const { statement, kid, address } = facts;
  const { say } = words;
  return {
    block: 'card',
    tone: 'plain',
    heading: say('proof.signature'),
    facts: factsOf([
      [say('proof.signer'), `${say('proof.service')} ${statement.serviceVersion}`],
      [say('proof.signed-at'), minuteText(statement.issuedAt, facts, words)],
      [say('proof.key'), kid],
      [say('proof.keys-at'), keysAt(address)],
    ]),
    texts: [say('proof.covers')],
    codes: [],
  };
}

const keysAt = (address: string): string => `${address}/.well-known/jwks.json`;

/** First what it means, for the reader; the command is for those who run it. */
function verification({ address }: ProofFacts, { say }: ProofWords): readonly Block[] {
  const command = `ids proof verify ${say('proof.file-name')} --url ${address}`;
  return [
    {
      block: 'texts',
      tone: 'usual',
      heading: say('proof.verify'),
      paragraphs: [
        { value: say('proof.verify-what', { proof: PROOF_FILE }) },
        { value: say('proof.verify-keys') },
      ],
    },
    {
      block: 'texts',
      tone: 'small',
      heading: say('proof.verify-commands'),
      paragraphs: [{ value: say('proof.verify-otherwise', { command }) }],
    },
  ];
}
