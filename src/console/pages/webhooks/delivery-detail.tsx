import { confirm } from '../../app/announce.ts';
import { useAct } from '../../app/act.ts';
import { useAnswer } from '../../app/answer.ts';
import { lengthOf } from '../../app/format.ts';
import { service } from '../../app/session.ts';
import { query } from '../../app/router.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Copy } from '../../components/copy.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Link } from '../../components/link.tsx';
import { IconWord, Pill } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/webhooks.json';
import { type Delivery, readEvent, readTries, type Try } from './calls.ts';
import { LOOKS, triesOf } from './delivery-table.tsx';

const say = wordsOf<typeof Words>('webhooks');

interface Props {
  readonly delivery: Delivery;
  readonly acts: boolean;
  readonly onChanged: () => void;
}

/** What was tried, and the bytes that the receiver gets. */
export function DeliveryDetail({ delivery, acts, onChanged }: Props) {
  const { event_id: id, state, error: reason } = delivery;
  const { busy, error, run } = useAct();
  const event = useAnswer((signal) => readEvent(delivery, signal), [id]);
  const replay = (): Promise<void> =>
    run('replay', async () => {
      const params = { path: { event_id: id } };
      await service().api.POST('/webhook/deliveries/{event_id}/replay', { params });
      confirm(say('replayed', { n: 1 }));
      onChanged();
    });
  return (
    <aside class="panel detail" aria-label={say('detail')}>
      <div class="head">
        <Pill
          {...LOOKS[state]}
          word={say('detail.tries', { word: say(`state.${state}`), n: triesOf(delivery) })}
        />
        {acts && (
          <span class="acts">
            <Button size="small" isBusy={busy === 'replay'} onClick={() => void replay()}>
              {state === 'delivered' ? say('deliver-again') : say('deliver-now')}
            </Button>
          </span>
        )}
      </div>
      <div class="body">
        {error ? <Problem error={error} /> : null}
        {reason && (
          <Note role={state === 'delivered' ? 'mute' : LOOKS[state].role} title={say('detail.error')}>
            <p>{reason}</p>
          </Note>
        )}
        <Attempts delivery={delivery} />
        <Tries delivery={delivery} />
        <h2 class="part">{say('detail.body')}</h2>
        <Answered answer={event} rows={4}>
          {(data) => <CodeBlock name={say('detail.body')} text={JSON.stringify(data, undefined, 2)} />}
        </Answered>
      </div>
    </aside>
  );
}

function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { event_id: id, failures, first_failure_at: first, last_attempt_at: last } = delivery;
  return (
    <dl class="pairs">
      {first && failures > 0 && (
        <div>
          <dt>{say('detail.fails-since')}</dt>
          <dd>
            <Time at={first} />
          </dd>
        </div>
      )}
      {last && (
        <div>
          <dt>{say('head.last')}</dt>
          <dd>
            <Time at={last} />
          </dd>
        </div>
      )}
      <div>
        <dt>{say('event-id')}</dt>
        <dd>
          <Link to={`/events?sel=${id}`}>
            <code>{id}</code>
          </Link>{' '}
          <Copy text={id} />
        </dd>
      </div>
    </dl>
  );
}

/** One row for each call to the receiver. */
function Tries({ delivery }: { readonly delivery: Delivery }) {
  const client = query.value.get('client') ?? undefined;
  const { event_id: id, last_attempt_at: last } = delivery;
  const { data, error, askAgain } = useAnswer((signal) => readTries(delivery, client, signal), [id, last]);
  if (error) return <Problem error={error} askAgain={askAgain} />;
  if (!data?.length) return null;
  return (
    <>
      <h2 class="part">{say('tries')}</h2>
      <Table
        caption={say('tries')}
        rows={[...data]}
        idOf={({ at }) => at}
        columns={[
          { name: 'at', head: say('tries.at'), isName: true, cell: ({ at }: Try) => <Time at={at} /> },
          { name: 'answer', head: say('tries.answer'), cell: (one: Try) => <AnswerOf one={one} /> },
          {
            name: 'took',
            head: say('tries.took'),
            align: 'right',
            cell: ({ took_ms: took }: Try) => lengthOf(took, language.value),
          },
        ]}
      />
    </>
  );
}

function AnswerOf({ one: { http_status: status, error } }: { readonly one: Try }) {
  const word = status === undefined ? (error ?? say('tries.none')) : String(status);
  return error === undefined ? (
    <IconWord icon="checkRing" role="ok" word={word} />
  ) : (
    <IconWord icon="octagon" role="bad" word={word} />
  );
}
