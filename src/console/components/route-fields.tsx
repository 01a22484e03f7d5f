import { changeQuery, query } from '../app/router.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { nameOfRoute, ROUTES } from '../app/routes.ts';

const say = wordsOf<typeof Words>('common');

const chosenRoutes = (): readonly string[] => query.value.get('route')?.split(',').filter(Boolean) ?? [];

/** What is chosen; undefined if every route is meant. */
export const nameOfRoutes = (): string | undefined => chosenRoutes().map(nameOfRoute).join(', ') || undefined;

/** A filter of a list: `route` in the address. */
export function RouteFields() {
  const chosen = chosenRoutes();
  const toggle = (route: string): void => {
    const next = chosen.includes(route) ? chosen.filter((each) => each !== route) : [...chosen, route];
    changeQuery({ route: next.join(','), page: undefined, sel: undefined });
  };
  return (
    <fieldset>
      <legend>{say('head.route')}</legend>
      {Object.keys(ROUTES).map((route) => (
        <label key={route}>
          <input type="checkbox" checked={chosen.includes(route)} onChange={() => toggle(route)} />{' '}
          {nameOfRoute(route)}
        </label>
      ))}
    </fieldset>
  );
}
