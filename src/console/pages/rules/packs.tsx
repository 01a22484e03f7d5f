import { dayOf } from '../../app/format.ts';
import { switchInAddress } from '../../app/router.ts';
import { isNarrow } from '../../app/screen.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { nameOfLayer } from '../../components/layer-name.ts';
import { NOTHING } from '../../components/nothing.tsx';
import { Panel } from '../../components/panel.tsx';
import { IconWord } from '../../components/states.tsx';
import { type Column, Table } from '../../components/table.tsx';
import type Words from '../../words/en/rules.json';
import {
  type Bar,
  labelStart,
  type Lane,
  type Pack,
  type PackRow,
  type TimeLine,
  timeLineOf,
} from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

const NAMES = 246;
const PACK_NAMES = 146;
const WIDTH = 1100;
const LANE = 28;
const HEAD = 28;

const x = (share: number): number => NAMES + share * (WIDTH - NAMES);
const labelOf = ({ id, version }: Pack): string => `${id} ${version}`;

/** The packs over the dates of issue, or the same as a table; where there is little room, the table always. */
export function Packs({ rows, today }: { readonly rows: readonly PackRow[]; readonly today: Date }) {
  const [isTable, showTable] = switchInAddress('table');
  const timeLine = timeLineOf(rows, today);
  return (
    <Panel
      title={say('packs')}
      beside={
        <>
          <IconWord icon="checkRing" role="ok" word={say('in-force')} />{' '}
          <IconWord icon="dashedRing" role="busy" word={say('coming')} />
        </>
      }
      acts={
        !isNarrow.value && (
          <button type="button" class="link" onClick={() => showTable(!isTable)}>
            {wordFor('common', isTable ? 'show-plot' : 'show-table')}
          </button>
        )
      }
    >
      {(!isTable || isNarrow.value) && <Plot {...timeLine} />}
      {(isTable || isNarrow.value) && (
        <Table
          caption={say('packs.table')}
          look="rows-packs"
          columns={columns()}
          rows={timeLine.lanes}
          idOf={({ id }) => id}
        />
      )}
    </Panel>
  );
}

function Plot({ lanes, months, today }: TimeLine) {
  const height = HEAD + lanes.length * LANE + 8;
  const month = (first: Date): string =>
    first.toLocaleDateString(language.value, {
      month: 'short',
      timeZone: 'UTC',
      ...(first.getUTCMonth() === 0 && { year: 'numeric' }),
    });
  return (
    <div class="packs plot">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={say('plot', { n: lanes.length })}>
        {months
          .filter((_, index) => index % 2 === 0)
          .map(({ at, first }) => (
            <g key={at}>
              <line class="grid" x1={x(at)} x2={x(at)} y1={HEAD - 6} y2={height - 4} />
              {isClear(x(at) - x(today)) && (
                <text class="month" x={x(at) + 4} y={14}>
                  {month(first)}
                </text>
              )}
            </g>
          ))}
        {lanes.map((lane, index) => (
          <LaneOf key={lane.id} lane={lane} y={HEAD + index * LANE} line={x(today)} />
        ))}
        <line class="today" x1={x(today)} x2={x(today)} y1={20} y2={height - 4} />
        <text class="today-word" x={x(today)} y={14}>
          {say('today')}
        </text>
      </svg>
    </div>
  );
}

/** The name of a month that begins just before today, or with it, would lie beside or below the word. */
const isClear = (px: number): boolean => px < -MIN_PX_BEFORE_TODAY || px > MIN_PX_AFTER_TODAY;
const MIN_PX_BEFORE_TODAY = 80;
const MIN_PX_AFTER_TODAY = 24;

interface Place {
  readonly y: number;
  /** Of today. */
  readonly line: number;
}

function LaneOf({ lane: { row, bars }, y, line }: { readonly lane: Lane } & Place) {
  return (
    <g>
      <text class="lane" x={0} y={y + 14}>
        {nameOfLayer(row.layer)}
      </text>
      <text class="aside" x={PACK_NAMES} y={y + 14}>
        {(row.in_force ?? row.next)?.id}
      </text>
      {bars.map((bar) => (
        <BarOf key={labelOf(bar.pack)} bar={bar} y={y} line={line} />
      ))}
    </g>
  );
}

const LETTER_PX = 6.5;

function BarOf({ bar: { pack, isComing, from, to }, y, line }: { readonly bar: Bar } & Place) {
  const width = Math.max(2, x(to) - x(from) - 1);
  const length = pack.version.length * LETTER_PX;
  const start = labelStart({ from: x(from), to: x(to), length, line });
  return (
    <g class={isComing ? 'busy' : 'ok'}>
      <title>{labelOf(pack)}</title>
      <rect class={`pack ${isComing ? 'coming' : ''}`} x={x(from)} y={y} width={width} height={20} rx={3} />
      {start !== undefined && (
        <text class="version" x={start} y={y + 14}>
          {pack.version}
        </text>
      )}
    </g>
  );
}

const columns = (): readonly Column<Lane>[] => [
  { name: 'layer', head: say('head.layer'), isName: true, cell: ({ row }) => nameOfLayer(row.layer) },
  { name: 'syntaxes', head: say('head.syntaxes'), leaves: 3, cell: ({ row }) => row.syntaxes.join(', ') },
  { name: 'pack', head: say('head.pack'), cell: ({ row }) => <PackCell pack={row.in_force} /> },
  {
    name: 'since',
    head: say('head.since'),
    leaves: 4,
    cell: ({ row }) => (row.in_force?.since ? dayOf(row.in_force.since, language.value) : '–'),
  },
  { name: 'next', head: say('head.next'), cell: ({ row }) => <NextCell next={row.next} /> },
];

function PackCell({ pack }: { readonly pack: Pack | null }) {
  if (!pack) return <IconWord icon="dashedRing" role="mute" word={say('not-run')} />;
  const origin = wordFor('rules', `origin.${pack.origin}`) ?? pack.origin;
  return (
    <>
      <code title={pack.sha256}>{labelOf(pack)}</code> <span class="quiet">{origin}</span>
    </>
  );
}

function NextCell({ next }: { readonly next: Pack | null }) {
  if (!next) return NOTHING;
  const day = next.since ? dayOf(next.since, language.value) : '–';
  return (
    <>
      <code>{labelOf(next)}</code> {say('from', { day })}
    </>
  );
}
