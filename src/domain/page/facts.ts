import type { Identifier, Period } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { schemeName } from './names.ts';
import type { Fact } from './page.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

/** Undefined without a value. */
export const fact = (wording: Wording, label: Label, value: string | undefined): readonly Fact[] =>
  value === undefined || value.trim() === '' ? [] : [{ label: wording.label(label), value }];

/** `GLN 4000001123452`; of a scheme without a name `4000001123452 (0999)`. */
export function identifierText(
  wording: Wording,
  identifier: Partly<Identifier> | undefined,
): string | undefined {
  const { scheme, id } = identifier ?? {};
  if (scheme === undefined) return id;
  const name = schemeName(scheme);
  if (name === 'unknown') return join([id, `(${scheme})`], '\u00a0');
  return join([name === 'vat' ? wording.label('vatId') : name.name, id], '\u00a0');
}

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
