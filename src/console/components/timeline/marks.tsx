import { lengthOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { deadlineWords } from '../deadline.tsx';
import type Words from '../../words/en/timeline.json';
import type { Fold } from './scale.ts';
import { notePlaceOf, type Shape } from './shapes.ts';
import { noteWidthOf } from './label-width.ts';
import { labelOf, noteOf } from './step-words.ts';

const say = wordsOf<typeof Words>('timeline');

export function Waiting({ x, end, top }: { readonly x: number; readonly end: number; readonly top: number }) {
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

export function Folded({
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
  /** What is drawn stays between these. */
  readonly within: { readonly left: number; readonly right: number };
  readonly onSelect: (no: number) => void;
}

export function Drawn({ shape, top, isSelected, within, onSelect }: DrawnProps) {
  const { step, x, width, labelX } = shape;
  const line = top + 20;
  const note = noteOf(step);
  const place = note === undefined ? undefined : notePlaceOf(shape, noteWidthOf(step), within);
  return (
    <g class={`shape ${step.role}`} onClick={() => onSelect(step.no)}>
      <Form shape={shape} line={line} />
      {isSelected && <rect class="selected" x={x - 4} y={line - 15} width={width + 8} height={30} rx={6} />}
      {place && (
        <text
          class={`note ${place.isInside ? 'inside' : ''}`}
          x={place.x}
          y={line + 4}
          text-anchor={place.anchor}
        >
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

export function Deadline({
  at,
  x,
  bottom,
}: {
  readonly at: string;
  readonly x: number;
  readonly bottom: number;
}) {
  return (
    <g class="deadline">
      <path d={`M${x} 8V${bottom}`} />
      <text x={x - 8} y={18}>
        {say('deadline', { at: deadlineWords(at, new Date()) })}
      </text>
    </g>
  );
}

export function Now({ x, bottom }: { readonly x: number; readonly bottom: number }) {
  return (
    <g class="now">
      <path d={`M${x} 12V${bottom}`} />
      <text x={x - 6} y={22}>
        {say('now')}
      </text>
    </g>
  );
}
