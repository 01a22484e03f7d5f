import type { ComponentType } from 'preact';
import { isSandbox } from '../app/about.ts';
import { announced, confirm } from '../app/announce.ts';
import { navigate, path } from '../app/router.ts';
import { isSessionOver, ownKey } from '../app/session.ts';
import { useShortcuts } from '../app/keyboard.ts';
import { wordsOf } from '../app/words.ts';
import { Dialog } from '../components/dialog.tsx';
import type Words from '../words/en/shell.json';
import { nameOfEntry } from './entry.tsx';
import { FootBar } from './foot-bar.tsx';
import { KeyHelp, helpIsOpen } from './key-help.tsx';
import { Page } from './page.tsx';
import type { PageRow } from './page-row.ts';
import { Printed } from './printed.tsx';
import { Rail } from './rail.tsx';
import { TopBar } from './top-bar.tsx';

const say = wordsOf<typeof Words>('shell');

export interface LogInProps {
  /** Over a page whose session is over. */
  readonly isAgain?: boolean;
}

interface Props {
  readonly pages: readonly PageRow[];
  readonly LogIn: ComponentType<LogInProps>;
}

export function Shell({ pages, LogIn }: Props) {
  const key = ownKey.value;
  return (
    <>
      {isSandbox.value && <div class="sandbox-strip" />}
      {key ? <Rooms pages={pages.filter(({ shownTo }) => shownTo(key))} /> : <LogIn />}
      {isSessionOver.value && (
        <Dialog title={say('log-in-again')}>
          <LogIn isAgain />
        </Dialog>
      )}
      <div class="unseen" role="status" aria-live="polite">
        {announced.value}
      </div>
    </>
  );
}

/** Every view is in the address. */
async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(location.href);
  confirm(say('link-copied'));
}

function Rooms({ pages }: { readonly pages: readonly PageRow[] }) {
  useShortcuts([
    ...pages.flatMap((row) =>
      row.entry
        ? [{ keys: `g ${row.entry.letter}`, label: nameOfEntry(row), run: () => navigate(row.path) }]
        : [],
    ),
    { keys: '?', label: say('keys'), run: () => (helpIsOpen.value = true) },
    { keys: 'c', label: say('copy-link'), run: () => void copyLink() },
  ]);
  return (
    <div class="rooms">
      <a class="skip" href="#content">
        {say('skip')}
      </a>
      <Rail pages={pages} />
      <TopBar />
      <main id="content" tabIndex={-1}>
        <Printed />
        <Page key={path.value.split('/')[1]} pages={pages} />
      </main>
      <FootBar pages={pages} />
      {helpIsOpen.value && <KeyHelp />}
    </div>
  );
}
