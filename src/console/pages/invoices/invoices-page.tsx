import { useEffect } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { announce } from '../../app/announce.ts';
import { dataOf } from '../../app/answer.ts';
import { nameOfInvoice } from '../../app/invoice-name.ts';
import { useLiveList } from '../../app/live-list.ts';
import { idsInAddress, query, withoutSelection, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { useSummaries } from '../../app/summaries.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Link } from '../../components/link.tsx';
import { Empty } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Pager } from '../../components/pager.tsx';
import { rowsInAddress } from '../../components/rows-in-address.ts';
import { Table } from '../../components/table.tsx';
import type Words from '../../words/en/invoices.json';
import { Chosen } from './chosen.tsx';
import { columns } from './columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { InvoiceFilters } from './filters.tsx';
import { Sums } from './sums.tsx';
import { FILTERS, isFiltered, listQuery } from './view.ts';
import { useViewCounts } from './view-counts.ts';

const say = wordsOf<typeof Words>('invoices');

type Row = components['schemas']['InvoiceRow'];
type List = components['schemas']['InvoiceList'];

export default function InvoicesPage() {
  const address = query.value;
  const expectedQuery = listQuery(address, new Date());
  const list = useLiveList<Row, List>(
    (signal) =>
      dataOf(service().api.GET('/invoices', { params: { query: listQuery(address, new Date()) }, signal })),
    [withoutSelection(address)],
  );
  const [chosen, setChosen] = idsInAddress('chosen');
  const { data, newRows } = list;
  const summaries = useSummaries(data?.data);
  const counts = useViewCounts(data);
  useEffect(() => {
    if (newRows > 0) announce(say('new', { n: newRows }));
  }, [newRows]);
  return (
    <>
      <PageHead
        title={say('page')}
        name={say('page')}
        below={data ? say('below', { n: data.total }) : say('below.unknown')}
        acts={<ExportMenu />}
      />
      {chosen.size > 0 ? (
        <Chosen ids={chosen} onClear={() => setChosen(new Set())} />
      ) : (
        <InvoiceFilters counts={counts} newRows={newRows} onShowNew={list.showNew} />
      )}
      {data && data.total > 0 && <Sums query={expectedQuery} total={data.total} />}
      <div class="panel">
        <Answered answer={list} rows={16} empty={({ data: rows }) => rows.length === 0 && <None />}>
          {({ data: rows }) => (
            <Table
              caption={say('page')}
              look="rows-invoices"
              columns={columns(rows, summaries)}
              rows={rows}
              {...rowsInAddress()}
              changed={list.changed}
              chosen={{
                ids: chosen,
                onChange: setChosen,
                nameOf: nameOfInvoice,
              }}
              isOld={list.isAsking}
            />
          )}
        </Answered>
        {data && <Pager page={data.page} size={data.page_size} total={data.total} />}
      </div>
    </>
  );
}

function None() {
  if (!isFiltered(query.value)) return <Empty title={say('none')} />;
  const cleared = Object.fromEntries(FILTERS.map((name) => [name, undefined]));
  return (
    <Empty title={say('no-match')}>
      <Link class="button plain" to={withQuery({ ...cleared, view: undefined, page: undefined })}>
        {say('clear')}
      </Link>
    </Empty>
  );
}
