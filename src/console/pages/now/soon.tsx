import type { components } from '../../../client/client.ts';
import { dataOf, useAnswer } from '../../app/answer.ts';
import { DAY_MS, dayOf } from '../../app/format.ts';
import { administers, isOperator, ownKey, service } from '../../app/session.ts';
import { language, wordFor, wordsOf } from '../../app/words.ts';
import { Answered } from '../../components/answered.tsx';
import { Icon } from '../../components/icon.tsx';
import { Link } from '../../components/link.tsx';
import { Panel } from '../../components/panel.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import type Words from '../../words/en/now.json';

const say = wordsOf<typeof Words>('now');

type Entry = components['schemas']['Calendar']['data'][number];

/** What is near enough to act on. */
const NEAR_DAYS = 7;
const MOST = 6;

/** What ends or begins within 30 days. */
export function Soon({ of }: { readonly of: { readonly client?: string } }) {
  const answer = useAnswer(
    (signal) => dataOf(service().api.GET('/calendar', { params: { query: of }, signal })),
    [of.client],
  );
  return (
    <Panel title={say('soon')} beside={say('soon.days')}>
      <Answered answer={answer} rows={3} empty={({ data }) => data.length === 0 && say('soon.none')}>
        {({ data }) => (
          <>
            <ul class="soon">
              {data.slice(0, MOST).map((entry, index) => (
                <Row key={index} entry={entry} />
              ))}
            </ul>
            {data.length > MOST && <p class="foot meta">{say('soon.more', { n: data.length - MOST })}</p>}
          </>
        )}
      </Answered>
    </Panel>
  );
}

function Row({ entry }: { readonly entry: Entry }) {
  const { day, change, credential } = entry;
  const days = Math.max(0, Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS));
  // A pack that begins asks for nothing; a credential that ends stops its route.
  const isWarning = credential !== undefined && change === 'ends' && days <= NEAR_DAYS;
  return (
    <li>
      <span class={`icon-word ${isWarning ? 'warn' : 'mute'}`}>
        <Icon name={isWarning ? 'triangleFull' : 'info'} />
      </span>
      <span class="what">{sentenceOf(entry)}</span>
      <span class="when">
        <b>{dayOf(day, language.value).replace(/ \d{4}$/, '')}</b>{' '}
        <span class="meta">{days === 0 ? wordFor('common', 'day.today') : say('soon.in', { n: days })}</span>
      </span>
    </li>
  );
}

const today = (): string => new Date().toISOString().slice(0, 10);

function sentenceOf({ change, credential, pack }: Entry) {
  if (pack)
    return <Link to="/rules">{say(`soon.pack.${change}`, { pack: `${pack.id} ${pack.version}` })}</Link>;
  if (!credential) return null;
  const { client, kind, route } = credential;
  const name = wordFor('now', `credential.${kind}`) ?? say('credential', { route: nameOfRoute(route) });
  const text = say('soon.credential', { kind: name, client });
  const key = ownKey.value;
  const mayOpen = key && (administers(key) || isOperator(key));
  return mayOpen ? <Link to={isOperator(key) ? `/clients?client=${client}` : '/clients'}>{text}</Link> : text;
}
