import { changeQuery, query } from '../app/router.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Menu } from './chips.tsx';
import { nameOfRoute, ROUTES } from './route.tsx';

const say = wordsOf<typeof Words>('common');

/** A filter of a list: `route` in the address. */
export function RouteMenu() {
  const chosen = query.value.get('route')?.split(',').filter(Boolean) ?? [];
  const toggle = (route: string): void => {
    const next = chosen.includes(route) ? chosen.filter((each) => each !== route) : [...chosen, route];
    changeQuery({ route: next.join(','), page: undefined, sel: undefined });
  };
  const name = chosen.length > 0 ? chosen.map(nameOfRoute).join(', ') : say('routes');
  return (
    <Menu name={name} isOn={chosen.length > 0}>
      <fieldset>
        <legend>{say('routes')}</legend>
        {Object.keys(ROUTES).map((route) => (
          <label key={route}>
            <input type="checkbox" checked={chosen.includes(route)} onChange={() => toggle(route)} />{' '}
            {nameOfRoute(route)}
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
