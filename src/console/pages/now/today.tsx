import type { ComponentChildren } from 'preact';
import type { components } from '../../../client/client.ts';
import { type Answer, dataOf, useAnswer } from '../../app/answer.ts';
import { afterTomorrow, endingOf, endOfDeadline, isLate } from '../../app/format.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { isOperator, ownKey, service } from '../../app/session.ts';
import { useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Deadline } from '../../components/deadline.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { Panel } from '../../components/panel.tsx';
import { Route } from '../../components/route.tsx';
import { ANSWER_LOOKS, type Look, State } from '../../components/states.tsx';
import { summaryColumns } from '../../components/summary-columns.tsx';
import { Table } from '../../components/table.tsx';
import type Words from '../../words/en/now.json';
import { readViewCounts, type ViewCounts } from '../invoices/view-counts.ts';
import { DUE, type ListQuery, VIEWS } from '../invoices/view.ts';
import { useWaiting, type Waiting } from '../to-correct/count.ts';
import { invoicesIn, isForReader } from '../to-correct/groups.ts';
import { Reason } from '../to-correct/reason.tsx';

const say = wordsOf<typeof Words>('now');

type Row = components['schemas']['InvoiceRow'];

interface Group {
  readonly rows: readonly Row[];
  readonly n: number;
}

interface Day {
  readonly late: Group;
  readonly due: Group;
  readonly views: ViewCounts;
  readonly answers: Readonly<Record<ToAnswer, number>>;
  /** Received invoices whose answer waits; of more than a page only those that failed. */
  readonly toAnswer: readonly { readonly id: string }[];
}

interface Asked {
  readonly of: { readonly client?: string };
  readonly tick: number;
}

interface Props extends Pick<Asked, 'of'> {
  readonly answer: Answer<AllOfToday>;
}

/** Received invoices whose answer waits. */
const TO_ANSWER = ['failed', 'none'] as const;
type ToAnswer = (typeof TO_ANSWER)[number];

/** The answers of three calls come as one, so that no line moves another one. */
async function readDay(of: Props['of'], signal: AbortSignal): Promise<Day> {
  const [deadlines, views, received] = await Promise.all([
    readDeadlines(of, signal),
    readViewCounts(of, signal),
    readToAnswer(of, signal),
  ]);
  return { ...deadlines, views, ...received };
}

/** In one call, as long as they fit one page. */
async function readToAnswer(
  of: Props['of'],
  signal: AbortSignal,
): Promise<Pick<Day, 'answers' | 'toAnswer'>> {
  const { api } = service();
  const read = (answer: ToAnswer[]) =>
    dataOf(api.GET('/received', { params: { query: { ...of, answer, page_size: 100 } }, signal }));
  const { data, total } = await read([...TO_ANSWER]);
  if (total <= data.length) {
    const count = (state: ToAnswer): number => data.filter(({ answer }) => answer?.state === state).length;
    return { answers: { failed: count('failed'), none: count('none') }, toAnswer: data };
  }
  const [counts, failed] = await Promise.all([
    dataOf(api.GET('/received/counts', { params: { query: of }, signal })),
    read(['failed']),
  ]);
  return { answers: counts.by_answer, toAnswer: failed.data };
}

/** What is late and what is due today or tomorrow come in one call, as long as they fit one page. */
async function readDeadlines(of: Props['of'], signal: AbortSignal): Promise<Pick<Day, 'late' | 'due'>> {
  const read = (bound: Partial<ListQuery>) => {
    const query = { ...of, ...bound, page_size: 100 as const };
    return dataOf(service().api.GET('/invoices', { params: { query }, signal }));
  };
  const now = new Date();
  const end = afterTomorrow(now).toISOString();
  const { data, total } = await read({ filing: 'open', deadline_local_before: end });
  if (total <= data.length) {
    const late = data.filter((row) => isLate(row, now.getTime()));
    const due = data.filter((row) => !late.includes(row));
    return { late: { rows: late, n: late.length }, due: { rows: due, n: due.length } };
  }
  const [late, due] = await Promise.all([read(DUE['late']!(now)), read(DUE['day']!(now))]);
  return { late: { rows: late.data, n: late.total }, due: { rows: due.data, n: due.total } };
}

