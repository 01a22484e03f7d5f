import { useEffect, useRef, useState } from 'preact/hooks';
import { clockOf, clockOrMomentOf, lengthOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { nameOfRoute } from '../../components/route.tsx';
import type Words from '../../words/en/invoice.json';
import { scaleOf, type Fold, type Scale } from './scale.ts';
import { type Shape, shapesOf } from './shapes.ts';
import type { Lane, Step, Wait } from './steps.ts';
import { labelOf, noteOf } from './step-words.ts';

const say = wordsOf<typeof Words>('invoice');

const LANES: readonly Lane[] = ['intake', 'checks', 'queue', 'route', 'buyer'];
/** Lanes whose shapes have words below them are higher. */
const HEIGHTS = { intake: 40, checks: 40, queue: 40, route: 52, buyer: 48 } as const satisfies Record<
  Lane,
  number
>;
const [TOP, BOTTOM, NAMES] = [28, 26, 92];

interface Props {
  readonly route: string;
  readonly steps: readonly Step[];
  readonly waits: readonly Wait[];
  readonly deadline: number | undefined;
  readonly isFolded: boolean;
  readonly sentence: string;
  readonly selected: number | undefined;
  readonly onSelect: (no: number) => void;
}

/** Lanes over time. The table below it has the same; a screen reader gets a sentence here. */
export function Plot(props: Props) {
  const { steps, waits, deadline, isFolded, sentence, selected, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const tops = laneTops();
  const height = tops.end + BOTTOM;
  const busy = [...steps, ...(deadline === undefined ? [] : [{ from: deadline, to: deadline }])];
  const open = waits.filter(({ to }) => to > (steps.at(-1)?.to ?? 0)).map(({ to }) => ({ from: to, to }));
  const scale = scaleOf([...busy, ...open], { left: NAMES + 16, right: width - 20 }, isFolded);
  const shapes = shapesOf(steps, scale, labelOf, width - 8);
  const move = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || selected === undefined) return;
    event.preventDefault();
    onSelect(Math.max(1, Math.min(steps.length, selected + by)));
  };
  return (
    <div class="plot" ref={frame}>
      <svg width={width} height={height} role="img" aria-label={sentence} tabIndex={0} onKeyDown={move}>
        <defs>
          <pattern
            id="hatch"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path class="hatch" d="M0 0v6" />
          </pattern>
        </defs>
        {scale.folds.map((fold) => (
          <Folded key={fold.x} fold={fold} top={TOP} bottom={tops.end} />
        ))}
        <Ground {...props} scale={scale} tops={tops} width={width} />
        {waits.map(({ from, to }) => (
          <Waiting key={from} x={scale.xOf(from)} end={scale.xOf(to)} top={tops.queue} />
        ))}
        {shapes.map((shape) => (
          <Drawn
            key={shape.step.no}
            shape={shape}
            top={tops[shape.step.lane]}
            isSelected={shape.step.no === selected}
            onSelect={onSelect}
          />
        ))}
        {deadline !== undefined && <Deadline at={deadline} x={scale.xOf(deadline)} bottom={tops.end} />}
      </svg>
    </div>
  );
}

