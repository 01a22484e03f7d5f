import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { colours, switchColours } from '../app/look.ts';
import { path } from '../app/router.ts';
import { isOperator, ownKey } from '../app/session.ts';
import { wordsOf } from '../app/words.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import type Words from '../words/en/shell.json';
import { ClientChoice } from './client-choice.tsx';
import { Entry, pathOfEntry } from './entry.tsx';
import type { PageRow } from './page-row.ts';
import { Reader } from './rail.tsx';

const say = wordsOf<typeof Words>('shell');

const moreIsOpen = signal(false);

/** So many entries stand in the bar; the rest is below More. */
const IN_BAR = ['now', 'to-correct', 'invoices', 'received'];

/** The rail of a phone. */
export function FootBar({ pages }: { readonly pages: readonly PageRow[] }) {
  const entries = pages.filter(({ entry }) => entry);
  const isInBar = ({ name }: PageRow): boolean => IN_BAR.includes(name);
  useLayoutEffect(() => {
    moreIsOpen.value = false;
  }, [path.value]);
  return (
    <nav class="foot-bar" aria-label={say('pages')}>
      {entries.filter(isInBar).map((row) => (
        <Entry key={row.name} row={row} here={pathOfEntry(pages)} />
      ))}
      <button type="button" class="entry" aria-haspopup="dialog" onClick={() => (moreIsOpen.value = true)}>
        <Icon name="more" />
        <span>{say('more')}</span>
      </button>
      {moreIsOpen.value && <More pages={entries.filter((row) => !isInBar(row))} here={pathOfEntry(pages)} />}
    </nav>
  );
}

function More({ pages, here }: { readonly pages: readonly PageRow[]; readonly here: string }) {
  const key = ownKey.value;
  const isDark = colours.value === 'dark';
  return (
    <Dialog title={say('more')} onClose={() => (moreIsOpen.value = false)}>
      <ul class="more">
        {pages.map((row) => (
          <li key={row.name}>
            <Entry row={row} here={here} />
          </li>
        ))}
      </ul>
      <div class="more-foot">
        {key && isOperator(key) && <ClientChoice />}
        <Button icon={isDark ? 'sun' : 'moon'} onClick={switchColours}>
          {isDark ? say('light') : say('dark')}
        </Button>
        {key && <Reader ownKey={key} />}
      </div>
    </Dialog>
  );
}
