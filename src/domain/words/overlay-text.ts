import type { Overlaid } from 'en16931-rules/vocabulary/overlay.ts';
import type { Translator } from './translator.ts';

/** Why a finding has another severity than its publisher gives it, in a sentence. */
export const overlayText = (
  { change, reason, author, until }: Overlaid,
  { say }: Pick<Translator, 'say'>,
): string => say(`pages.overlay-${change}`, { day: until, author, reason });
