import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from '../../app/answer.ts';
import { onEvents } from '../../app/live.ts';
import { query, withQuery } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Chip } from '../../components/chips.tsx';
import { Filters, ShowNew } from '../../components/filters.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Empty, Problem } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts } from '../../components/panel.tsx';
import { IconWord } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/webhooks.json';
import { useWebhookActs } from './acts.tsx';
import {
  type Deliveries,
  type DeliveryState,
  mayAct,
  readDeliveries,
  readWebhook,
  type Webhook,
} from './calls.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import { DeliveryTable, LOOKS } from './delivery-table.tsx';
import { sentenceOf } from './head.ts';
import { SignatureCheck } from './signature-check.tsx';

const say = wordsOf<typeof Words>('webhooks');

const STATES = Object.keys(LOOKS) as readonly DeliveryState[];

export default function WebhooksPage() {
  const address = query.value;
  const client = address.get('client') ?? undefined;
  const state = STATES.find((each) => each === address.get('state'));
  const after = address.get('after') ?? undefined;
  const acts = mayAct(client);
  // Null: there is none. Undefined: the key does not read it.
  const settings = useAnswer(async (signal) => (acts ? readWebhook(signal) : undefined), [acts]);
  const list = useAnswer(
    (signal) => readDeliveries({ client, state, after }, signal),
    [client, state, after],
  );
  const [isStale, setStale] = useState(false);
  useEffect(() => onEvents(() => setStale(true)), []);
  const showNewest = (): void => {
    setStale(false);
    list.askAgain();
    settings.askAgain();
  };
  const webhook = settings.data;
  const own = useWebhookActs({ webhook: webhook ?? null, onChanged: showNewest });
  const chosen = list.data?.data.find(({ event_id: id }) => id === address.get('sel'));
  return (
    <>
      <PageHead
        title={sentenceOf(webhook, list.data)}
        name={say('page')}
        below={say('below')}
        acts={webhook !== undefined && own.buttons}
      />
      {own.results}
      {settings.error ? <Problem error={settings.error} askAgain={settings.askAgain} /> : null}
      {webhook && <WebhookFacts webhook={webhook} open={own.open} />}
      <DeliveryFilters list={list.data} state={state} isStale={isStale} onShowNewest={showNewest} />
      <div class="split">
        <div class="panel">
          <Answered answer={list} rows={12}>
            {(data) => <Rows list={data} isOld={list.isAsking} />}
          </Answered>
        </div>
        <div class="stack">
          {chosen && <DeliveryDetail delivery={chosen} acts={acts} onChanged={showNewest} />}
          <SignatureCheck />
        </div>
      </div>
    </>
  );
}

interface FactsProps {
  readonly webhook: Webhook;
  readonly open: (what: 'settings' | 'rotate') => void;
}

function WebhookFacts({ webhook, open }: FactsProps) {
  const { url, active, events, secret_rotated_at: rotated, contact_email: contact } = webhook;
  const change = (what: 'settings' | 'rotate', word: string) => (
    <button type="button" class="link" onClick={() => open(what)}>
      {word}
    </button>
  );
  return (
    <Facts
      facts={[
        [
          say('fact.address'),
          <>
            <code>{url}</code> {change('settings', say('change'))}
          </>,
        ],
        [
          say('head.state'),
          active ? (
            <IconWord icon="checkDisc" role="ok" word={say('on')} />
          ) : (
            <IconWord icon="struckRing" role="mute" word={say('off')} />
          ),
        ],
        [say('fact.events'), events ? say('events.some', { n: events.length }) : say('events.all')],
        [
          say('fact.secret'),
          <>
            {rotated ? <Time at={rotated} /> : say('never-rotated')} {change('rotate', say('rotate'))}
          </>,
        ],
        [say('fact.contact'), contact ?? <span class="quiet">{say('fact.contact.none')}</span>],
      ]}
    />
  );
}

interface FilterProps {
  readonly list: Deliveries | undefined;
  readonly state: DeliveryState | undefined;
  readonly isStale: boolean;
  readonly onShowNewest: () => void;
}

function DeliveryFilters({ list, state, isStale, onShowNewest }: FilterProps) {
  const counts = { pending: list?.waiting, dead: list?.dead, delivered: undefined };
  const to = (next: DeliveryState | undefined): string =>
    withQuery({ state: next, after: undefined, sel: undefined });
  return (
    <Filters
      name={say('filters')}
      chosen={`${state ?? ''} ${list?.waiting?.data.length ?? ''}`}
      views={
        <>
          <Chip to={to(undefined)} isOn={!state}>
            {say('all')}
          </Chip>
          {STATES.map((each) => {
            const count = counts[each];
            return (
              <Chip
                key={each}
                to={to(each)}
                isOn={state === each}
                icon={LOOKS[each].icon}
                role={each === 'dead' && !count?.data.length ? 'mute' : LOOKS[each].role}
                count={count?.truncated ? undefined : count?.data.length}
              >
                {say(`state.${each}`)}
              </Chip>
            );
          })}
        </>
      }
    >
      <span class="gap" />
      {isStale && <ShowNew onShow={onShowNewest}>{say('show-newest')}</ShowNew>}
    </Filters>
  );
}

function Rows({ list, isOld }: { readonly list: Deliveries; readonly isOld: boolean }) {
  const isLater = query.value.has('after');
  if (list.data.length === 0)
    return <Empty title={query.value.has('state') ? say('no-match') : say('none')} />;
  return (
    <>
      <DeliveryTable list={list} isOld={isOld} />
      <nav class="pager" aria-label={say('pager')}>
        <span class="meta">{say('kept')}</span>
        <span class="gap" />
        {isLater && (
          <Link class="button plain small" to={withQuery({ after: undefined, sel: undefined })}>
            {say('newest')}
          </Link>
        )}
        {list.next && (
          <Link class="button plain small" to={withQuery({ after: list.next, sel: undefined })}>
            {say('pager.after')} <Icon name="right" />
          </Link>
        )}
      </nav>
    </>
  );
}
