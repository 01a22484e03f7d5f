import { OUTCOMES, type Consequence, type Question } from '../domain/sending/outcomes.ts';
import { PAUSES_OF_A_FAILURE } from '../domain/sending/retry.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../domain/sending/status-mapping.ts';
import { MAX_FAILURES, RETRY_WAITS_MS } from '../domain/sending/retry.ts';
import type { Rail } from '../ports/rail/rail.ts';
import type { RailTools } from '../ports/rail/rail-settings.ts';
import { railsOf } from './rails.ts';
import { readSettings } from './settings/read-settings.ts';

/** The purpose of each question, in the order of an invoice's way. */
const QUESTIONS: readonly (readonly [question: Question, title: string, when: string])[] = [
  ['prepare', 'before the document', 'calls before the first byte of the document leaves'],
  ['send', 'sending', 'the document is sent'],
  ['ask', 'look-up', 'after a lost answer, or the death of a process: does the route have the document?'],
  ['poll', 'status inquiry', 'the outcome of a document that the route has'],
  ['receipt', 'receipt', 'the proof of an end that came without it'],
];

const TRY_AGAIN = `tried again on the schedule; the ${ordinal(MAX_FAILURES)} time \`dead_letter\``;

const OUTCOME_TEXTS: Readonly<Record<Extract<Consequence, string>, string>> = {
  reject: '`rejected`',
  'reject-delivered': '`delivered`, then `rejected`',
  fail: TRY_AGAIN,
  'fail-once': 'tried again; the second time in a row `rejected`',
  wait: 'waits for the time that the route states; not a failure',
  'not-found': 'the route has nothing: sent again under the same identity after enough such look-ups',
  resend: 'sent again under the same identity',
  'start-over': 'sent again under a new identity, on the schedule',
  'start-over-once': 'sent once more under a new identity; the second time in a row `rejected`',
  'start-over-at-once': 'sent once more under a new identity, at once; the second time `refused`',
  'poll-again': 'unchanged; inquired again',
  'watch-again': 'stays `delivered`',
  'keep-receipt': 'the receipt is kept',
  'fetch-again': 'the end stays; the receipt is requested again',
  'go-without': 'the end stays, without a receipt',
  never: '–',
};

/** `docs/delivery.md`: for each route each question, each known answer, its effect on the invoice, and its source. */
export const deliveryPage = (): string =>
  [
    '# Delivery',
    '',
    'The questions to each route, its answers, and their effect on the invoice. `npm run docs` makes this page from',
    '`src/domain/sending/outcomes.ts` and `src/adapters/rails/<route>/status-mappings.ts`; a test compares it with them.',
    '',
    '## Effect of an answer',
    '',
    'An answer of a network is a row in the table of its route. Each row has a meaning. On every route the meaning decides:',
    '',
    ...table(
      ['meaning', ...QUESTIONS.map(([, title]) => title)],
      meanings().map((meaning) => [
        `\`${meaning}\``,
        ...QUESTIONS.map(([question]) => outcomeText(OUTCOMES.invoice[question][meaning])),
      ]),
    ),
    '',
    `- The schedule of tries: ${RETRY_WAITS_MS.map(waitText).join(', ')}. A dead letter that the route may hold is \`EI-SEND-UNKNOWN\`.`,
    `- ${PAUSES_OF_A_FAILURE} pauses in a row at the wish of a route count as one failure.`,
    '- Only a refusal of the receiver’s side changes a `delivered` invoice; a later status inquiry does not.',
    '- After the last try the service makes one more look-up, because the last call may have left the document at the route.',
    '',
    '| question | when |',
    '| --- | --- |',
    ...QUESTIONS.map(([, title, when]) => `| ${title} | ${when} |`),
    '',
    '## On every route',
    '',
    ...answers(Object.values(COMMON_STATUSES)),
    ...rails().flatMap(routeSection),
  ].join('\n');

function routeSection(rail: Rail): readonly string[] {
  const common: ReadonlySet<string> = new Set(
    Object.values(COMMON_STATUSES).map(({ networkStatus }) => networkStatus),
  );
  const own = rail.statusMappings.filter(({ networkStatus }) => !common.has(networkStatus));
  return [`## ${rail.route}`, '', ...ask(rail).map((line) => `- ${line}`), '', ...answers(own)];
}

/** The questions to a route, their waits, and its other sources of answers. */
function ask(rail: Rail): readonly string[] {
  const questions = QUESTIONS.filter(
    ([question]) =>
      (question !== 'prepare' || rail.prepare) &&
      (question !== 'receipt' || rail.receipt) &&
      (question !== 'poll' || !rail.endsByMessages),
  ).map(([, title]) => title);
  const waits = (list: readonly number[]): string => list.map(waitText).join(', ');
  const watched = rail.watchWaitsMs ?? [];
  const lines: readonly (string | false)[] = [
    `Questions: ${questions.join(', ')}.`,
    rail.emptyLookups.needed === 1
      ? 'The route has nothing if one look-up shows nothing.'
      : `The route has nothing if ${rail.emptyLookups.needed} look-ups in a row show nothing, one wait apart.`,
    `Status inquiries after ${waits(rail.pollWaitsMs)}; the last wait repeats. After 24 hours without an end: \`EI-STATUS-OVERDUE\`.`,
    watched.length > 0 &&
      `Further status inquiries of a delivered document after ${waits(watched)}, then none.`,
    rail.fetchMessages !== undefined && 'The service also fetches messages of receivers and buyers.',
    rail.readCallback !== undefined &&
      (rail.pushesMessages
        ? 'Its own calls may bring messages, and are authenticated.'
        : 'Its own calls only make the service ask at once.'),
  ];
  return lines.filter((line) => line !== false);
}

const answers = (rows: readonly StatusMapping[]): readonly string[] => [
  ...table(
    ['answer', 'message', 'meaning', 'code', 'who acts', 'source'],
    rows.map(({ networkStatus, message, meaning, code, owner, source }) => [
      `\`${networkStatus}\``,
      message,
      `\`${meaning}\``,
      code === undefined ? '' : `\`${code}\``,
      owner ?? '',
      source,
    ]),
  ),
  '',
];

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${heads.join(' | ')} |`,
  `| ${heads.map(() => '---').join(' | ')} |`,
  ...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`),
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

const meanings = (): readonly Meaning[] => Object.keys(OUTCOMES.invoice.send) as Meaning[];

function outcomeText(outcome: Consequence): string {
  if (typeof outcome === 'string') return OUTCOME_TEXTS[outcome];
  const states = outcome.to.map((state) => `\`${state}\``).join(', ');
  return outcome.then === 'poll' ? `${states}; status inquiries go on` : states;
}

function waitText(ms: number): string {
  const units = [
    [3_600_000, 'h'],
    [60_000, 'min'],
    [1000, 's'],
  ] as const;
  const [size, unit] = units.find(([length]) => ms % length === 0) ?? [1000, 's'];
  return `${ms / size} ${unit}`;
}

function ordinal(count: number): string {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'][count - 1] ?? `${count}th`;
}

/** Opened as in production; nothing is called. */
function rails(): readonly Rail[] {
  const { rails: settings } = readSettings({});
  const nothing = {} as Omit<RailTools, 'outbound' | 'environment'>;
  return [...railsOf({ environment: 'production', rails: settings }, nothing).values()];
}
