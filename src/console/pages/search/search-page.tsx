import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { announce } from '../../app/announce.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { navigate, query, viewBefore, withoutSelection, withQuery } from '../../app/router.ts';
import { searchedParts } from '../../app/search.ts';
import { service } from '../../app/session.ts';
import { language, withElements, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Chip } from '../../components/chips.tsx';
import { Filters } from '../../components/filters.tsx';
import { Link } from '../../components/link.tsx';
import { Empty } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts } from '../../components/panel.tsx';
import { nameOfDays, PeriodMenu } from '../../components/period-menu.tsx';
import { rowsInAddress } from '../../components/rows-in-address.ts';
import { Table } from '../../components/table.tsx';
import type Common from '../../words/en/common.json';
import type Words from '../../words/en/search.json';
import { columns, wordOfPlace } from './columns.tsx';
import { FILTERS, KINDS, listAddress, searchQuery, type SearchQuery } from './view.ts';

const say = wordsOf<typeof Words>('search');
const sayCommon = wordsOf<typeof Common>('common');

type Result = components['schemas']['SearchResult'];

/** What was sent, not taken and received. The words stand in the field of the top bar, which every page has. */
export default function SearchPage() {
  const request = searchQuery(query.value, new Date(), language.value);
  const before = viewBefore();
  useShortcuts(
    before === undefined ? [] : [{ keys: 'Escape', label: say('back'), run: () => navigate(before) }],
  );
  return request ? <Found request={request} /> : <Start />;
}

function Start() {
  useLayoutEffect(() => document.getElementById('search')?.focus(), []);
  return (
    <>
      <PageHead title={say('page')} name={say('page')} below={say('start')} />
      <SearchFilters />
      <div class="panel">
        <Empty title={say(`parts.${searchedParts()}`)} />
      </div>
    </>
  );
}

function Found({ request }: { readonly request: SearchQuery }) {
  const answer = useAnswer(
    (signal) => dataOf(service().api.GET('/search', { params: { query: request }, signal })),
    [withoutSelection(query.value)],
  );
  const { data, isAsking } = answer;
  const title = data && titleOf(data, request);
  useEffect(() => {
    if (title && !isAsking) announce(title.replace('{q}', () => request.q));
  }, [title, isAsking]);
  const words = { q: <bdi class="searched">{request.q}</bdi> };
  return (
    <>
      <PageHead
        title={title === undefined ? say('page') : withElements(title, words)}
        name={say('page')}
        below={data?.data.length === 0 ? say('try') : undefined}
      />
      <SearchFilters />
      <Answered
        answer={answer}
        rows={8}
        empty={(result) => result.data.length === 0 && <None result={result} />}
      >
        {({ data: rows, next }) => (
          <div class="panel">
            <Table
              caption={say('page')}
              look="rows-invoices rows-found"
              columns={columns(rows, request.q)}
              rows={rows}
              {...rowsInAddress()}
              isOld={isAsking}
            />
            <Pages next={next} />
          </div>
        )}
      </Answered>
      {data && <InList request={request} result={data} />}
    </>
  );
}

/** The list has sum and CSV, and a filter that finds less than the search: it is offered where it shows what was found among the sent ones. */
function InList({ request: { q, client, after }, result: { data: rows, next } }: ResultProps) {
  const sent = rows.filter(({ kind }) => kind === 'sent');
  const isWhole = next === undefined && after === undefined;
  if (sent.length === 0 || !isWhole || sent.some(({ in_list: isListed }) => isListed !== true)) return null;
  const address = listAddress(query.value, { q, ...(client && { client }) });
  return (
    <p class="below-rows">
      <Link to={`/invoices?${address}`}>{say('in-list', { n: sent.length })}</Link>
    </p>
  );
}

interface ResultProps {
  readonly request: SearchQuery;
  readonly result: Result;
}

/** `{q}` stays in it. */
function titleOf({ data: { length: n }, next }: Result, { after }: SearchQuery): string {
  if (n === 0) return say(next === undefined ? 'title.none' : 'title.none-yet');
  return say(next === undefined && after === undefined ? 'title' : 'title.part', { n });
}

const Kinds = ({ chosen }: { readonly chosen: (typeof KINDS)[number] | undefined }) => (
  <>
    {[undefined, ...KINDS].map((kind) => (
      <Chip key={kind} to={withQuery({ kind, after: undefined, sel: undefined })} isOn={kind === chosen}>
        {kind ? say(`kind.${kind}`) : say('all')}
      </Chip>
    ))}
  </>
);

function SearchFilters() {
  const address = query.value;
  const chosen = KINDS.find((kind) => kind === address.get('kind'));
  return (
    <Filters name={say('filters')} views={<Kinds chosen={chosen} />} chosen={chosen ?? ''} isFew>
      <span class="divider" />
      <PeriodMenu />
    </Filters>
  );
}

/** Where the search looked, and how it looks further. */
function None({ result: { looked_in: places, next } }: { readonly result: Result }) {
  const address = query.value;
  const listed = (parts: readonly string[]): string =>
    new Intl.ListFormat(language.value, { type: 'unit' }).format(parts);
  const kinds = KINDS.filter((kind) => kind === (address.get('kind') ?? kind));
  const cleared = Object.fromEntries(FILTERS.map((name) => [name, undefined]));
  return (
    <>
      <Facts
        facts={[
          [say('looked.kinds'), listed(kinds.map((kind) => say(`kind.${kind}`)))],
          [say('looked.places'), listed(places.map(wordOfPlace))],
          [sayCommon('period'), nameOfDays(address) ?? sayCommon('period.any')],
        ]}
      />
      <div class="panel">
        <Empty title={say(`parts.${searchedParts()}`)}>
          {FILTERS.some((name) => address.has(name)) && (
            <Link class="button plain" to={withQuery({ ...cleared, after: undefined, sel: undefined })}>
              {say('everywhere')}
            </Link>
          )}
        </Empty>
        <Pages next={next} />
      </div>
    </>
  );
}

/** The answers go on from a row; they have no numbers. */
function Pages({ next }: { readonly next: string | undefined }) {
  const isFirst = !query.value.has('after');
  if (isFirst && next === undefined) return null;
  return (
    <nav class="pager" aria-label={say('pages')}>
      {!isFirst && (
        <Link class="button plain small" to={withQuery({ after: undefined, sel: undefined })}>
          {say('newest')}
        </Link>
      )}
      <span class="gap" />
      {next !== undefined && (
        <Link class="button plain small" to={withQuery({ after: next, sel: undefined })}>
          {say('pager.after')}
        </Link>
      )}
    </nav>
  );
}
