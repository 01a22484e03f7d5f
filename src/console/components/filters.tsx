import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { withQuery } from '../app/router.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Menu } from './chips.tsx';
import { Icon } from './icon.tsx';
import { Link } from './link.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly name: string;
  /** Chips in a row, which a narrow screen moves sideways. */
  readonly views: ComponentChildren;
  /** Whenever it changes, the chip of the chosen view is brought into sight: another is chosen, or their numbers have come. */
  readonly chosen: string;
  /** All of them are seen on a narrow screen, too, in two lines if one has no room. */
  readonly isFew?: boolean;
  readonly children?: ComponentChildren;
}

/** Views of a list, and what else it is filtered by. */
export function Filters({ name, views, chosen, isFew = false, children }: Props) {
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chip = row.current?.querySelector('[aria-current]');
    if (!row.current || !chip) return;
    const [frame, own] = [row.current, chip].map((element) => element.getBoundingClientRect());
    row.current.scrollLeft += own!.left + own!.width / 2 - (frame!.left + frame!.width / 2);
  }, [chosen]);
  return (
    <div class="filters" role="group" aria-label={name}>
      <div class={`views ${isFew ? 'few' : ''}`} ref={row}>
        {views}
      </div>
      {children}
    </div>
  );
}

interface ShowNewProps {
  readonly onShow: () => void;
  readonly children: ComponentChildren;
}

/** A list stands still until its reader asks for what has come meanwhile. */
export const ShowNew = ({ onShow, children }: ShowNewProps) => (
  <button type="button" class="show-new" onClick={onShow}>
    {children}
  </button>
);

/** A filter that is set, and its names in the address. */
export interface SetFilter {
  readonly name: string;
  readonly of: readonly string[];
}

interface MenuProps {
  readonly set: readonly SetFilter[];
  /** Names in the address that go with any filter, such as the page. */
  readonly also: readonly string[];
  readonly children: ComponentChildren;
}

/** All filters but the views behind one button: in a box below it, on a phone in a sheet at the foot of the screen. */
export function FilterMenu({ set, also, children }: MenuProps) {
  const without = (names: readonly string[]): string =>
    withQuery(Object.fromEntries([...names, ...also].map((name) => [name, undefined])));
  return (
    <>
      <Menu
        look="sheet"
        icon="lines"
        name={set.length > 0 ? say('filter.n', { n: set.length }) : say('filter')}
        isOn={set.length > 0}
        done={say('filter.done')}
      >
        {children}
        {set.length > 0 && (
          <Link class="button plain" to={without(set.flatMap(({ of }) => of))}>
            {say('filter.clear-all')}
          </Link>
        )}
      </Menu>
      {set.map(({ name, of }) => (
        <Link
          key={of[0]}
          class="chip on set"
          to={without(of)}
          aria-label={say('filter.clear', { what: name })}
        >
          {name} <Icon name="cross" />
        </Link>
      ))}
    </>
  );
}
