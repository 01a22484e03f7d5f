import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { amountOf } from '../../app/format.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import type Words from '../../words/en/invoices.json';
import type { ListQuery } from './view.ts';

const say = wordsOf<typeof Words>('invoices');

type Sum = components['schemas']['InvoiceSums']['data'][number];

interface Props {
  readonly query: ListQuery;
  /** Asked again when another one comes. */
  readonly total: number;
}

/** What all pages of the list amount to; nothing while it is not known. */
export function Sums({ query: { page: _page, page_size: _size, sort: _sort, ...filters }, total }: Props) {
  const isMany = total > MAX_SUMMED;
  const terms = Object.entries(filters).filter(([name]) => !MOVING.has(name));
  const { data } = useAnswer(
    async (signal) =>
      isMany
        ? undefined
        : dataOf(service().api.GET('/invoices/sums', { params: { query: filters }, signal })),
    [terms.join(), total],
  );
  if (isMany) return <p class="sums quiet">{say('sums.many')}</p>;
  if (!data || (data.data.length === 0 && data.without_amounts === 0)) return null;
  return (
    <div class="sums">
      <ul>
        {data.data.map((sum) => (
          <Line key={sum.currency} sum={sum} />
        ))}
      </ul>
      {data.without_amounts > 0 && <p class="quiet">{say('sums.unread', { n: data.without_amounts })}</p>}
    </div>
  );
}

/** As many as the API sums. */
const MAX_SUMMED = 5000;

/** They are the present moment. */
const MOVING: ReadonlySet<string> = new Set(['late_by', 'not_late_by', 'deadline_local_before']);

function Line({ sum: { currency, not_arrived: others, ...sum } }: { readonly sum: Sum }) {
  const shown = (amount: string): string => amountOf(amount, currency, language.value);
  if (sum.invoices === 0)
    return <li>{say('sums.only-not-arrived', { n: others.invoices, amount: shown(others.total) })}</li>;
  return (
    <li>
      <span class="count">{say('invoices.n', { n: sum.invoices })}</span>
      <b>{shown(sum.total)}</b>
      <span class="others">
        {sum.due !== sum.total && <span>{say('sums.due', { amount: shown(sum.due) })}</span>}
        {others.invoices > 0 && (
          <span class="quiet">
            {say('sums.not-arrived', { n: others.invoices, amount: shown(others.total) })}
          </span>
        )}
      </span>
    </li>
  );
}
