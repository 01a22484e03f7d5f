import { changeQuery, query, withQuery } from '../app/router.ts';
import { language, wordsOf } from '../app/words.ts';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';
import type Words from '../words/en/common.json';

const say = wordsOf<typeof Words>('common');

/** As the API has them. */
const PAGE_SIZES = [25, 50, 100, 200] as const;

/** Of an address, which may be typed. */
export const pageOf = (address: URLSearchParams) => ({
  page: Math.max(1, Math.trunc(Number(address.get('page')) || 1)),
  page_size: PAGE_SIZES.find((size) => String(size) === address.get('size')) ?? 25,
});

interface Props {
  readonly page: number;
  readonly size: number;
  readonly total: number;
}

export function Pager({ page, size, total }: Props) {
  if (total <= PAGE_SIZES[0]) return null;
  const number = (value: number): string => new Intl.NumberFormat(language.value).format(value);
  const last = Math.max(1, Math.ceil(total / size));
  const [from, to] = [(page - 1) * size + 1, Math.min(page * size, total)];
  return (
    <nav class="pager" aria-label={say('pager')}>
      <span class="meta">
        {say('pager.shown', { from: number(from), to: number(to), total: number(total) })},{' '}
        {say(query.value.get('sort') === 'oldest' ? 'pager.oldest' : 'pager.newest')}
      </span>
      <label class="meta">
        {say('pager.size')}{' '}
        <select
          value={String(size)}
          onChange={({ currentTarget }) => changeQuery({ size: currentTarget.value, page: undefined })}
        >
          {PAGE_SIZES.map((each) => (
            <option key={each} value={String(each)}>
              {each}
            </option>
          ))}
        </select>
      </label>
      <span class="gap" />
      {page > 1 && (
        <Link
          class="button plain small"
          to={withQuery({ page: page > 2 ? String(page - 1) : undefined, sel: undefined })}
        >
          <Icon name="left" /> {say('pager.before')}
        </Link>
      )}
      {page < last && (
        <Link class="button plain small" to={withQuery({ page: String(page + 1), sel: undefined })}>
          {say('pager.after')} <Icon name="right" />
        </Link>
      )}
    </nav>
  );
}