type AllOfToday = readonly [now: Day, waiting: Waiting];

export function useToday({ of, tick }: Asked): Answer<AllOfToday> {
  const day = useAnswer((signal) => readDay(of, signal), [of.client, tick]);
  return joined(day, useWaiting());
}

interface Counted {
  /** Each once; not those that wait for others. */
  readonly invoices: number;
  /** Those to correct that stand in another line, too: all lines amount to both numbers. */
  readonly inSeveral: number;
}

/** What the list is about. */
function countToday(
  { late, due, views, answers, toAnswer }: Day,
  { rows, questions, notTaken }: Waiting,
): Counted {
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const inOtherLines = new Set([
    ...[...late.rows, ...due.rows, ...toAnswer].map(({ id }) => id),
    ...questions.map(({ invoice_id: id }) => id),
  ]);
  const own = new Set(rows.filter((row) => isForReader(row, operates)).map(({ invoice_id: id }) => id));
  const inSeveral = [...own].filter((id) => inOtherLines.has(id)).length;
  const ofViews = VIEWS.reduce((sum, view) => sum + ('isOnNow' in view ? views[view.name] : 0), 0);
  const ofAnswers = TO_ANSWER.reduce((sum, answer) => sum + answers[answer], 0);
  const inLines = late.n + due.n + own.size + notTaken.length + ofViews + ofAnswers;
  return { invoices: inLines - inSeveral, inSeveral };
}

export function headlineOfToday(...today: AllOfToday): string {
  const { invoices: n } = countToday(...today);
  return n > 0 ? say('title', { n }) : say('title.none');
}

/** One list: deadlines first, then what waits for the reader, then what waits for others. */
export function Today({ of, answer }: Props) {
  const n = answer.data ? countToday(...answer.data).inSeveral : 0;
  return (
    <Panel title={say('today')} beside={n > 0 && say('several', { n })}>
      <Answered answer={answer} rows={4}>
        {([now, { rows, notTaken }]) => (
          <ul class="today">
            <Deadlines name="late" group={now.late} />
            <Deadlines name="due" group={now.due} />
            {linesOf(now, of).map(({ key, ...line }) => (
              <Line key={key} {...line} />
            ))}
            <Waits rows={rows} notTaken={notTaken} of={of} />
            {now.due.n === 0 && <NoDeadline />}
          </ul>
        )}
      </Answered>
    </Panel>
  );
}

const NoDeadline = () => (
  <li class="quiet no-deadline">
    <Icon name="check" /> {say('due.none')}
  </li>
);

/** There once both are. */
function joined(day: Answer<Day>, waiting: Answer<Waiting>) {
  const { data: now } = day;
  const { data: rows } = waiting;
  return {
    data: now && rows ? ([now, rows] as const) : undefined,
    error: day.error ?? waiting.error,
    isAsking: day.isAsking || waiting.isAsking,
    askAgain: () => {
      day.askAgain();
      waiting.askAgain();
    },
  };
}

interface LineProps {
  readonly look: Look;
  readonly to: string;
  readonly children: ComponentChildren;
}

const Line = ({ look: { icon, role }, to, children }: LineProps) => (
  <li>
    <span class={`icon-word ${role}`}>
      <Icon name={icon} />
    </span>
    <Link to={to}>{children}</Link>
  </li>
);

