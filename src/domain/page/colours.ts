import type { Colours } from './page.ts';

/** A quiet blue and a matching grey, for a seller without colours. */
const OURS: Colours = { brand: '#1f4e79', accent: '#5b7c99' };

export interface StatedColours {
  readonly brandColor?: string | undefined;
  readonly accentColor?: string | undefined;
}

/** The seller's colours; if only the brand colour is stated, it is the accent, too. */
export function coloursOf({ brandColor, accentColor }: StatedColours): Colours {
  const brand = hex(brandColor);
  const accent = hex(accentColor);
  return { brand: brand ?? accent ?? OURS.brand, accent: accent ?? brand ?? OURS.accent };
}

/** `#rrggbb` in lower case. */
function hex(colour: string | undefined): string | undefined {
  const [, digits] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(colour ?? '') ?? [];
  if (digits === undefined) return undefined;
  return `#${(digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits).toLowerCase()}`;
}

/** WCAG 2.2, "relative luminance". */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2, 1.4.3 (AA). */
const READABLE = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';

/** The colour of text on a background. */
export const inkOn = (ground: string): string =>
  contrast(ground, WHITE) >= contrast(ground, BLACK) ? WHITE : BLACK;

/** The colour, darkened until it is readable on white. */
export function readableOnWhite(colour: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const darker = scale(colour, share);
    if (contrast(darker, WHITE) >= READABLE) return darker;
  }
  return BLACK;
}

const scale = (colour: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(parseInt(colour.slice(at, at + 2), 16) * share))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** Nearly white, with a tint of the colour. */
export const tint = (colour: string, share: number): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(255 - (255 - parseInt(colour.slice(at, at + 2), 16)) * share))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
