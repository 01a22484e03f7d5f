import { OUTCOMES, type Outcome, type Question, PAUSES_OF_A_FAILURE } from '../domain/delivery/decisions.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../domain/delivery/status-mapping.ts';
import { MOST_FAILURES, RETRY_WAITS_MS } from '../domain/lifecycle/retry.ts';
import type { Rail } from '../ports/rail.ts';
import type { RailTools } from '../ports/rail-settings.ts';
import { railsOf } from './rails.ts';
import { readSettings } from './settings/read-settings.ts';

/** The purpose of each question, in the order of an invoice's way. */
const QUESTIONS: readonly (readonly [question: Question, title: string, when: string])[] = [
  ['prepare', 'before the document', 'what has to be done before the first byte of the document leaves'],
  ['send', 'sending', 'the document is handed over'],
  ['ask', 'look-up', 'after a lost answer, or a process that died: does the route hold the document?'],
  ['poll', 'status inquiry', 'what became of a document that the route holds'],
  ['receipt', 'receipt', 'the proof of an end that was told without it'],
];

const TRY_AGAIN = `tried again on the schedule; the ${ordinal(MOST_FAILURES)} time \`dead_letter\``;

const OUTCOME_TEXTS: Readonly<Record<Extract<Outcome, string>, string>> = {
  reject: '`rejected`',
  'reject-delivered': '`delivered`, then `rejected`',
  fail: TRY_AGAIN,
  'fail-once': 'tried again; the second time in a row `rejected`',
  wait: 'waits as long as the route says, which is no failure',
  'look-empty': 'nothing is held: sent again under the same identity after enough such look-ups',
  resend: 'sent again under the same identity',
  'start-over': 'sent again under a new identity, on the schedule',
  'start-over-once': 'sent once more under a new identity; the second time in a row `rejected`',
  'poll-again': 'stays as it is and is asked for again',
  'watch-again': 'stays `delivered`',
  'keep-receipt': 'the receipt is kept',
  'fetch-again': 'the end stays; the receipt is asked for again',
  'go-without': 'the end stays, without a receipt',
  never: '–',
};

/** `docs/delivery.md`: for each route each question, each known answer, its effect on the invoice, and its source. */
export const deliveryPage = (): string =>
  [
    '# Delivery',
    '',
    'What each route is asked, what it may answer, and what becomes of the invoice. This page is made by `npm run docs` from',
    '`src/domain/delivery/decisions.ts` and `src/adapters/rails/<route>/status-mappings.ts`; a test holds it to them.',
    '',
    '## What an answer leads to',
    '',
    'An answer of a network is a row of the table of its route. The row has a meaning, and the meaning decides, on every route alike:',
    '',
    ...table(
      ['meaning', ...QUESTIONS.map(([, title]) => title)],
      meanings().map((meaning) => [
        `\`${meaning}\``,
        ...QUESTIONS.map(([question]) => outcomeText(OUTCOMES[question][meaning])),
      ]),
    ),
    '',
    `- The schedule of tries: ${RETRY_WAITS_MS.map(waitText).join(', ')}. A dead letter that the route may hold is \`EI-SEND-UNKNOWN\`.`,
    `- ${PAUSES_OF_A_FAILURE} pauses in a row that a route asks for count as one failure.`,
    '- What was `delivered` changes by nothing but a refusal of the receiver’s side, whatever a later status inquiry says.',
    '- Before the last try is given up, the route is asked once more whether it holds what the last call may have left there.',
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
  return [`## ${rail.route}`, '', ...asked(rail).map((line) => `- ${line}`), '', ...answers(own)];
}

/** The questions to a route, their waits, and its other sources of answers. */
function asked(rail: Rail): readonly string[] {
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
    rail.emptyLooks === 1
      ? 'Nothing is held if one look-up says so.'
      : `Nothing is held if ${rail.emptyLooks} look-ups in a row say so, one wait apart.`,
    `Status inquiries after ${waits(rail.pollWaitsMs)}; the last wait repeats. After 24 hours without an end: \`EI-STATUS-OVERDUE\`.`,
    watched.length > 0 && `What was delivered so far is looked at after ${waits(watched)}, and then no more.`,
    rail.fetchMessages !== undefined &&
      'Messages of receivers and buyers are fetched beside these questions.',
    rail.readCallback !== undefined &&
      (rail.pushesMessages
        ? 'Its calls may bring messages, and prove themselves.'
        : 'Its calls are hints that there is something to ask for.'),
  ];
  return lines.filter((line) => line !== false);
}

const answers = (rows: readonly StatusMapping[]): readonly string[] => [
  ...table(
    ['answer', 'says', 'meaning', 'code', 'who acts', 'source'],
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

const meanings = (): readonly Meaning[] => Object.keys(OUTCOMES.send) as Meaning[];

function outcomeText(outcome: Outcome): string {
  if (typeof outcome === 'string') return OUTCOME_TEXTS[outcome];
  const states = outcome.to.map((state) => `\`${state}\``).join(', ');
  return outcome.then === 'poll' ? `${states}; asked further` : states;
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
