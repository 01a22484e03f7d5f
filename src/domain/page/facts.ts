import type { DeliveryTerms, Identifier, Period } from '../invoice/en16931.ts';
import type { Partly } from '../invoice/partly.ts';
import { schemeName } from './names.ts';
import type { Fact } from './page.ts';
import { asText, joinTexts, type PageText, showTerm, type TermPath } from './page-text.ts';
import { join, type Wording } from './wording.ts';
import type { Label } from './words.ts';

/** Undefined without a value. */
export function fact(
  wording: Wording,
  label: Label,
  value: PageText | string | undefined,
): readonly Fact<PageText>[] {
  if (value === undefined || String(value).trim() === '') return [];
  return [{ label: wording.label(label), value: asText(value) }];
}

/** The groups of the model that are an identifier with its scheme. */
type IdentifierPath = { [Path in TermPath]: Path extends `${infer Group}.scheme` ? Group : never }[TermPath];

/** `GLN 4000001123452`; of a scheme without a name `4000001123452 (0999)`. */
export function identifierText(
  wording: Wording,
  identifier: Partly<Identifier> | undefined,
  path: IdentifierPath,
): PageText | undefined {
  const { scheme, id } = identifier ?? {};
  if (scheme === undefined) return showTerm(id, `${path}.id`);
  const name = schemeName(scheme);
  const text =
    name === 'unknown'
      ? join([id, `(${scheme})`], '\u00a0')
      : join([name === 'vat' ? wording.label('vatId') : name.name, id], '\u00a0');
  return showTerm(text, `${path}.id`, `${path}.scheme`);
}

export const dayText = (wording: Wording, date: string | undefined): string | undefined =>
  date === undefined ? undefined : wording.day(date);

/** `01.10.2026 – 31.10.2026`; an open end is left empty. */
export function periodText(
  wording: Wording,
  period: Partly<Period> | undefined,
  path: 'period' | 'lines[].period',
): PageText | undefined {
  if (!period) return undefined;
  const [start, end] = [dayText(wording, period.start), dayText(wording, period.end)];
  if (start === undefined && end === undefined) return undefined;
  return joinTexts([showTerm(start, `${path}.start`) ?? '…', showTerm(end, `${path}.end`) ?? '…'], ' – ');
}

export const deliveryTermsText = (
  terms: Partly<DeliveryTerms> | undefined,
  path: 'deliveryTerms' | 'lines[].deliveryTerms',
): PageText =>
  joinTexts([showTerm(terms?.code, `${path}.code`), showTerm(terms?.place, `${path}.place`)], ' ');

/** Short facts in one row; a value stays with its label. */
export const inRow = (facts: readonly Fact<PageText>[]): PageText =>
  joinTexts(
    facts.map(({ label, value }) => joinTexts([`${label}:\u00a0`, value], '')),
    '  ·  ',
  );
