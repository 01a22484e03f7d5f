/** Where a time stands in the plot. Stretches in which nothing happens may be folded. */

export interface Fold {
  readonly x: number;
  readonly width: number;
  /** Its true length. */
  readonly ms: number;
}

interface Tick {
  readonly x: number;
  readonly at: number;
}

export interface Scale {
  readonly xOf: (at: number) => number;
  readonly folds: readonly Fold[];
  readonly ticks: readonly Tick[];
}

interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Frame {
  readonly left: number;
  readonly right: number;
}

const FOLD_WIDTH = 48;
const MIN_FOLD_MS = 5000;
/** Beside shapes that have a least width there is some room. */
const ROOM = 30;
const MIN_TICK_PX = 64;
const TICK_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 604_800_000,
];

/** @param busy when something happened; the first begins the plot, the last ends it. */
export function scaleOf(busy: readonly Stretch[], { left, right }: Frame, isFolded: boolean): Scale {
  const parts = joined(busy);
  const [start, end] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? 1];
  const whole = Math.max(1, end - start);
  const isFold = (ms: number): boolean => isFolded && ms > MIN_FOLD_MS && ms > whole / 10;
  const stretches = open(parts, isFold);
  const gaps = stretches.slice(1).map(({ from }, index) => ({ from: stretches[index]!.to, to: from }));
  const shown = stretches.reduce((sum, { from, to }) => sum + (to - from), 0);
  // Each stretch has room for its shapes even if it took no time.
  const free = Math.max(40, right - left - gaps.length * FOLD_WIDTH - stretches.length * ROOM);
  const perMs = free / Math.max(1, shown);
  let x = left;
  const placed = stretches.map(({ from, to }) => {
    const width = (to - from) * perMs;
    const at = { from, to, x, width };
    x += width + ROOM + FOLD_WIDTH;
    return at;
  });
  const folds = gaps.map(({ from, to }, index) => ({
    x: placed[index]!.x + placed[index]!.width + ROOM,
    width: FOLD_WIDTH,
    ms: to - from,
  }));
  const xOf = (at: number): number => {
    const index = placed.findLastIndex(({ from }) => from <= at);
    const place = placed[Math.max(0, index)];
    if (!place) return left;
    if (at <= place.to) return place.x + (at - place.from) * perMs;
    const fold = folds[index];
    return fold ? fold.x + ((at - place.to) / fold.ms) * fold.width : place.x + place.width;
  };
  return { xOf, folds, ticks: placed.flatMap((each) => ticksIn(each, perMs)) };
}

/** Stretches that touch or overlap are one. */
function joined(busy: readonly Stretch[]): readonly Stretch[] {
  const sorted = busy.toSorted((one, other) => one.from - other.from);
  const parts: Stretch[] = [];
  for (const { from, to } of sorted) {
    const last = parts.at(-1);
    if (last && from <= last.to) parts[parts.length - 1] = { from: last.from, to: Math.max(last.to, to) };
    else parts.push({ from, to });
  }
  return parts;
}

/** Stretches with everything between two folds. */
function open(parts: readonly Stretch[], isFold: (ms: number) => boolean): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const part of parts) {
    const last = stretches.at(-1);
    if (last && !isFold(part.from - last.to))
      stretches[stretches.length - 1] = { from: last.from, to: part.to };
    else stretches.push(part);
  }
  return stretches;
}

function ticksIn({ from, to, x }: Stretch & { readonly x: number }, perMs: number): readonly Tick[] {
  const step = TICK_STEPS_MS.find((ms) => ms * perMs >= MIN_TICK_PX) ?? TICK_STEPS_MS.at(-1)!;
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  const inside = Array.from({ length: count }, (_, index) => first + index * step);
  // A stretch without a round time begins with its own; a moment is named by what is there.
  const own = to > from ? [from] : [];
  return (inside.length > 0 ? inside : own).map((at) => ({ at, x: x + (at - from) * perMs }));
}
