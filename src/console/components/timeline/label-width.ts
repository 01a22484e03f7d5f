import type { Step } from './steps.ts';
import { labelOf } from './step-words.ts';

/** As `.plot .label` in timeline.css. */
const SIZE_PX = 11;
const WEIGHTS = { mute: 400, other: 600 } as const;

const canvas = document.createElement('canvas').getContext('2d');

/** How wide the words under a step are in the font of the reader's system. */
export function labelWidthOf(step: Step): number {
  if (!canvas) return 0;
  const weight = WEIGHTS[step.role === 'mute' ? 'mute' : 'other'];
  canvas.font = `${weight} ${SIZE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(labelOf(step)).width;
}