/** Views in which the sender has something to do, and received invoices whose answer waits; each line opens exactly its rows. */
function linesOf(
  { views, answers }: Day,
  of: Props['of'],
): readonly (LineProps & { readonly key: string })[] {
  const client = of.client === undefined ? '' : `&client=${of.client}`;
  const ofViews = VIEWS.flatMap((view) =>
    'isOnNow' in view && views[view.name] > 0
      ? [
          {
            key: view.name,
            look: view,
            to: `/invoices?view=${view.name}${client}`,
            children: say(`${view.name}.count`, { n: views[view.name] }),
          },
        ]
      : [],
  );
  const ofAnswers = TO_ANSWER.flatMap((answer) => {
    const n = answers[answer];
    const to = `/received?answer=${answer}${client}`;
    return n > 0
      ? [{ key: answer, look: ANSWER_LOOKS[answer], to, children: say(`to-answer.${answer}`, { n }) }]
      : [];
  });
  return [...ofViews, ...ofAnswers];
}

const CORRECTED: Look = { icon: 'octagon', role: 'bad' };
const NOT_TAKEN: Look = { icon: 'diamond', role: 'bad' };
const HANGING: Look = { icon: 'clock', role: 'warn' };

/** What the reader corrects, what was not taken, and what waits for others; an operator has a list of these. */
function Waits({ rows, notTaken, of }: Omit<Waiting, 'questions'> & Pick<Props, 'of'>) {
  const operates = ownKey.value !== undefined && isOperator(ownKey.value);
  const own = invoicesIn(rows.filter((row) => isForReader(row, operates)));
  const hanging = operates ? 0 : invoicesIn(rows.filter((row) => !isForReader(row, operates)));
  const client = of.client === undefined ? '' : `&client=${of.client}`;
  return (
    <>
      {own > 0 && (
        <Line look={CORRECTED} to={`/to-correct${client.replace('&', '?')}`}>
          {say('to-correct.n', { n: own })}
        </Line>
      )}
      {notTaken.length > 0 && (
        <Line look={NOT_TAKEN} to={`/refusals${client.replace('&', '?')}`}>
          {say('not-taken', { n: notTaken.length })}
        </Line>
      )}
      {hanging > 0 && (
        <Line look={HANGING} to={`/to-correct?for=others${client}`}>
          {say('hanging', { n: hanging })}
        </Line>
      )}
    </>
  );
}

/** Rows of a group. */
const MAX_SHOWN = 25;

interface DeadlinesProps {
  readonly name: 'late' | 'due';
  readonly group: Group;
}

function Deadlines({ name, group: { rows, n } }: DeadlinesProps) {
  const { party, date, total } = summaryColumns(useSummaries(rows), 'buyer');
  const dueAt = (row: Row): number => Date.parse(endOfDeadline(row) ?? '');
  if (n === 0) return null;
  return (
    <li class="deadlines">
      <section aria-label={say(name)}>
        <h3>
          {say(name)} <span class="meta">{say('invoices.n', { n })}</span>{' '}
          <Link to={`/invoices?due=${name === 'late' ? 'late' : 'day'}`}>{say('due.all')}</Link>
        </h3>
        <Table
          caption={say(name)}
          look="rows-due"
          idOf={({ id }) => id}
          rows={rows.toSorted((one, other) => dueAt(one) - dueAt(other)).slice(0, MAX_SHOWN)}
          columns={[
            {
              name: 'deadline',
              head: say('head.deadline'),
              cell: (row: Row) => <Deadline at={endOfDeadline(row)} ending={endingOf(row)} />,
            },
            {
              name: 'invoice',
              head: say('head.invoice'),
              isName: true,
              cell: (row: Row) => (
                <Link to={`/invoices/${row.id}`}>
                  <NumberText text={nameOfInvoice(row)} />
                </Link>
              ),
            },
            party,
            { ...date, leaves: 1 },
            total,
            {
              name: 'route',
              head: say('head.route'),
              leaves: 1,
              cell: ({ route }: Row) => <Route route={route} />,
            },
            {
              name: 'state',
              head: say('head.state'),
              cell: (row: Row) => (
                <>
                  <State {...row} />
                  <Reason id={row.id} />
                </>
              ),
            },
          ]}
        />
      </section>
    </li>
  );
}
