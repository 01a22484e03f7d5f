import { inEnglish } from './read-words.ts';
import { OUTCOMES, type Consequence, type Question } from '../domain/sending/outcomes.ts';
import { PAUSES_OF_A_FAILURE } from '../domain/sending/retry.ts';
import { COMMON_STATUSES, type Meaning, type StatusMapping } from '../domain/sending/status-mapping.ts';
import { MAX_FAILURES, RETRY_WAITS_MS } from '../domain/sending/retry.ts';
import type { Rail } from '../ports/rail/rail.ts';
import type { RailPorts } from '../ports/rail/rail-settings.ts';
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

/** A word for each consequence, and what it stands for. */
const OUTCOME_TEXTS: Readonly<
  Record<Exclude<Extract<Consequence, string>, 'never'>, readonly [word: string, explanation: string]>
> = {
  reject: ['`rejected`', 'the end: the route refuses the document for good'],
  'reject-delivered': ['`delivered`, `rejected`', 'an event for each'],
  fail: ['retry', `again by the schedule; after the ${ordinal(MAX_FAILURES)} failure \`dead_letter\``],
  'fail-once': ['retry once', 'again by the schedule; the same answer twice in a row is `rejected`'],
  wait: ['wait', 'again when the route allows it; not a failure'],
  'not-found': ['look again', 'the route has nothing; after enough such look-ups _resend_'],
  resend: ['resend', 'sent again under the same identity'],
  'start-over': ['start over', 'sent again under a new identity, by the schedule'],
  'start-over-once': ['start over once', 'as _start over_; the same answer twice in a row is `rejected`'],
  'start-over-at-once': [
    'start over at once',
    'under a new identity without a wait; `refused` the second time',
  ],
  'poll-again': ['ask again', 'nothing changes; the next status inquiry follows'],
  'watch-again': ['stays `delivered`', 'a few more status inquiries follow'],
  'keep-receipt': ['kept', 'the receipt is stored'],
  'fetch-again': ['fetch again', 'the end stays; the receipt is requested again'],
  'go-without': ['no receipt', 'the end stays, and the route has no receipt'],
};

type Group = 'Refused' | 'Repeated' | 'Held, accepted, delivered';
const GROUPS: readonly Group[] = ['Refused', 'Repeated', 'Held, accepted, delivered'];

/** Where a reader looks for an answer. */
const GROUP_OF: Readonly<Record<Meaning, Group>> = {
  held: 'Held, accepted, delivered',
  accepted: 'Held, accepted, delivered',
  'accepted-so-far': 'Held, accepted, delivered',
  delivered: 'Held, accepted, delivered',
  'delivered-so-far': 'Held, accepted, delivered',
  receipt: 'Held, accepted, delivered',
  refused: 'Refused',
  'refused-since': 'Refused',
  'not-taken': 'Repeated',
  'not-taken-once': 'Repeated',
  unclear: 'Repeated',
  'unclear-once': 'Repeated',
  later: 'Repeated',
  'not-held': 'Repeated',
  'cannot-tell': 'Repeated',
  dropped: 'Repeated',
  'dropped-once': 'Repeated',
};

/** `docs/delivery.md`: for each route each question, each known answer, its effect on the invoice, and its source. */
export const deliveryPage = (): string =>
  [
    '# What routes answer',
    '',
    'For an operator or ERP developer whose invoice has an answer of a network, or none: what happens next, and who acts.',
    '`npm run docs` makes this page from `src/domain/sending/outcomes.ts` and `src/adapters/rails/<route>/status-mappings.ts`.',
    '',
    '1. `ids why ID` says it of one invoice. Without it: `errors[].code` of `GET /invoices/{id}` is the code of the answer,',
    '   `route.raw` of an event has the words of the network.',
    '2. Find the row under the route, or under [On every route](#on-every-route). _Who acts_ is the `who_fixes` of the finding;',
    '   `us` is the operator of this service. Without a name no action is needed. `ids explain CODE` tells what to do.',
    '3. _Meaning_ leads to the next section: what the service does.',
    '',
    ...effects(),
    '## On every route',
    '',
    ...answers(Object.values(COMMON_STATUSES)),
    ...rails().flatMap(routeSection),
  ].join('\n');

