import { useState } from 'preact/hooks';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordFor, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/clients.json';
import type { AuditRow } from './calls.ts';

const say = wordsOf<typeof Words>('clients');

/** The answer has 500 rows; so many are shown at once. */
const SHOWN = 25;

interface Props {
  readonly client: string;
  /** A number that changes with each act. */
  readonly times: number;
}

/** Who did what, newest first. */
export function Audit({ client, times }: Props) {
  const [after, setAfter] = useState<string>();
  const [shown, setShown] = useState(SHOWN);
  const answer = useAnswer(
    (signal) =>
      dataOf(service().api.GET('/audit', { params: { query: { client, ...(after && { after }) } }, signal })),
    [client, after, times],
  );
  const { data } = answer;
  const rows = data?.data.slice(0, shown) ?? [];
  const goOn = (): void => {
    if (data && shown < data.data.length) return setShown(shown + SHOWN);
    setAfter(data?.next);
    setShown(SHOWN);
  };
  return (
    <Panel title={say('audit')} beside={say('audit.newest')}>
      <Answered answer={answer} rows={4} empty={() => rows.length === 0 && say('audit.none')}>
        {() => (
          <Table caption={say('audit.list')} look="rows-audit" columns={columns()} rows={rows} idOf={idOf} />
        )}
      </Answered>
      {data && (shown < data.data.length || data.next) && (
        <p class="pager">
          <span class="gap" />
          <Button size="small" onClick={goOn}>
            {say('older')}
          </Button>
        </p>
      )}
    </Panel>
  );
}

const idOf = ({ at, action, actor, subject = '', request_id: request = '' }: AuditRow): string =>
  [at, action, actor, subject, request].join(' ');

const columns = (): readonly Column<AuditRow>[] => [
  { name: 'time', head: say('head.time'), cell: ({ last_at: last, at }) => <Time at={last ?? at} /> },
  {
    name: 'what',
    head: say('head.what'),
    isName: true,
    cell: ({ action, times = 1 }) => {
      const word = wordFor('clients', `action.${action}`) ?? action;
      return times > 1 ? say('times', { what: word, times }) : word;
    },
  },
  {
    name: 'subject',
    head: say('head.subject'), // A key is used by itself.
    cell: ({ subject, actor }) => <code>{subject ?? actor}</code>,
  },
  { name: 'actor', head: say('head.actor'), leaves: 2, cell: ({ actor }) => <code>{actor}</code> },
];
