import { changeQuery, query, withQuery } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Chip } from '../../components/chips.tsx';
import type { SetFilter } from '../../components/filters.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { nameOfDays } from '../../components/period-menu.tsx';
import { nameOfRoutes } from '../../components/route-fields.tsx';
import { wordOfState } from '../../components/states.tsx';
import type Words from '../../words/en/invoices.json';
import { DUE, VIEWS, viewOf } from './view.ts';
import type { ViewCounts } from './view-counts.ts';

const say = wordsOf<typeof Words>('invoices');

interface Props {
  readonly counts: ViewCounts | undefined;
  readonly newRows: number;
  readonly onShowNew: () => void;
}

export function InvoiceFilters({ counts, newRows, onShowNew }: Props) {
  const view = viewOf(query.value);
  return (
    <ListFilters
      name={say('filters')}
      views={<Views counts={counts} />}
      chosen={`${view} ${counts?.all ?? ''}`}
      set={setFilters(query.value)}
      buyers
      showNew={newRows > 0 && say('show-new', { n: newRows })}
      onShowNew={onShowNew}
    >
      <DueFields />
    </ListFilters>
  );
}

const Views = ({ counts }: Pick<Props, 'counts'>) => (
  <>
    {VIEWS.map((view) => (
      <Chip
        key={view.name}
        to={withQuery({
          view: view.name === 'all' ? undefined : view.name,
          state: undefined,
          page: undefined,
          sel: undefined,
        })}
        isOn={viewOf(query.value) === view.name}
        count={counts?.[view.name]}
        {...('icon' in view && { icon: view.icon, role: view.role })}
      >
        {say(`view.${view.name}`)}
      </Chip>
    ))}
  </>
);

/** States are set by a link alone. */
function setFilters(address: URLSearchParams): readonly SetFilter[] {
  const [routes, days] = [nameOfRoutes(), nameOfDays(address)];
  const [due, states] = [address.get('due'), address.get('state')];
  return [
    ...(routes === undefined ? [] : [{ name: routes, of: ['route'] }]),
    ...(days === undefined ? [] : [{ name: days, of: ['period', 'by'] }]),
    ...(due ? [{ name: wordOfDue(due), of: ['due'] }] : []),
    ...(states ? [{ name: states.split(',').map(wordOfState).join(', '), of: ['state'] }] : []),
  ];
}

const wordOfDue = (option: string): string => say(`filter.due.${option || 'any'}` as keyof typeof Words);

function DueFields() {
  const chosen = query.value.get('due') ?? '';
  return (
    <fieldset>
      <legend>{say('filter.due')}</legend>
      {['', ...Object.keys(DUE)].map((option) => (
        <label key={option}>
          <input
            type="radio"
            name="due"
            checked={option === chosen}
            onChange={() => changeQuery({ due: option, page: undefined, sel: undefined })}
          />{' '}
          {wordOfDue(option)}
        </label>
      ))}
    </fieldset>
  );
}
