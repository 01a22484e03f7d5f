import { changeQuery, query } from '../app/router.ts';
import { searchedParts, searchFor } from '../app/search.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import { SearchField } from './search-field.tsx';

const say = wordsOf<typeof Words>('common');

/** A filter of one list: `q` in the address. @param buyers whether the list is also searched by words of the buyer. */
export function ListSearch({ buyers = false }: { readonly buyers?: boolean }) {
  const parts = buyers ? searchedParts() : 'numbers';
  return (
    <>
      <SearchField
        id="list-search"
        label={say('list-search')}
        hint={say(parts === 'all' ? 'list-search.hint.buyer' : 'list-search.hint')}
        title={say(`list-search.${parts}`)}
        letter="f"
        text={query.value.get('q') ?? ''}
        onSearch={(q) => changeQuery({ q, page: undefined, sel: undefined })}
      />
      <SearchEverywhere />
    </>
  );
}

/** What the words of the list's own field find in all lists. */
function SearchEverywhere() {
  const q = query.value.get('q');
  if (!q) return null;
  return (
    <Link class="chip everywhere" to={searchFor(q)}>
      <Icon name="search" /> <span>{say('list-search.everywhere', { q })}</span>
    </Link>
  );
}
