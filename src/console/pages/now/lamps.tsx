import type { components } from '../../../client/client.ts';
import { lengthOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Link } from '../../components/link.tsx';
import { nameOfRoute } from '../../app/routes.ts';
import { IconWord, type Look } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import type Words from '../../words/en/now.json';
import type { ActivityRow } from './activity.tsx';
import { Spark } from './spark.tsx';

const say = wordsOf<typeof Words>('now');

type RouteState = components['schemas']['RouteState'];

const LOOKS = {
  works: { icon: 'checkDisc', role: 'ok' },
  slow: { icon: 'triangleFull', role: 'warn' },
  no_answer: { icon: 'octagon', role: 'bad' },
  not_called: { icon: 'dashedRing', role: 'mute' },
  no_network: { icon: 'checkSquare', role: 'mute' },
} as const satisfies Record<RouteState['state'], Look>;

const length = (ms: number): string => lengthOf(Math.max(0, ms), language.value);
const since = (at: string): string => length(Date.now() - Date.parse(at));

/** The one sentence of the page: what does not answer, else what is slow, else that all work, once one has been called. */
export function headlineOf(routes: readonly RouteState[]): string {
  const named = (state: RouteState['state']): string =>
    new Intl.ListFormat(language.value).format(
      routes.filter((route) => route.state === state).map(({ route }) => nameOfRoute(route)),
    );
  const [silent, slow] = [named('no_answer'), named('slow')];
  if (silent && slow) return say('headline.both', { silent, slow });
  if (silent) return say('headline.silent', { routes: silent });
  if (slow) return say('headline.slow', { routes: slow });
  return say(routes.some(({ state }) => state === 'works') ? 'headline.works' : 'headline.none');
}

interface Props {
  readonly routes: readonly RouteState[];
  /** Of the last 24 hours; undefined until it has been read. */
  readonly hours: readonly ActivityRow[] | undefined;
  readonly isForOperator: boolean;
}

/** The code of a failure says something to operators only. */
export const Lamps = ({ routes, hours, isForOperator }: Props) => (
  <ul class="lamps">
    {routes.map((state) => (
      <li key={state.route} class={`panel lamp ${LOOKS[state.state].role} is-${state.state}`}>
        <h2>
          {nameOfRoute(state.route)} <span class="tag">{state.route}</span>
        </h2>
        <p>
          <IconWord {...LOOKS[state.state]} word={wordOf(state)} />
        </p>
        {hours && <Spark rows={hours.filter(({ route }) => route === state.route)} />}
        <dl>
          <div>
            <dt>{say('last-answer')}</dt>
            <dd>
              {state.last_answer ? (
                <>
                  {isForOperator && !state.last_answer.answer.startsWith('2') && (
                    <>{say('last-answer.failed', { answer: state.last_answer.answer })} </>
                  )}
                  <Time at={state.last_answer.at} />
                </>
              ) : (
                '–'
              )}
            </dd>
          </div>
          <div>
            <dt>{say('oldest')}</dt>
            <dd>
              {state.oldest_queued_at ? (
                <Link to={`/invoices?route=${state.route}&state=queued`}>
                  {since(state.oldest_queued_at)}
                </Link>
              ) : (
                say('oldest.none')
              )}
            </dd>
          </div>
        </dl>
      </li>
    ))}
  </ul>
);

function wordOf({ state, last_answer: last, failing_since: failing }: RouteState): string {
  if (state === 'slow' && last) return say('lamp.slow', { length: length(last.took_ms) });
  if (state === 'no_answer')
    return failing ? say('lamp.silent', { length: since(failing) }) : say('lamp.no-answer');
  return say(
    state === 'works' ? 'lamp.works' : state === 'no_network' ? 'lamp.no-network' : 'lamp.not-called',
  );
}
