import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { clockOf } from '../../app/format.ts';
import { isPhone } from '../../app/screen.ts';
import { language, wordsOf } from '../../app/words.ts';
import { nameOfRoute } from '../../app/routes.ts';
import type Words from '../../words/en/timeline.json';
import { labelWidthOf, noteWidthOf } from './label-width.ts';
import { Deadline, Drawn, Folded, Now, Waiting } from './marks.tsx';
import { type Area, scaleOf, type Scale, type Stretch } from './scale.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { type Lane, type Step, unansweredBecause, type Wait } from './steps.ts';
import { nameOfLane } from './step-words.ts';
import { type Mode, useView, type ViewAct } from './view.ts';

const say = wordsOf<typeof Words>('timeline');

const SENT: readonly Lane[] = ['intake', 'checks', 'queue', 'route', 'buyer'];
const RECEIVED: readonly Lane[] = ['intake', 'checks', 'buyer'];
/** Lanes whose shapes have words below them are higher. */
const HEIGHTS = { intake: 40, checks: 40, queue: 40, route: 52, buyer: 48 } as const satisfies Record<
  Lane,
  number
>;
const [TOP, BOTTOM, NAMES] = [28, 26, 92];
/** Lines and words keep this from the edges. */
const MARGIN = 16;
/** The length of the plot on a phone, where it is turned: between the bars of most. */
const SIDEWAYS_WIDTH = 640;

interface Props {
  readonly route: string;
  readonly state: string;
  readonly isReceived: boolean;
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  readonly deadline: string | undefined;
  /** While it is under way. */
  readonly now: number | undefined;
  readonly mode: Mode;
  readonly sentence: string;
  readonly selected: number | undefined;
  readonly onSelect: (no: number) => void;
}

/** Lanes over time, on a phone turned sideways. The table has the same; a screen reader gets a sentence here. */
export function Plot(props: Props) {
  const { steps, mode, sentence, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const room = useWidth(frame);
  const isSideways = isPhone.value;
  const width = isSideways ? SIDEWAYS_WIDTH : room;
  const lanes = lanesOf(props);
  const tops = laneTops(lanes);
  const height = tops.end + BOTTOM;
  const area = areaOf(props, width);
  const { scale, view, acts, drag } = useView({
    steps,
    selected,
    mode,
    area,
    isSideways,
    scaled: (view) => scaleOf(timesIn(props), area, mode !== 'true', view),
  });
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.shiftKey || selected === undefined) return;
    event.preventDefault();
    onSelect(Math.max(1, Math.min(steps.length, selected + by)));
  };
  const drawing = { ...props, lanes, scale, tops, width };
  return (
    <div class={`plot over-time ${isSideways ? 'sideways' : ''}`} ref={frame}>
      <svg
        class={view ? 'moves' : ''}
        width={isSideways ? height : width}
        height={isSideways ? width : height}
        role="img"
        aria-label={sentence}
        tabIndex={0}
        onKeyDown={move}
        {...drag}
      >
        <Patterns width={width} height={height} />
        <g transform={isSideways ? `rotate(90) translate(0 ${-height})` : undefined}>
          <Ground {...drawing} />
          <Marks {...drawing} area={area} isCut={view !== undefined} />
        </g>
      </svg>
      <div class="plot-zoom">
        <ZoomButton sign="−" act={acts.smaller} />
        <ZoomButton sign="+" act={acts.larger} />
      </div>
    </div>
  );
}

/** What ends the plot has its note at the right of it. */
function areaOf({ steps, now }: Props, width: number): Area {
  const last = steps.findLast(({ to }) => to === Math.max(...steps.map((step) => step.to)));
  const note = last && now === undefined ? noteWidthOf(last) : 0;
  return { left: NAMES + MARGIN, right: width - 20 - note };
}

/** All that the axis must reach: the deadline, now, and a wait that is open, too. */
function timesIn({ steps, waits, deadline, now }: Props): readonly Stretch[] {
  const due = deadline === undefined ? undefined : Date.parse(deadline);
  const open = waits.filter(({ to }) => to > (steps.at(-1)?.to ?? 0)).map(({ to }) => to);
  const moments = [due, now, ...open].filter((at) => at !== undefined);
  return [...steps, ...moments.map((at) => ({ from: at, to: at }))];
}

const Patterns = ({ width, height }: { readonly width: number; readonly height: number }) => (
  <defs>
    <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <path class="hatch" d="M0 0v6" />
    </pattern>
    <clipPath id="plot-area">
      <rect x={NAMES} y={0} width={width - NAMES - MARGIN} height={height} />
    </clipPath>
  </defs>
);

type MarksProps = Drawing & { readonly area: Area; readonly isCut: boolean };

