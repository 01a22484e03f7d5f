import type { Scale } from './scale.ts';
import type { Step } from './steps.ts';

/** A shape of the plot, where it is drawn. Shapes of a lane never cover each other. */
export interface Shape {
  readonly step: Step;
  readonly x: number;
  readonly width: number;
  readonly form: 'bar' | 'attempt' | 'ring' | 'dot' | 'call';
  /** The middle of the words under the shape; left out where two would touch. */
  readonly labelX?: number;
}

const FORMS = {
  intake: 'dot',
  checks: 'bar',
  'log-in': 'call',
  send: 'attempt',
  'look-up': 'ring',
  status: 'ring',
  receipt: 'dot',
  state: 'dot',
  mail: 'dot',
  buyer: 'dot',
} as const satisfies Record<Step['kind'], Shape['form']>;

const MIN_WIDTHS = { bar: 8, attempt: 20, ring: 10, dot: 10, call: 6 } as const;
const GAP = 4;

/**
 * @param labelWidthOf how wide the text under a shape is.
 * @param right where the lanes end.
 */
export function shapesOf(
  steps: readonly Step[],
  scale: Scale,
  labelWidthOf: (step: Step) => number,
  right: number,
): readonly Shape[] {
  const ends = new Map<string, number>();
  const placed = steps.map((step) => {
    // A status that decides is a dot in its colour.
    const form = FORMS[step.kind] === 'ring' && step.role !== 'mute' ? 'dot' : FORMS[step.kind];
    const [from, to] = [scale.xOf(step.from), scale.xOf(step.to)];
    const isPoint = form === 'ring' || form === 'dot';
    const width = isPoint ? MIN_WIDTHS[form] : Math.max(MIN_WIDTHS[form], to - from);
    const x = Math.max(isPoint ? from - width / 2 : from, ends.get(step.lane) ?? -Infinity);
    ends.set(step.lane, x + width + GAP);
    return { step, x, width, form };
  });
  return withLabels(pulledBack(placed, right), labelWidthOf, right);
}

/** Shapes that have moved each other over the end of their lane stand before it, as far as the lane has room for all of them. */
function pulledBack(placed: readonly Placed[], right: number): readonly Placed[] {
  const ends = new Map<string, number>();
  const moved = placed.toReversed().map((shape) => {
    const { lane } = shape.step;
    const x = Math.min(shape.x, (ends.get(lane) ?? right) - shape.width);
    ends.set(lane, x - GAP);
    return { ...shape, x };
  });
  // The first step begins the plot.
  const left = Math.min(...placed.map(({ x }) => x));
  const isCrowded = (lane: string): boolean => (ends.get(lane) ?? right) + GAP < left;
  return moved.toReversed().map((shape, index) => (isCrowded(shape.step.lane) ? placed[index]! : shape));
}

/** Where the words beside a shape stand. */
interface NotePlace {
  readonly x: number;
  readonly anchor: 'start' | 'end';
  readonly isInside: boolean;
}

/** Between a shape and the words beside it. */
const NOTE_GAP = 7;

/** Right of the shape; left of it where they would leave the plot there, and inside its end where neither side has room. */
export function notePlaceOf(
  { x, width }: Pick<Shape, 'x' | 'width'>,
  noteWidth: number,
  { left, right }: { readonly left: number; readonly right: number },
): NotePlace {
  const [before, after] = [x - NOTE_GAP, x + width + NOTE_GAP];
  if (after + noteWidth <= right) return { x: after, anchor: 'start', isInside: false };
  if (before - noteWidth >= left) return { x: before, anchor: 'end', isInside: false };
  return { x: Math.min(x + width, right) - NOTE_GAP, anchor: 'end', isInside: true };
}

type Placed = Omit<Shape, 'labelX'>;

/** Sends and what decided keep their words; the rest has some where there is room. */
function withLabels(
  placed: readonly Placed[],
  labelWidthOf: (step: Step) => number,
  right: number,
): readonly Shape[] {
  const taken: { readonly lane: string; readonly from: number; readonly to: number }[] = [];
  const middles = new Map<Placed, number>();
  const isImportant = ({ form, step }: Placed): boolean => form === 'attempt' || step.role !== 'mute';
  for (const shape of [...placed.filter(isImportant), ...placed.filter((each) => !isImportant(each))]) {
    const half = labelWidthOf(shape.step) / 2 + GAP;
    const middle = Math.min(shape.x + shape.width / 2, right - half);
    const [from, to] = [middle - half, middle + half];
    const { lane } = shape.step;
    if (taken.some((other) => other.lane === lane && other.from < to && from < other.to)) continue;
    taken.push({ lane, from, to });
    middles.set(shape, middle);
  }
  return placed.map((shape) => {
    const labelX = middles.get(shape);
    return { ...shape, ...(labelX !== undefined && { labelX }) };
  });
}
