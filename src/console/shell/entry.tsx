import { match, path, query } from '../app/router.ts';
import { wordFor } from '../app/words.ts';
import { Icon } from '../components/icon.tsx';
import { Link } from '../components/link.tsx';
import type { PageRow } from './page-row.ts';

/** An entry of the navigation. The operator's choice of a client goes along. */
export function Entry({ row }: { readonly row: PageRow }) {
  const { name, path: to, entry } = row;
  const isHere = match(to, path.value) !== undefined || path.value.startsWith(`${to}/`);
  const client = query.value.get('client');
  const count = entry?.count?.value ?? 0;
  return (
    <Link
      to={client ? `${to}?client=${encodeURIComponent(client)}` : to}
      class={`entry ${isHere ? 'here' : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      {entry && <Icon name={entry.icon} />}
      <span>{wordFor(name, 'page') ?? name}</span>
      {count > 0 && <b class="count">{count}</b>}
    </Link>
  );
}
