import type { ComponentChildren } from 'preact';
import { dayOf, lengthOf, secondOf } from '../../app/format.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery, query } from '../../app/router.ts';
import { isPhone } from '../../app/screen.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { IconWord, wordOfState } from '../states.tsx';
import { type Column, Table } from '../table.tsx';
import type Words from '../../words/en/timeline.json';
import { Plot } from './plot.tsx';
import { type Mode, MODES } from './view.ts';
import { answerWord, iconOf, nameOfLane, sentenceOfRow } from './step-words.ts';
import type { Course } from './history.ts';
import { type Row, rowsOf } from './rows.ts';
import type { Step, Wait } from './steps.ts';

const say = wordsOf<typeof Words>('timeline');

interface Props extends Course {
  readonly selected: Step | undefined;
  readonly title?: string;
  readonly beside?: ComponentChildren;
  readonly acts?: ComponentChildren;
  /** Between plot and table. */
  readonly note?: ComponentChildren;
}

/** The plot and its twin, a table: the same steps, equal tries in one row, the same selection. A phone shows one of them, the table first. */
export function Timeline(props: Props) {
  const { route, state, isReceived = false, steps, waits, deadline, selected, now } = props;
  const title = props.title ?? say('timeline');
  const mode = MODES.find((each) => each === query.value.get('scale')) ?? 'folded';
  const isTurned = query.value.get('timeline') === 'plot';
  const hasPlot = !isPhone.value || isTurned;
  const hasTable = !isPhone.value || !isTurned;
  const select = (no: number): void => changeQuery({ step: String(no) }, { replace: true });
  const step = (by: number): void => {
    const next = steps[(selected?.no ?? 1) - 1 + by];
    if (next) select(next.no);
  };
  useShortcuts([
    { keys: '[', label: say('keys.step-before'), run: () => step(-1) },
    { keys: ']', label: say('keys.step-after'), run: () => step(1) },
  ]);
  const rows = rowsOf(steps, answerWord);
  const chosen = rows.find((row) => row.some(({ no }) => no === selected?.no));
  const day = steps[0] && dayOf(new Date(steps[0].from).toISOString(), language.value);
  const summary = [day, summaryOf(steps, waits, state)].filter(Boolean).join(' · ');
  return (
    <section class="panel timeline" aria-labelledby="timeline">
      <div class="head">
        <h2 id="timeline">{title}</h2>
        {props.beside ?? <span class="meta">{summary}</span>}
        {isPhone.value && (
          <button
            type="button"
            class="link acts"
            onClick={() => changeQuery({ timeline: isTurned ? undefined : 'plot' }, { replace: true })}
          >
            {wordFor('common', isTurned ? 'show-table' : 'show-plot')}
          </button>
        )}
        {hasPlot && <Modes mode={mode} />}
        {props.acts}
      </div>
      {hasPlot && (
        <Plot
          route={route}
          state={state}
          isReceived={isReceived}
          steps={steps}
          waits={waits}
          deadline={deadline}
          now={now}
          mode={mode}
          sentence={say('plot', { n: steps.length, summary })}
          selected={selected?.no}
          onSelect={select}
        />
      )}
      {props.note}
      {hasTable && (
        <Table
          caption={title}
          look="rows-steps"
          columns={columns(route, isReceived, rows)}
          rows={rows}
          idOf={idOf}
          selected={chosen && idOf(chosen)}
          onSelect={([{ no }]) => select(no)}
        />
      )}
    </section>
  );
}

function Modes({ mode }: { readonly mode: Mode }) {
  return (
    <div class="acts segments" role="group" aria-label={say('scale')}>
      {MODES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === mode}
          onClick={() => changeQuery({ scale: each === 'folded' ? undefined : each }, { replace: true })}
        >
          {say(`scale.${each}`)}
        </button>
      ))}
    </div>
  );
}

function summaryOf(steps: readonly Step[], waits: readonly Wait[], state: string): string {
  const [first, last] = [steps[0], steps.findLast(({ lane }) => lane !== 'buyer')];
  if (!first || !last) return '';
  const length = (ms: number): string => lengthOf(ms, language.value);
  const waited = waits.reduce((sum, { from, to }) => sum + to - from, 0);
  const seconds = Math.ceil((last.to - first.from) / 1000);
  const whole = say('timeline.length', { length: length(seconds * 1000), state: wordOfState(state) });
  return waited > 0 ? `${whole} ${say('timeline.waited', { length: length(waited) })}` : whole;
}

const idOf = ([{ no }]: Row): string => String(no);

const timeOf = ({ from }: Step): string => secondOf(new Date(from), new Date(), language.value);

/** Of several steps within a second the first shows the time: their order is that of their numbers. */
function Time({ step, before }: { readonly step: Step; readonly before: Step | undefined }) {
  const time = timeOf(step);
  const isRepeated = before !== undefined && timeOf(before) === time;
  return (
    <code title={isRepeated ? say('same-second', { time }) : new Date(step.from).toISOString()}>
      <span class={isRepeated ? 'unseen' : ''}>{time}</span>
      {isRepeated && (
        <span class="ditto" aria-hidden="true">
          ″
        </span>
      )}
    </code>
  );
}

const columns = (route: string, isReceived: boolean, rows: readonly Row[]): readonly Column<Row>[] => [
  { name: 'no', head: say('head.no'), cell: ([{ no }]) => no, align: 'right' },
  {
    name: 'time',
    head: say('head.time'),
    cell: (row) => <Time step={row[0]} before={rows[rows.indexOf(row) - 1]?.[0]} />,
  },
  {
    name: 'lane',
    head: say('head.lane'),
    cell: ([{ lane }]) => nameOfLane(lane, route, isReceived),
  },
  {
    name: 'what',
    head: say('head.what'),
    cell: (row) => (row[0].attempt === undefined ? sentenceOfRow(row) : <b>{sentenceOfRow(row)}</b>),
    isName: true,
  },
  {
    name: 'took',
    head: say('head.took'),
    cell: ([{ from, to }, ...others]) => {
      const end = others.at(-1)?.to ?? to;
      return end > from ? lengthOf(end - from, language.value) : '';
    },
    align: 'right',
  },
  { name: 'answer', head: say('head.answer'), cell: ([step]) => <Answer step={step} /> },
];

function Answer({ step }: { readonly step: Step }) {
  const { role, kind } = step;
  const word = answerWord(step) ?? (kind === 'checks' && role === 'ok' ? say('passed') : undefined);
  return word === undefined ? null : <IconWord icon={iconOf(step)} role={role} word={word} />;
}
