import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../../app/announce.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { clockOf } from '../../app/format.ts';
import type { LiveEvent } from '../../app/live.ts';
import { changeQuery, query, withQuery } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chips.tsx';
import { Filters, ShowNew } from '../../components/filters.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Problem, Skeleton } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import type Words from '../../words/en/events.json';
import { EventDetail } from './event-detail.tsx';
import { EventTable } from './event-table.tsx';
import { PAGE_LENGTH, readPage, useFeed } from './feed.ts';

const say = wordsOf<typeof Words>('events');

export default function EventsPage() {
  const isFromFirst = query.value.get('from') === 'first';
  const client = query.value.get('client') ?? undefined;
  return isFromFirst ? <FromFirst key={client} client={client} /> : <AsTheyCome client={client} />;
}

interface Props {
  readonly client: string | undefined;
}

/** A chosen row holds the page: what comes is counted until the reader asks for it. */
function AsTheyCome({ client }: Props) {
  const chosen = query.value.get('sel');
  const { since, events, waiting, error, askAgain } = useFeed(client, chosen !== null);
  const at = since && clockOf(since, language.value);
  useEffect(() => {
    if (at && events.length > 0) announce(say('since', { n: events.length, at }));
  }, [events.length]);
  return (
    <>
      <PageHead
        title={at ? say('since', { n: events.length + waiting, at }) : say('page')}
        name={say('page')}
        below={say('since.below')}
      />
      <Views>
        {waiting > 0 && (
          <ShowNew onShow={() => changeQuery({ sel: undefined })}>{say('show-new', { n: waiting })}</ShowNew>
        )}
      </Views>
      {error ? <Problem error={error} askAgain={askAgain} /> : null}
      {chosen !== null && !events.some(({ event_id: id }) => id === chosen) && <ById id={chosen} />}
      {!at && !error && <Skeleton rows={3} />}
      {at && events.length > 0 && <Events events={events} />}
      {at && events.length === 0 && (
        <div class="panel">
          <Empty title={say('none-yet')}>
            <Link class="button plain" to={withQuery({ from: 'first', sel: undefined })}>
              {say('from-first')}
            </Link>
          </Empty>
        </div>
      )}
    </>
  );
}

/** An event that a link names, which came before the page was opened. */
function ById({ id }: { readonly id: string }) {
  const answer = useAnswer(
    (signal) => dataOf(service().api.GET('/events/{id}', { params: { path: { id } }, signal })),
    [id],
  );
  return (
    <div class="by-id">
      <Answered answer={answer} rows={3}>
        {(event) => <EventDetail event={event} />}
      </Answered>
    </div>
  );
}

/** Pages of the feed that are read. */
interface ReadPages {
  readonly count: number;
  readonly events?: readonly LiveEvent[];
  readonly next?: string;
  readonly hasMore?: boolean;
}

/** All that the service keeps, oldest first, a page after the other. */
function FromFirst({ client }: Props) {
  const pages = useRef<ReadPages>({ count: 0 });
  const [lastPage, readTo] = useState(1);
  const { error, askAgain } = useAnswer(
    async (signal) => {
      const { count, events = [], next: after } = pages.current;
      if (count === lastPage) return;
      const { data, next } = await readPage(after, client, signal);
      const hasMore = data.length === PAGE_LENGTH;
      pages.current = { count: lastPage, events: [...events, ...data], next, hasMore };
    },
    [lastPage],
  );
  const { count, events, hasMore } = pages.current;
  return (
    <>
      <PageHead
        title={events ? say('first', { n: events.length }) : say('page')}
        name={say('page')}
        below={say('first.below')}
      />
      <Views />
      <Answered
        answer={{ data: events, error, askAgain }}
        empty={(all) =>
          all.length === 0 && (
            <div class="panel">
              <Empty title={say('none')} />
            </div>
          )
        }
      >
        {(all) => <Events events={all} />}
      </Answered>
      {hasMore && (
        <p class="more-events">
          <Button onClick={() => readTo(count + 1)}>{say('next-page')}</Button>
        </p>
      )}
    </>
  );
}

function Views({ children }: { readonly children?: ComponentChildren }) {
  const isFromFirst = query.value.get('from') === 'first';
  return (
    <Filters
      name={say('views')}
      chosen={String(isFromFirst)}
      views={
        <>
          <Chip to={withQuery({ from: undefined, sel: undefined })} isOn={!isFromFirst}>
            {say('as-they-come')}
          </Chip>
          <Chip to={withQuery({ from: 'first', sel: undefined })} isOn={isFromFirst}>
            {say('from-first')}
          </Chip>
        </>
      }
    >
      <span class="gap" />
      {children}
    </Filters>
  );
}

function Events({ events }: { readonly events: readonly LiveEvent[] }) {
  const chosen = events.find(({ event_id: id }) => id === query.value.get('sel'));
  return (
    <div class={chosen ? 'split' : ''}>
      <div class="panel">
        <EventTable events={events} />
      </div>
      {chosen && <EventDetail event={chosen} />}
    </div>
  );
}
