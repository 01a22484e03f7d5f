import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { wholeTimeOf } from '../../app/format.ts';
import { query } from '../../app/router.ts';
import { ownKey, service, shares } from '../../app/session.ts';
import { type Summaries, useSummaries } from '../../app/summaries.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Question } from '../../components/dialog.tsx';
import { Link } from '../../components/link.tsx';
import { Problem } from '../../components/notice.tsx';
import { NumberText } from '../../components/number-text.tsx';
import { Older } from '../../components/older.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { actsColumn } from '../../components/row-acts.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/links.json';

const say = wordsOf<typeof Words>('links');

type Share = components['schemas']['Share'];

/** The links that open a document without a key, and their end. */
export default function LinksPage() {
  const client = query.value.get('client') ?? undefined;
  const after = query.value.get('after') ?? undefined;
  const answer = useAnswer(
    (signal) =>
      dataOf(
        service().api.GET('/shares', {
          params: { query: { ...(client && { client }), ...(after && { after }) } },
          signal,
        }),
      ),
    [client, after],
  );
  const summaries = useSummaries(answer.data?.data.map(({ subject: id }) => ({ id })));
  const [question, ask] = useState<Share>();
  const act = useAct();
  const revoke = ({ id }: Share): Promise<void> =>
    act.run('revoke', async () => {
      ask(undefined);
      await service().api.POST('/shares/{id}/revoke', { params: { path: { id } } });
      confirm(say('revoked'));
      answer.askAgain();
    });
  return (
    <>
      <PageHead title={say('page')} name={say('page')} below={say('help')} />
      {act.error ? <Problem error={act.error} /> : null}
      <Answered
        answer={answer}
        empty={({ data: rows, next }) => rows.length === 0 && next === undefined && say('none')}
      >
        {({ data: rows, next }) => (
          <div class="panel">
            <Table
              caption={say('page')}
              look="rows-access rows-links"
              columns={columns(ask, summaries)}
              rows={rows}
              idOf={({ id }) => id}
            />
            <Older next={next}>{say('older')}</Older>
          </div>
        )}
      </Answered>
      {question && (
        <Question
          title={say('ask')}
          act={say('revoke')}
          onAct={() => void revoke(question)}
          onClose={() => ask(undefined)}
        >
          <p>{say('ask.help')}</p>
        </Question>
      )}
    </>
  );
}

const addressOf = ({ subject }: Share): string =>
  `/${subject.startsWith('rfs_') ? 'refusals' : 'invoices'}/${subject}`;

const columns = (ask: (share: Share) => void, summaries: Summaries): readonly Column<Share>[] => [
  {
    name: 'document',
    head: say('document'),
    isName: true,
    cell: (share) => {
      const { number, buyer } = summaries.of(share.subject) ?? {};
      return (
        <>
          <Link class="name" to={addressOf(share)}>
            <NumberText text={number ?? share.subject} />
          </Link>
          {buyer && <span class="answer quiet">{buyer}</span>}
        </>
      );
    },
  },
  {
    name: 'maker',
    head: say('head.maker'),
    cell: ({ made_by: key, made_by_label: label }) => label || <code class="quiet">{key}</code>,
  },
  {
    name: 'until',
    head: say('head.until'),
    cell: ({ expires_at: end }) => wholeTimeOf(new Date(end), language.value),
  },
  {
    name: 'read',
    head: say('head.read'),
    cell: ({ last_read_at: at }) => (at ? <Time at={at} /> : <span class="quiet">{say('never')}</span>),
  },
  ...(ownKey.value && shares(ownKey.value) ? [revokeColumn(ask)] : []),
];

const revokeColumn = (ask: (share: Share) => void): Column<Share> =>
  actsColumn(say('head.acts'), (share) => [
    {
      word: say('revoke'),
      what: say('revoke.what', { what: share.subject }),
      ends: true,
      run: () => ask(share),
    },
  ]);