/** Folds, waits, steps, now and the deadline. */
function Marks(props: MarksProps) {
  const { steps, waits, deadline, now, selected, onSelect, scale, tops, width, area, isCut } = props;
  const shapes = shapesOf(steps, scale, labelWidthOf, isCut ? Infinity : width - MARGIN);
  return (
    <g clip-path={isCut ? 'url(#plot-area)' : undefined}>
      {scale.folds.filter(isSeen(area)).map((fold) => (
        <Folded key={fold.ms + fold.x} fold={fold} top={TOP} bottom={tops.end} />
      ))}
      <Unanswered {...props} />
      {waits.map(({ from, to }) => (
        <Waiting
          key={from}
          x={Math.max(0, scale.xOf(from))}
          end={Math.min(width, scale.xOf(to))}
          top={tops.queue}
        />
      ))}
      {shapes.filter(isSeen(area)).map((shape) => (
        <Drawn
          key={shape.step.no}
          shape={isCut ? cut(shape, area) : shape}
          top={tops[shape.step.lane]}
          isSelected={shape.step.no === selected}
          within={{ left: NAMES, right: width - MARGIN }}
          onSelect={onSelect}
        />
      ))}
      {now !== undefined && <Now x={scale.xOf(now)} bottom={tops.end} />}
      {deadline && <Deadline at={deadline} x={scale.xOf(Date.parse(deadline))} bottom={tops.end} />}
    </g>
  );
}

function ZoomButton({ sign, act }: { readonly sign: string; readonly act: ViewAct }) {
  return (
    <button type="button" class="icon-button" aria-label={act.label} title={act.label} onClick={act.run}>
      {sign}
    </button>
  );
}

const isSeen =
  ({ left, right }: Area) =>
  ({ x, width }: Pick<Shape, 'x' | 'width'>): boolean =>
    x + width >= left - EDGE && x <= right + EDGE;

/** What is cut off ends just outside of the area. */
const EDGE = 24;

/** A shape that is wider than the area keeps its middle, and so its words, inside. */
function cut(shape: Shape, { left, right }: Area): Shape {
  const [x, end] = [Math.max(shape.x, left - EDGE), Math.min(shape.x + shape.width, right + EDGE)];
  if (x === shape.x && end === shape.x + shape.width) return shape;
  return { ...shape, x, width: end - x, ...(shape.labelX !== undefined && { labelX: (x + end) / 2 }) };
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(760);
  useLayoutEffect(() => {
    if (!frame.current) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      const room = Math.floor(entry?.contentRect.width ?? 0);
      setWidth(Math.max(560, room));
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  return width;
}

/** The network says of few received invoices anything after they came. */
const lanesOf = ({ isReceived, steps }: Props): readonly Lane[] =>
  SENT.filter((lane) => !isReceived || RECEIVED.includes(lane) || steps.some((step) => step.lane === lane));

type Tops = Readonly<Record<Lane | 'end', number>>;

function laneTops(lanes: readonly Lane[]): Tops {
  let top = TOP;
  const tops: Partial<Record<Lane | 'end', number>> = {};
  for (const lane of lanes) {
    tops[lane] = top;
    top += HEIGHTS[lane];
  }
  tops.end = top;
  return tops as Tops;
}

type Drawing = Props & {
  readonly lanes: readonly Lane[];
  readonly scale: Scale;
  readonly tops: Tops;
  readonly width: number;
};

/** Names of the lanes, their lines, the axis. */
function Ground({ route, isReceived, lanes, scale, tops, width }: Drawing) {
  return (
    <>
      {scale.ticks.map(({ x }) => (
        <path key={x} class="grid" d={`M${x} ${TOP}V${tops.end}`} />
      ))}
      {lanes.map((lane) => (
        <g key={lane}>
          <path class="grid" d={`M${MARGIN} ${tops[lane] + HEIGHTS[lane]}H${width - MARGIN}`} />
          <text class="lane" x={MARGIN} y={tops[lane] + 24}>
            {nameOfLane(lane, route, isReceived)}
          </text>
        </g>
      ))}
      {scale.ticks.map(
        ({ x, at }, index) =>
          !scale.folds.some((fold) => Math.abs(fold.x + fold.width / 2 - x) < MIN_TICK_TO_FOLD_PX) && (
            <text key={x} class="axis" x={x} y={tops.end + 18}>
              {tickWord(at, scale.ticks[index - 1]?.at)}
            </text>
          ),
      )}
    </>
  );
}

/** Why the last lane is empty. Above the folds, which would cover it. */
function Unanswered({ route, state, isReceived, steps, tops }: Drawing) {
  if (steps.some(({ lane }) => lane === 'buyer')) return null;
  const network = ANSWERING.has(route)
    ? say(`lane.buyer.${unansweredBecause(state, steps)}`)
    : say('lane.buyer.never', { route: nameOfRoute(route) });
  return (
    <text class="aside" x={NAMES + MARGIN} y={tops.buyer + 24}>
      {isReceived ? say('lane.you.none-yet') : network}
    </text>
  );
}

/** A label of the axis that is closer to the label of a fold is left out. */
const MIN_TICK_TO_FOLD_PX = 60;

/** Networks on which buyers answer. */
const ANSWERING: ReadonlySet<string> = new Set(['PEPPOL', 'FR-PA']);

/** First the whole time, then only what changes. */
function tickWord(at: number, before: number | undefined): string {
  const whole = clockOf(new Date(at), language.value, { seconds: true });
  const part = at % 1000 ? `.${String(at % 1000).padStart(3, '0')}` : '';
  if (before === undefined) return whole + part;
  const last = clockOf(new Date(before), language.value, { seconds: true });
  if (last.slice(0, 5) !== whole.slice(0, 5)) return whole;
  return part && last === whole ? part : `${whole.slice(5)}${part}`;
}
