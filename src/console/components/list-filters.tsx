import type { ComponentChildren } from 'preact';
import { query } from '../app/router.ts';
import { FilterMenu, Filters, type SetFilter, ShowNew } from './filters.tsx';
import { ListSearch } from './list-search.tsx';
import { changeDays, PeriodFields } from './period-menu.tsx';
import { RouteFields } from './route-fields.tsx';

interface Props {
  readonly name: string;
  readonly views: ComponentChildren;
  readonly chosen: string;
  readonly set: readonly SetFilter[];
  /** Whether its own field also finds words of the buyer. */
  readonly buyers?: boolean;
  /** Its button; left out if nothing has come. */
  readonly showNew?: string | false;
  readonly onShowNew: () => void;
  /** Fields beside those for route and period. */
  readonly children: ComponentChildren;
}

/** Views and filters of a list of invoices, its own search, and what has come meanwhile. */
export const ListFilters = ({ name, views, chosen, set, buyers = false, ...props }: Props) => (
  <Filters name={name} views={views} chosen={chosen}>
    <span class="divider" />
    <FilterMenu set={set} also={['page', 'sel']}>
      <RouteFields />
      <PeriodFields address={query.value} onChange={changeDays} />
      {props.children}
    </FilterMenu>
    <ListSearch buyers={buyers} />
    <span class="gap" />
    {props.showNew && <ShowNew onShow={props.onShowNew}>{props.showNew}</ShowNew>}
  </Filters>
);
