import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useShortcuts } from '../../app/keyboard.ts';
import { wordsOf } from '../../app/words.ts';
import type Words from '../../words/en/timeline.json';
import type { Area, Scale, View } from './scale.ts';
import type { Step } from './steps.ts';

const say = wordsOf<typeof Words>('timeline');

/** Waits folded, at their true length, or one call over the whole width. */
export const MODES = ['folded', 'true', 'calls'] as const;
export type Mode = (typeof MODES)[number];

export interface ViewAct {
  readonly label: string;
  readonly run: () => void;
}

interface Props {
  readonly steps: readonly Step[];
  readonly selected: number | undefined;
  readonly mode: Mode;
  readonly area: Area;
  /** Time runs down the screen. */
  readonly isSideways: boolean;
  readonly scaled: (view: View | undefined) => Scale;
}

const STEP = 2;
/** A key moves by this share of the width. */
const MOVE = 0.25;
/** Less is a click. */
const MIN_DRAG_PX = 4;

/** The part of the timeline that is drawn: around the selected step, until it is moved. */
export function useView({ steps, selected, mode, area, isSideways, scaled }: Props) {
  const [{ times, middle, aside }, set] = useState<Looks>(WHOLE);
  useLayoutEffect(() => set(WHOLE), [mode]);
  useLayoutEffect(() => set((before) => ({ times: before.times })), [selected]);
  const view = viewOf({ steps, selected, mode, times, middle, aside });
  const scale = scaled(view);
  const centre = (area.left + area.right) / 2;
  const zoom = (by: number): void => {
    if (by > 1 ? scale.isLargest : scale.zoom <= 1) return;
    // What was drawn to the middle stays there.
    set((before) => ({
      times: before.times * by,
      middle: before.aside === undefined ? before.middle : scale.at(centre),
    }));
  };
  const move = (px: number, from = scale.aside): void => set((before) => ({ ...before, aside: from + px }));
  const by = MOVE * (area.right - area.left);
  const acts = {
    larger: { keys: '+', label: say('keys.larger'), run: () => zoom(STEP) },
    smaller: { keys: '-', label: say('keys.smaller'), run: () => zoom(1 / STEP) },
    whole: { keys: '0', label: say('keys.whole'), run: () => set(WHOLE) },
    earlier: { keys: 'Shift ArrowLeft', label: say('keys.earlier'), run: () => move(-by) },
    later: { keys: 'Shift ArrowRight', label: say('keys.later'), run: () => move(by) },
  };
  useShortcuts(Object.values(acts));
  const drag = useDrag(view !== undefined, isSideways ? 'clientY' : 'clientX', () => {
    const from = scale.aside;
    return (px) => move(-px, from);
  });
  return { scale, view, acts, drag };
}

interface Looks {
  readonly times: number;
  readonly middle?: number | undefined;
  /** How far it was moved since, px. */
  readonly aside?: number;
}

const WHOLE: Looks = { times: 1 };

type Wish = Pick<Props, 'steps' | 'selected' | 'mode'> & {
  readonly times: number;
  readonly middle: number | undefined;
  readonly aside: number | undefined;
};

function viewOf({ steps, selected, mode, times, middle, aside = 0 }: Wish): View | undefined {
  const step = steps.find(({ no }) => no === selected) ?? steps[0];
  const isLong = ({ calls, from, to }: Step): boolean => calls.length > 0 && to > from;
  const call = mode === 'calls' ? (step && isLong(step) ? step : steps.find(isLong)) : undefined;
  const around = call ?? step;
  if (!around || (!call && times <= 1)) return undefined;
  return {
    zoom: call ? { fits: { from: call.from, to: call.to }, times } : times,
    middle: middle ?? (around.from + around.to) / 2,
    aside,
  };
}

/**
 * @param along the direction of time.
 * @param begin is called when a drag begins, and answers with what each move does.
 */
function useDrag(isOn: boolean, along: 'clientX' | 'clientY', begin: () => (px: number) => void) {
  const begun = useRef<{ readonly at: number; move?: (px: number) => void } | undefined>(undefined);
  if (!isOn) return {};
  return {
    onPointerDown: (event: PointerEvent): void => {
      begun.current = event.button === 0 ? { at: event[along] } : undefined;
    },
    onPointerMove: (event: PointerEvent): void => {
      const { current } = begun;
      if (!current || !(event.currentTarget instanceof Element)) return;
      const px = event[along] - current.at;
      if (!current.move && Math.abs(px) < MIN_DRAG_PX) return;
      if (!current.move) event.currentTarget.setPointerCapture(event.pointerId);
      current.move ??= begin();
      current.move(px);
    },
    onPointerUp: (): void => {
      begun.current = undefined;
    },
    onPointerCancel: (): void => {
      begun.current = undefined;
    },
  };
}
