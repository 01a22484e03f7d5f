import { lengthOf, preciseTime } from '../../app/format.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { changeQuery, query } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { IconWord, wordOfState } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/invoice.json';
import { Plot } from './plot.tsx';
import { answerWord, ROLE_ICONS, sentenceOf } from './step-words.ts';
import type { Step, Wait } from './steps.ts';

const say = wordsOf<typeof Words>('invoice');

interface Props {
  readonly route: string;
  readonly state: string;
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  readonly deadline: number | undefined;
  readonly selected: Step | undefined;
}

const MODES = ['folded', 'true'] as const;

/** The plot and its twin, a table: the same steps, the same selection. */
export function Timeline({ route, state, steps, waits, deadline, selected }: Props) {
  const mode = query.value.get('scale') === 'true' ? 'true' : 'folded';
  const select = (no: number): void => changeQuery({ step: String(no) }, { replace: true });
  const step = (by: number): void => {
    const next = steps[(selected?.no ?? 1) - 1 + by];
    if (next) select(next.no);
  };
  useShortcuts([
    { keys: '[', label: say('keys.step-before'), run: () => step(-1) },
    { keys: ']', label: say('keys.step-after'), run: () => step(1) },
  ]);
  const summary = summaryOf(steps, waits, state);
  return (
    <section class="panel timeline" aria-labelledby="timeline">
      <div class="head">
        <h2 id="timeline">{say('timeline')}</h2>
        <span class="meta">{summary}</span>
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
      </div>
      <Plot
        route={route}
        steps={steps}
        waits={waits}
        deadline={deadline}
        isFolded={mode === 'folded'}
        sentence={say('plot', { n: steps.length, summary })}
        selected={selected?.no}
        onSelect={select}
      />
      <Table
        caption={say('timeline')}
        look="rows-steps"
        columns={columns(route)}
        rows={steps}
        idOf={({ no }) => String(no)}
        selected={selected && String(selected.no)}
        onSelect={({ no }) => select(no)}
      />
    </section>
  );
}

function summaryOf(steps: readonly Step[], waits: readonly Wait[], state: string): string {
  const [first, last] = [steps[0], steps.findLast(({ lane }) => lane !== 'buyer')];
  if (!first || !last) return '';
  const length = (ms: number): string => lengthOf(ms, language.value);
  const waited = waits.reduce((sum, { from, to }) => sum + to - from, 0);
  const whole = say('timeline.length', { length: length(last.to - first.from), state: wordOfState(state) });
  return waited > 0 ? `${whole} ${say('timeline.waited', { length: length(waited) })}` : whole;
}

const columns = (route: string): readonly Column<Step>[] => [
  { name: 'no', head: say('head.no'), cell: ({ no }) => no, align: 'right' },
  {
    name: 'time',
    head: say('head.time'),
    cell: ({ from }) => <code title={new Date(from).toISOString()}>{preciseTime(new Date(from))}</code>,
  },
  {
    name: 'lane',
    head: say('head.lane'),
    cell: ({ lane }) => (lane === 'route' ? route : say(`lane.${lane}`)),
  },
  {
    name: 'what',
    head: say('head.what'),
    cell: (step) => (step.attempt === undefined ? sentenceOf(step) : <b>{sentenceOf(step)}</b>),
    isName: true,
  },
  {
    name: 'took',
    head: say('head.took'),
    cell: ({ from, to }) => (to > from ? lengthOf(to - from, language.value) : ''),
    align: 'right',
  },
  { name: 'answer', head: say('head.answer'), cell: (step) => <Answer step={step} /> },
];

function Answer({ step }: { readonly step: Step }) {
  const { role, kind } = step;
  const word = answerWord(step) ?? (kind === 'checks' && role === 'ok' ? say('passed') : undefined);
  return word === undefined ? null : <IconWord icon={ROLE_ICONS[role]} role={role} word={word} />;
}
