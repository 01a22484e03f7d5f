import { changeQuery, query, withQuery } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Chip, Menu } from '../../components/chips.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { ListSearch } from '../../components/list-search.tsx';
import { PeriodMenu } from '../../components/period-menu.tsx';
import { RouteMenu } from '../../components/route-menu.tsx';
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

export function Filters({ counts, newRows, onShowNew }: Props) {
  const address = query.value;
  return (
    <div class="filters" role="group" aria-label={say('filters')}>
      {VIEWS.map((view) => (
        <Chip
          key={view.name}
          to={withQuery({
            view: view.name === 'all' ? undefined : view.name,
            state: undefined,
            page: undefined,
            sel: undefined,
          })}
          isOn={viewOf(address) === view.name}
          count={counts?.[view.name]}
          {...('icon' in view && { icon: view.icon, role: view.role })}
        >
          {say(`view.${view.name}`)}
        </Chip>
      ))}
      <span class="divider" />
      <RouteMenu />
      <PeriodMenu />
      <DueMenu />
      <SetStates />
      <ListSearch buyers />
      <span class="gap" />
      {newRows > 0 && (
        <button type="button" class="show-new" onClick={onShowNew}>
          {say('show-new', { n: newRows })}
        </button>
      )}
    </div>
  );
}

/** States that a link has set: they say what they are, and go by a press. */
function SetStates() {
  const states = query.value.get('state');
  if (!states) return null;
  const shown = states.split(',').map(wordOfState).join(', ');
  return (
    <Link
      class="chip on"
      to={withQuery({ state: undefined, page: undefined })}
      aria-label={say('set.clear', { what: shown })}
    >
      {shown} <Icon name="cross" />
    </Link>
  );
}

function DueMenu() {
  const chosen = query.value.get('due') ?? '';
  const word = (option: string): string => say(`filter.due.${option || 'any'}` as keyof typeof Words);
  return (
    <Menu name={chosen ? word(chosen) : say('filter.due')} isOn={chosen !== ''}>
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
            {word(option)}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