function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(760);
  useEffect(() => {
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

type Tops = Readonly<Record<Lane | 'end', number>>;

function laneTops(): Tops {
  let top = TOP;
  const tops: Partial<Record<Lane | 'end', number>> = {};
  for (const lane of LANES) {
    tops[lane] = top;
    top += HEIGHTS[lane];
  }
  tops.end = top;
  return tops as Tops;
}

type GroundProps = Props & { readonly scale: Scale; readonly tops: Tops; readonly width: number };

/** Names of the lanes, their lines, the axis. */
function Ground({ route, steps, scale, tops, width }: GroundProps) {
  const name = (lane: Lane): string => (lane === 'route' ? route : say(`lane.${lane}`));
  const isAnswered = steps.some(({ lane }) => lane === 'buyer');
  return (
    <>
      {scale.ticks.map(({ x }) => (
        <path key={x} class="grid" d={`M${x} ${TOP}V${tops.end}`} />
      ))}
      {LANES.map((lane) => (
        <g key={lane}>
          <path class="grid" d={`M16 ${tops[lane] + HEIGHTS[lane]}H${width - 16}`} />
          <text class="lane" x={16} y={tops[lane] + 24}>
            {name(lane)}
          </text>
        </g>
      ))}
      {!isAnswered && (
        <text class="aside" x={NAMES + 16} y={tops.buyer + 24}>
          {ANSWERING.has(route)
            ? say('lane.buyer.none-yet')
            : say('lane.buyer.never', { route: nameOfRoute(route) })}
        </text>
      )}
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

function Waiting({ x, end, top }: { readonly x: number; readonly end: number; readonly top: number }) {
  const width = end - x;
  if (width < 3) return null;
  return (
    <>
      <rect class="wait" x={x} y={top + 14} width={width} height={12} rx={2} />
      <rect class="wait-lines" x={x} y={top + 14} width={width} height={12} rx={2} fill="url(#hatch)" />
    </>
  );
}

const EDGE_STEP = 8;

function Folded({
  fold,
  top,
  bottom,
}: {
  readonly fold: Fold;
  readonly top: number;
  readonly bottom: number;
}) {
  const edge = (x: number): string => {
    const turns = Array.from(
      { length: Math.ceil((bottom - top) / EDGE_STEP) },
      (_, index) => `L${x + (index % 2 ? 2 : -2)} ${Math.min(bottom, top + (index + 1) * EDGE_STEP)}`,
    );
    return `M${x} ${top}${turns.join('')}`;
  };
  const { x, width, ms } = fold;
  return (
    <>
      <rect class="fold" x={x} y={top} width={width} height={bottom - top} />
      <path class="zig-zag" d={edge(x) + edge(x + width)} />
      <text class="axis strong" x={x + width / 2} y={bottom + 18}>
        {lengthOf(ms, language.value)}
      </text>
    </>
  );
}

interface DrawnProps {
  readonly shape: Shape;
  readonly top: number;
  readonly isSelected: boolean;
  readonly onSelect: (no: number) => void;
}

function Drawn({ shape, top, isSelected, onSelect }: DrawnProps) {
  const { step, x, width, labelX } = shape;
  const line = top + 20;
  const note = noteOf(step);
  return (
    <g class={`shape ${step.role}`} onClick={() => onSelect(step.no)}>
      <Form shape={shape} line={line} />
      {isSelected && <rect class="selected" x={x - 4} y={line - 15} width={width + 8} height={30} rx={6} />}
      {note && (
        <text class="note" x={x + width + 7} y={line + 4}>
          {note}
        </text>
      )}
      {!note && labelX !== undefined && (
        <text class="label" x={labelX} y={line + 26}>
          {labelOf(step)}
        </text>
      )}
    </g>
  );
}

function Form({ shape: { step, x, width, form }, line }: { readonly shape: Shape; readonly line: number }) {
  if (form === 'ring' || form === 'dot') return <circle class={form} cx={x + width / 2} cy={line} r={5} />;
  const height = { bar: 14, attempt: 22, call: 14 }[form];
  return (
    <>
      <rect
        class={form}
        x={x}
        y={line - height / 2}
        width={width}
        height={height}
        rx={form === 'attempt' ? 3 : 2}
      />
      {step.attempt !== undefined && (
        <text class="number" x={x + width / 2} y={line + 4}>
          {step.attempt}
        </text>
      )}
    </>
  );
}

function Deadline({ at, x, bottom }: { readonly at: number; readonly x: number; readonly bottom: number }) {
  return (
    <g class="deadline">
      <path d={`M${x} 8V${bottom}`} />
      <text x={x - 8} y={18}>
        {say('deadline', { at: clockOrMomentOf(new Date(at), new Date(), language.value) })}
      </text>
    </g>
  );
}
