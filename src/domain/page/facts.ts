import type { Identifier, Period } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import type { Fact } from './page.ts';
import { joined, type Wording } from './wording.ts';
import type { Label } from './words.ts';

/** Undefined without a value. */
export const fact = (wording: Wording, label: Label, value: string | undefined): readonly Fact[] =>
  value === undefined || value.trim() === '' ? [] : [{ label: wording.label(label), value }];

/** `0088:4000001123452`. */
export const identifierText = (identifier: Partly<Identifier> | undefined): string | undefined =>
  identifier && joined([identifier.scheme, identifier.id], ':');

export const dayText = (wording: Wording, date: string | undefined): string | undefined =>
  date === undefined ? undefined : wording.day(date);

/** `01.10.2026 – 31.10.2026`; an open end is left empty. */
export function periodText(wording: Wording, period: Partly<Period> | undefined): string | undefined {
  if (!period) return undefined;
  const [start, end] = [dayText(wording, period.start), dayText(wording, period.end)];
  return start === undefined && end === undefined ? undefined : `${start ?? '…'} – ${end ?? '…'}`;
}

/** Short facts in one row; a value stays with its label. */
export const inRow = (facts: readonly Fact[]): string =>
  facts.map(({ label, value }) => `${label}:\u00a0${value}`).join('  ·  ');
