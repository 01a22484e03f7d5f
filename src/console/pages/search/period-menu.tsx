import { changeQuery, query } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Menu } from '../../components/chips.tsx';
import { Select } from '../../components/inputs.tsx';
import type Words from '../../words/en/search.json';
import { daysAreOf, type Period, periodOf, yearsTo } from './view.ts';

const say = wordsOf<typeof Words>('search');

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, '0'));

const nameOfMonth = (month: string): string =>
  new Date(`2026-${month}-15`).toLocaleDateString(language.value, { month: 'long', timeZone: 'UTC' });

export const nameOfPeriod = ({ year, month }: Period): string =>
  month === undefined
    ? year
    : new Date(`${year}-${month}-15`).toLocaleDateString(language.value, {
        ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
      });

/** Any month or year, of the invoice or of its intake. */
export function PeriodMenu() {
  const address = query.value;
  const period = periodOf(address.get('period'));
  const days = daysAreOf(address);
  const choose = (year: string, month = ''): void =>
    changeQuery({ period: year && month ? `${year}-${month}` : year, after: undefined, sel: undefined });
  return (
    <Menu name={period ? nameOfPeriod(period) : say('period')} isOn={period !== undefined}>
      <Select
        label={say('period.year')}
        value={period?.year ?? ''}
        options={[
          ['', say('period.any')],
          ...yearsTo(new Date(), period?.year).map((year) => [year, year] as const),
        ]}
        onChange={(year) => choose(year, period?.month)}
      />
      {period && (
        <Select
          label={say('period.month')}
          value={period.month ?? ''}
          options={[
            ['', say('period.whole-year')],
            ...MONTHS.map((month) => [month, nameOfMonth(month)] as const),
          ]}
          onChange={(month) => choose(period.year, month)}
        />
      )}
      <fieldset>
        <legend class="meta">{say('by')}</legend>
        {(['issue_date', 'intake'] as const).map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="by"
              checked={days === each}
              onChange={() =>
                changeQuery({ by: each === 'intake' ? each : undefined, after: undefined, sel: undefined })
              }
            />{' '}
            {say(`by.${each}`)}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
