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
  /** The time at a point of the plot. */
  readonly at: (x: number) => number;
  /** How much larger than the whole it is drawn. */
  readonly zoom: number;
  readonly isLargest: boolean;
  /** As far as there was room. */
  readonly aside: number;
  readonly folds: readonly Fold[];
  readonly ticks: readonly Tick[];
}

export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Where marks are drawn, px. */
export interface Area {
  readonly left: number;
  readonly right: number;
}

/** A part of the whole. */
export interface View {
  /** 1 is the whole; `fits` is a stretch that fills the width, so many times. */
  readonly zoom: number | { readonly fits: Stretch; readonly times: number };
  /** The time in the middle. */
  readonly middle: number;
  /** How far it was drawn aside from there, px: a fold has a width and takes no time. */
  readonly aside?: number;
}

/** Beyond it a millisecond is wider than a finger. */
const MAX_PX_PER_MS = 100;
const FOLD_WIDTH = 48;
const MIN_FOLD_MS = 5000;
/** Beside shapes that have a least width there is some room. */
const ROOM = 30;
const MIN_TICK_PX = 64;
const TICK_STEPS_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000, 604_800_000,
];

/**
 * @param busy when something happened; the first begins the plot, the last ends it.
 * @param view left out: the whole.
 */
export function scaleOf(
  busy: readonly Stretch[],
  { left, right }: Area,
  isFolded: boolean,
  view?: View,
): Scale {
  const parts = joined(busy);
  const [start, end] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? 1];
  const whole = Math.max(1, end - start);
  const isFold = (ms: number): boolean => isFolded && ms > MIN_FOLD_MS && ms > whole / 10;
  const stretches = open(parts, isFold);
  const gaps = stretches.slice(1).map(({ from }, index) => ({ from: stretches[index]!.to, to: from }));
  const shown = stretches.reduce((sum, { from, to }) => sum + (to - from), 0);
  // Each stretch has room for its shapes even if it took no time. Folds and room stay as wide as they are.
  const fixed = gaps.length * FOLD_WIDTH + stretches.length * ROOM;
  const zoomFor = (perMs: number): number => (perMs * Math.max(1, shown) + fixed) / (right - left);
  const zoom = zoomOf(view, right - left, zoomFor);
  const perMs = Math.max(40, (right - left) * zoom - fixed) / Math.max(1, shown);
  let x = left;
  const placed = stretches.map(({ from, to }) => {
    const width = (to - from) * perMs;
    const at = { from, to, x, width };
    x += width + ROOM + FOLD_WIDTH;
    return at;
  });
  const xOfWhole = xIn(placed, gaps, perMs, left);
  const most = (right - left) * (zoom - 1);
  const usual = view ? xOfWhole(view.middle) - (left + right) / 2 : 0;
  const moved = view ? Math.max(0, Math.min(most, usual + (view.aside ?? 0))) : 0;
  const shownParts = placed.map((part) => ({ ...part, x: part.x - moved }));
  const folds = gaps.map(({ from, to }, index) => ({
    x: shownParts[index]!.x + shownParts[index]!.width + ROOM,
    width: FOLD_WIDTH,
    ms: to - from,
  }));
  return {
    xOf: (at) => xOfWhole(at) - moved,
    at: timeIn(shownParts, folds, perMs),
    zoom,
    isLargest: zoom >= zoomFor(MAX_PX_PER_MS),
    aside: moved - usual,
    folds,
    ticks: shownParts.flatMap((each) => ticksIn(each, perMs, { left, right })),
  };
}

function zoomOf(view: View | undefined, width: number, zoomFor: (perMs: number) => number): number {
  if (!view) return 1;
  const { zoom } = view;
  const zoomed =
    typeof zoom === 'number'
      ? zoom
      : zoomFor(width / Math.max(1, zoom.fits.to - zoom.fits.from)) * zoom.times;
  return Math.max(1, Math.min(zoomed, zoomFor(MAX_PX_PER_MS)));
}

type Placed = Stretch & { readonly x: number; readonly width: number };

const xIn =
  (placed: readonly Placed[], gaps: readonly Stretch[], perMs: number, left: number) =>
  (at: number): number => {
    const index = placed.findLastIndex(({ from }) => from <= at);
    const place = placed[Math.max(0, index)];
    if (!place) return left;
    if (at <= place.to) return place.x + (at - place.from) * perMs;
    const gap = gaps[index];
    const end = place.x + place.width;
    return gap ? end + ROOM + ((at - gap.from) / (gap.to - gap.from)) * FOLD_WIDTH : end;
  };

const timeIn =
  (placed: readonly Placed[], folds: readonly Fold[], perMs: number) =>
  (x: number): number => {
    const index = Math.max(
      0,
      placed.findLastIndex((part) => part.x <= x),
    );
    const [place, fold] = [placed[index], folds[index]];
    if (!place) return 0;
    const inside = Math.min(place.to, place.from + Math.max(0, x - place.x) / perMs);
    if (!fold || x <= fold.x) return inside;
    return place.to + Math.min(1, (x - fold.x) / fold.width) * fold.ms;
  };

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

/** Those that are seen: a large zoom has millions. */
function ticksIn({ from, to, x }: Placed, perMs: number, { left, right }: Area): readonly Tick[] {
  const step = TICK_STEPS_MS.find((ms) => ms * perMs >= MIN_TICK_PX) ?? TICK_STEPS_MS.at(-1)!;
  const [start, end] = [Math.max(from, from + (left - x) / perMs), Math.min(to, from + (right - x) / perMs)];
  const first = Math.ceil(start / step) * step;
  const count = Math.max(0, Math.floor((end - first) / step) + 1);
  const inside = Array.from({ length: count }, (_, index) => first + index * step);
  // A stretch without a round time begins with its own; a moment is named by what is there.
  const own = to > from && start === from && start <= end ? [from] : [];
  return (inside.length > 0 ? inside : own).map((at) => ({ at, x: x + (at - from) * perMs }));
}
