import type { ComponentChildren } from 'preact';
import { wordsOf } from '../../app/words.ts';
import { Select } from '../../components/inputs.tsx';
import { Note } from '../../components/notice.tsx';
import { nameOfRoute, type RouteName, ROUTES } from '../../components/route.tsx';
import type Words from '../../words/en/repair.json';
import { canChooseRoute, chooseRoute, type Draft, routeOf, statedRoute } from './draft.ts';
import type { Refused } from './refused.ts';

const say = wordsOf<typeof Words>('repair');

/** As what it goes: under which reference and number, and whether it replaces the page that the buyer has. */
export function WayNote({
  refused: { correction, reference, number = '', route },
}: {
  readonly refused: Refused;
}) {
  const isNew = correction?.number === 'new';
  const isTechnical = correction?.technical_correction === true;
  const values = {
    reference: reference ?? say('no-reference'),
    number,
    route: route ? nameOfRoute(route) : '',
  };
  return (
    <div class={`way ${isNew || isTechnical ? 'warn' : 'mute'}`}>
      <Note
        role={isNew || isTechnical ? 'warn' : 'mute'}
        icon={isNew || isTechnical ? 'triangle' : 'info'}
        title={say(isNew ? 'way.new' : reference === undefined ? 'way.free' : 'way.same', values)}
      >
        {isTechnical && <p>{say('way.technical')}</p>}
      </Note>
    </div>
  );
}

interface RouteProps {
  readonly draft: Draft;
  readonly hint?: ComponentChildren;
  readonly wrong?: ComponentChildren;
}

/** The checks of the chosen route say whether the invoice may go over it. */
export function RouteChoice({ draft, hint, wrong }: RouteProps) {
  const { syntax, original, refused } = draft;
  if (!canChooseRoute(draft)) return null;
  const isChosenByService = syntax === 'json' && statedRoute(original) === undefined;
  const chosen = refused.route ? nameOfRoute(refused.route) : '–';
  const routes = Object.keys(ROUTES) as RouteName[];
  return (
    <Select
      label={say('route')}
      name="/route"
      value={routeOf(draft) ?? ''}
      options={[
        ...(isChosenByService ? [['', say('route.chosen', { route: chosen })] as const] : []),
        ...routes.map((route) => [route, nameOfRoute(route)] as const),
      ]}
      onChange={(route) =>
        chooseRoute(
          draft,
          routes.find((each) => each === route),
        )
      }
      hint={hint}
      wrong={wrong}
    />
  );
}
