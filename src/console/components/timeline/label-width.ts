import type { Step } from './steps.ts';
import { labelOf, noteOf } from './step-words.ts';

/** As `.plot .label` in timeline.css. */
const SIZE_PX = 11;
/** As `.plot .note`. */
const NOTE_PX = 12;
const WEIGHTS = { mute: 400, other: 600 } as const;

const canvas = document.createElement('canvas').getContext('2d');

/** How wide the note beside a step is; 0 without one. */
export function noteWidthOf(step: Step): number {
  const note = noteOf(step);
  if (!canvas || note === undefined) return 0;
  canvas.font = `${WEIGHTS.mute} ${NOTE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(note).width;
}

/** How wide the words under a step are in the font of the reader's system. */
export function labelWidthOf(step: Step): number {
  if (!canvas) return 0;
  const weight = WEIGHTS[step.role === 'mute' ? 'mute' : 'other'];
  canvas.font = `${weight} ${SIZE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(labelOf(step)).width;
}
