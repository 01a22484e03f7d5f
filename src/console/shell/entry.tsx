import { match, path, query } from '../app/router.ts';
import { ownKey } from '../app/session.ts';
import { wordFor } from '../app/words.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import type { PageRow } from './page-row.ts';

/** The path of the entry to which the page of the address belongs. */
export function pathOfEntry(pages: readonly PageRow[]): string {
  const row = pages.find(({ path: to }) => match(to, path.value));
  return row?.under ?? `/${path.value.split('/')[1]}`;
}

/** A client's own key may see a part of a page: `page.own` is the name of that part. */
export const nameOfEntry = ({ name }: PageRow): string =>
  (ownKey.value?.kind === 'client' && wordFor(name, 'page.own')) || (wordFor(name, 'page') ?? name);

interface Props {
  readonly row: PageRow;
  /** The path of the entry that is marked. */
  readonly here: string;
}

/** An entry of the navigation. The operator's choice of a client goes along. */
export function Entry({ row, here }: Props) {
  const { path: to, entry } = row;
  const isHere = to === here;
  const client = query.value.get('client');
  const count = entry?.count?.value ?? 0;
  return (
    <Link
      to={client ? `${to}?client=${encodeURIComponent(client)}` : to}
      class={`entry ${isHere ? 'here' : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      {entry && <Icon name={entry.icon} />}
      <span>{nameOfEntry(row)}</span>
      {count > 0 && <b class="count">{count}</b>}
    </Link>
  );
}