const effects = (): readonly string[] => [
  '## Effect of an answer',
  '',
  'On every route the meaning decides, together with the question that was answered:',
  '',
  ...table(
    ['meaning', ...QUESTIONS.map(([, title]) => title)],
    meanings().map((meaning) => [
      `\`${meaning}\``,
      ...QUESTIONS.map(([question]) => outcomeText(OUTCOMES.invoice[question][meaning])),
    ]),
  ),
  '',
  'After a state with … the route is asked until there is an end. The other words:',
  '',
  ...table(
    ['word', 'what happens'],
    Object.values(OUTCOME_TEXTS).filter(([word]) => usedWords().has(word)),
  ),
  '',
  `- The schedule: ${waits(RETRY_WAITS_MS)}. A dead letter that the route may hold is \`EI-SEND-UNKNOWN\`.`,
  `- ${PAUSES_OF_A_FAILURE} waits in a row that a route asks for count as one failure.`,
  '- Only a refusal of the receiver’s side changes a `delivered` invoice; a later status inquiry does not.',
  '- After the last attempt the service makes one more look-up, because the last call may have left the document at the route.',
  '',
  '| question | when |',
  '| --- | --- |',
  ...QUESTIONS.map(([, title, when]) => `| ${title} | ${when} |`),
  '',
];

const usedWords = (): ReadonlySet<string> =>
  new Set(
    QUESTIONS.flatMap(([question]) =>
      meanings().map((meaning) => outcomeText(OUTCOMES.invoice[question][meaning])),
    ),
  );

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
  const watched = rail.watchWaitsMs ?? [];
  const lines: readonly (string | false)[] = [
    `Questions: ${questions.join(', ')}.`,
    rail.emptyLookups.needed === 1
      ? 'The route has nothing if one look-up shows nothing.'
      : `The route has nothing if ${rail.emptyLookups.needed} look-ups in a row show nothing, one wait apart.`,
    rail.emptyLookups.countAfterMs > 0 &&
      `Such a look-up counts from ${waits([rail.emptyLookups.countAfterMs])} after the last call on.`,
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

/** The answers by group. The sources stand below, since many rows share one. */
function answers(rows: readonly StatusMapping[]): readonly string[] {
  const sources = [...new Set(rows.map(({ source }) => source))];
  const groups = GROUPS.map(
    (group) => [group, rows.filter(({ meaning }) => GROUP_OF[meaning] === group)] as const,
  );
  return [
    ...groups.flatMap(([group, of]) =>
      of.length === 0 ? [] : [`### ${group}`, '', ...answerRows(of, sources), ''],
    ),
    '### Sources',
    '',
    ...sources.map((source, index) => `${index + 1}. ${cell(source)}`),
    '',
  ];
}

const answerRows = (rows: readonly StatusMapping[], sources: readonly string[]): readonly string[] =>
  table(
    ['answer', 'message', 'meaning', 'code', 'who acts', 'source'],
    rows.map(({ networkStatus, message, meaning, code, owner, source }) => [
      `\`${networkStatus}\``,
      beginningOf(ENGLISH.text(message)),
      `\`${meaning}\``,
      code === undefined ? '' : `\`${code}\``,
      owner ?? '',
      `${sources.indexOf(source) + 1}`,
    ]),
  );

const ENGLISH = inEnglish();
const MAX_MESSAGE_LENGTH = 120;

/** The first sentence of a message that is too long for a cell. */
const beginningOf = (message: string): string =>
  message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, message.indexOf('. ') + 1)} …`;

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${heads.join(' | ')} |`,
  `| ${heads.map(() => '---').join(' | ')} |`,
  ...rows.map((cells) => `| ${cells.map(cell).join(' | ')} |`),
];

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ').trim();

const meanings = (): readonly Meaning[] => Object.keys(OUTCOMES.invoice.send) as Meaning[];

function outcomeText(outcome: Consequence): string {
  if (outcome === 'never') return '–';
  if (typeof outcome === 'string') return OUTCOME_TEXTS[outcome][0];
  const states = outcome.to.map((state) => `\`${state}\``).join(', ');
  return outcome.then === 'poll' ? `${states} …` : states;
}

/** Waits in order; equal ones in a row are counted. */
function waits(list: readonly number[]): string {
  const runs: { readonly ms: number; readonly times: number }[] = [];
  for (const ms of list) {
    const last = runs.at(-1);
    if (last?.ms === ms) runs[runs.length - 1] = { ms, times: last.times + 1 };
    else runs.push({ ms, times: 1 });
  }
  return runs.map(({ ms, times }) => (times === 1 ? waitText(ms) : `${times} × ${waitText(ms)}`)).join(', ');
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
  const nothing = {} as Omit<RailPorts, 'outbound' | 'environment'>;
  return [...railsOf({ environment: 'production', rails: settings }, nothing).values()];
}
