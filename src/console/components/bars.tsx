import type UPlotClass from 'uplot';
import { useEffect, useRef } from 'preact/hooks';
import { switchInAddress } from '../app/router.ts';
import { colours } from '../app/look.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import type NowWords from '../words/en/now.json';
import { ScrollFrame } from './table.tsx';

const say = wordsOf<typeof Words>('common');
const ofNow = wordsOf<typeof NowWords>('now');

/** A day or an hour: what rises from the line, and what hangs from it, on one scale. */
export interface Bar {
  readonly at: Date;
  readonly label: string;
  readonly up: number;
  readonly down: number;
}

interface Props {
  /** Tells the plots of a page apart in its address. */
  readonly by: string;
  readonly name: string;
  readonly up: string;
  readonly down: string;
  readonly head: string;
  readonly bars: readonly Bar[];
}

/** A plot with its table, which a press shows in its place. */
export function Bars({ name, by, up, down, head, bars }: Props) {
  const [isTable, showTable] = switchInAddress(`figures-${by}`);
  return (
    <div class="bars">
      <p class="legend meta">
        <span class="mute">
          <i class="key" /> {up} ({totalOf(bars, 'up')})
        </span>
        <span class="bad">
          <i class="key" /> {down} ({totalOf(bars, 'down')})
        </span>
        <span class="gap" />
        <button type="button" class="link" onClick={() => showTable(!isTable)}>
          {isTable ? say('show-plot') : say('show-table')}
        </button>
      </p>
      {isTable ? (
        <ScrollFrame name={name}>
          <table>
            <caption class="unseen">{name}</caption>
            <thead>
              <tr>
                <th scope="col">{head}</th>
                <th scope="col" class="right">
                  {up}
                </th>
                <th scope="col" class="right">
                  {down}
                </th>
              </tr>
            </thead>
            <tbody>
              {bars.map((bar) => (
                <tr key={bar.label}>
                  <th scope="row">{bar.label}</th>
                  <td class="right">{bar.up}</td>
                  <td class="right">{bar.down}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      ) : (
        <Drawing name={name} bars={bars} />
      )}
    </div>
  );
}

const totalOf = (bars: readonly Bar[], side: 'up' | 'down'): number =>
  bars.reduce((sum, bar) => sum + bar[side], 0);

const HEIGHT = 180;
const BAR_WIDTH: [number, number] = [0.75, 24];

function Drawing({ name, bars }: Pick<Props, 'name' | 'bars'>) {
  const frame = useRef<HTMLDivElement>(null);
  const look = colours.value;
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    let undraw: (() => void) | undefined;
    let isGone = false;
    // Loaded with the first plot.
    void import('uplot').then(({ default: UPlot }) => {
      if (isGone) return;
      const drawn = new UPlot(optionsOf(UPlot, element, bars), dataOf(bars), element);
      const watch = new ResizeObserver(() => drawn.setSize({ width: element.clientWidth, height: HEIGHT }));
      watch.observe(element);
      undraw = () => {
        watch.disconnect();
        drawn.destroy();
      };
    });
    return () => {
      isGone = true;
      undraw?.();
    };
  }, [bars, look]);
  return (
    <div
      class="drawing"
      ref={frame}
      role="img"
      aria-label={ofNow('plot.sentence', { name, up: totalOf(bars, 'up'), down: totalOf(bars, 'down') })}
    />
  );
}

/** Nothing has no bar, not one without height. */
const dataOf = (bars: readonly Bar[]): UPlotClass.AlignedData => [
  bars.map(({ at }) => at.getTime() / 1000),
  bars.map(({ up }) => up || null),
  bars.map(({ down }) => -down || null),
];

function optionsOf(UPlot: typeof UPlotClass, element: HTMLElement, bars: readonly Bar[]): UPlotClass.Options {
  const style = getComputedStyle(element);
  const probe = (name: string): string => {
    element.style.color = `var(--${name})`;
    const colour = style.color;
    element.style.color = '';
    return colour;
  };
  const [grey, red, line, text] = ['mute-bar', 'bad-bar', 'line', 'text3'].map(probe) as [
    string,
    string,
    string,
    string,
  ];
  const paths = UPlot.paths.bars?.({ size: BAR_WIDTH });
  const most = Math.max(1, ...bars.map(({ up }) => up));
  const worst = Math.max(1, ...bars.map(({ down }) => down));
  const font = `11px ${style.fontFamily}`;
  const axis = { stroke: text, font, ticks: { show: false } } as const;
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { count: { range: [-Math.max(worst, most / 4), most] } },
    series: [
      {},
      {
        scale: 'count',
        fill: grey,
        stroke: grey,
        width: 0,
        points: { show: false },
        ...(paths && { paths }),
      },
      { scale: 'count', fill: red, stroke: red, width: 0, points: { show: false }, ...(paths && { paths }) },
    ],
    axes: [
      {
        ...axis,
        size: 28,
        grid: { show: false },
        values: (_plot, splits) => splits.map((at) => labelAt(bars, at)),
      },
      {
        ...axis,
        scale: 'count',
        size: 44,
        grid: { stroke: line, width: 1 },
        splits: () => [0, Math.ceil(most / 2), most],
      },
    ],
  };
}

/** The bar that the axis stands at: nearer than half a bar. */
function labelAt(bars: readonly Bar[], seconds: number): string {
  const [first, second] = bars;
  const half = first && second ? (second.at.getTime() - first.at.getTime()) / 2000 : Infinity;
  return bars.find(({ at }) => Math.abs(at.getTime() / 1000 - seconds) < half)?.label ?? '';
}
