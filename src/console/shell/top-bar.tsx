import { useEffect, useState } from 'preact/hooks';
import { isSandbox } from '../app/about.ts';
import { clockOf } from '../app/format.ts';
import { liveState } from '../app/live.ts';
import { colours, switchColours } from '../app/look.ts';
import { path, query } from '../app/router.ts';
import { search, searchedParts } from '../app/search.ts';
import { ownKey, reads } from '../app/session.ts';
import { language, wordsOf } from '../app/words.ts';
import { IconButton } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { SearchField } from '../components/search-field.tsx';
import type Words from '../words/en/shell.json';
import { helpIsOpen } from './key-help.tsx';

const say = wordsOf<typeof Words>('shell');

export function TopBar() {
  const key = ownKey.value;
  const isDark = colours.value === 'dark';
  return (
    <section class="top-bar" aria-label={say('search-and-state')}>
      {key && reads(key) && <Search />}
      <span class="gap" />
      {isSandbox.value && <span class="sandbox-tag">{say('sandbox')}</span>}
      {key && reads(key) && <LiveLine />}
      <span class="zone meta" title={Intl.DateTimeFormat().resolvedOptions().timeZone}>
        {zone()}
      </span>
      <IconButton
        icon={isDark ? 'sun' : 'moon'}
        name={isDark ? say('light') : say('dark')}
        onClick={switchColours}
      />
      <button
        type="button"
        class="key-button"
        aria-label={say('keys')}
        onClick={() => (helpIsOpen.value = true)}
      >
        <kbd>?</kbd>
      </button>
    </section>
  );
}

const zone = (): string =>
  new Intl.DateTimeFormat('en', { timeZoneName: 'short' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** The one search: the same field on every page. */
const Search = () => (
  <SearchField
    id="search"
    label={say('search')}
    hint={say(searchedParts() === 'all' ? 'search.hint.all' : 'list-search.hint')}
    title={say('search.where')}
    letter="/"
    text={path.value === '/search' ? (query.value.get('q') ?? '') : ''}
    onSearch={search}
  />
);

/** Whether what is shown changes by itself. */
function LiveLine() {
  const state = liveState.value;
  const seconds = useSecondsUntil(state.kind === 'lost' ? state.againAt : undefined);
  if (state.kind === 'live')
    return (
      <span class="live icon-word ok">
        <Icon name="checkDisc" /> <span class="plain">{say('live')}</span>
      </span>
    );
  if (state.kind === 'connecting')
    return (
      <span class="live icon-word mute">
        <Icon name="clock" /> <span>{say('connecting')}</span>
      </span>
    );
  const since = clockOf(new Date(state.since), language.value);
  return (
    <span class="live icon-word warn">
      <Icon name="triangleFull" />
      <span>
        {say('not-live', { since })} {seconds > 0 && say('again-in', { n: seconds })}
      </span>
    </span>
  );
}

function useSecondsUntil(at: number | undefined): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (at === undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [at]);
  return at === undefined ? 0 : Math.max(0, Math.ceil((at - now) / 1000));
}
