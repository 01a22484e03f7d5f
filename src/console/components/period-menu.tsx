import {
  daysAreOf,
  daysOf,
  fixedPeriod,
  monthsBefore,
  type Period,
  periodOf,
  quartersTo,
  type Span,
  spanOf,
  SPANS,
  yearsTo,
} from '../app/period.ts';
import { changeQuery, query } from '../app/router.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Menu } from './chips.tsx';
import { Select } from './inputs.tsx';

const say = wordsOf<typeof Words>('common');

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'));
const QUARTERS = ['Q1', 'Q2', 'Q3', 'Q4'];

const inMonths = (year?: 'numeric') =>
  new Intl.DateTimeFormat(language.value, { month: 'long', ...(year && { year }), timeZone: 'UTC' });

const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** `Q3`, or a month. */
const nameOfPart = (part: string): string =>
  part.startsWith('Q')
    ? say('period.quarter-of', { n: part.slice(1), months: monthsOf(`2026-${part}`) })
    : inMonths().format(noon(`2026-${part}-15`));

/** `July – September` */
function monthsOf(text: string, year?: 'numeric'): string {
  const { from, to = from } = daysOf(text, new Date())!;
  // German has spaces around the dash without a year, and none with it: both stand side by side.
  return inMonths(year)
    .formatRange(noon(from), noon(to))
    .replace(/(?<!\s)\s*–\s*/, ' – ');
}

/** `Quarter 2 of 2026 (April – June)` */
function nameOfQuarter(text: string): string {
  const [year = '', part = ''] = text.split('-');
  return say('period.quarter-in', { n: part.slice(1), year, months: monthsOf(text) });
}

function nameOfCalendar({ year, part }: Period): string {
  if (part === undefined) return year;
  return part.startsWith('Q')
    ? monthsOf(`${year}-${part}`, 'numeric')
    : inMonths('numeric').format(noon(`${year}-${part}-15`));
}

/** What is chosen, with what its days are of: `Date of the invoice: Last quarter`. Undefined if every day is meant. */
export function nameOfDays(address: URLSearchParams): string | undefined {
  const text = address.get('period');
  const span = spanOf(text);
  // A link of an earlier version may name this month in words.
  const fixed = span && fixedPeriod(span, new Date());
  const period = periodOf(fixed ?? text);
  const name = span && !fixed ? say(`period.${span}`) : period && nameOfCalendar(period);
  return name === undefined ? undefined : `${say(`by.${daysAreOf(address)}`)}: ${name}`;
}

/** Any month, quarter or year, of the invoice or of its intake. */
export function PeriodMenu() {
  const name = nameOfDays(query.value);
  return (
    <Menu name={name ?? say('period')} isOn={name !== undefined}>
      <PeriodFields address={query.value} onChange={changeDays} />
    </Menu>
  );
}

/** Of the list in the address. */
export const changeDays = (change: DaysChange): void =>
  changeQuery({ ...change, page: undefined, after: undefined, sel: undefined });

/** What is chosen; an empty value clears it. */
export interface DaysChange {
  readonly period?: string;
  readonly by?: string | undefined;
}

interface FieldsProps {
  readonly address: URLSearchParams;
  readonly onChange: (change: DaysChange) => void;
}

export function PeriodFields({ address, onChange }: FieldsProps) {
  const choose = (period: string): void => onChange({ period });
  const text = address.get('period');
  const now = new Date();
  const span = spanOf(text);
  const chosen = (span && fixedPeriod(span, now)) ?? text ?? '';
  const period = periodOf(chosen);
  const of = daysAreOf(address);
  const options = optionsAt(now);
  const isOffered = options.some(([value]) => value === chosen);
  return (
    <>
      <fieldset>
        <legend>{say('by')}</legend>
        {(['issue_date', 'intake'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="by"
              checked={of === each}
              onChange={() => onChange({ by: each === 'intake' ? each : undefined })}
            />{' '}
            {say(`by.${each}`)}
          </label>
        ))}
      </fieldset>
      <Select
        label={say('period')}
        value={isOffered ? chosen : (period?.year ?? '')}
        options={[
          ['', say('period.any')],
          ...options,
          ...yearsTo(now, period?.year).map((year) => [year, year] as const),
        ]}
        onChange={choose}
      />
      {period && (
        <Select
          label={say('period.part')}
          value={period.part ?? ''}
          options={[
            ['', say('period.whole-year')],
            ...[...QUARTERS, ...MONTHS].map((part) => [part, nameOfPart(part)] as const),
          ]}
          onChange={(part) => choose(part ? `${period.year}-${part}` : period.year)}
        />
      )}
    </>
  );
}

type Option = readonly [value: string, name: string];

/** What has a name of its own comes first; each period stands there once. */
function optionsAt(now: Date): readonly Option[] {
  const named = SPANS.map((span): Option => [fixedPeriod(span, now) ?? span, nameOfSpan(span)]);
  const isNew = (text: string): boolean => !named.some(([value]) => value === text);
  const quarters = quartersTo(now).map((text): Option => [text, nameOfQuarter(text)]);
  const months = monthsBefore(now).map((text): Option => [
    text,
    inMonths('numeric').format(noon(`${text}-15`)),
  ]);
  return [...named, ...[...quarters, ...months].filter(([value]) => isNew(value))];
}

/** A month or a quarter says which one it is. */
function nameOfSpan(span: Span): string {
  const name = say(`period.${span}`);
  return span === 'today' || span === 'week' ? name : `${name} (${monthsOf(span, 'numeric')})`;
}
