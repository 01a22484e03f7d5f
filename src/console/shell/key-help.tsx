import { signal } from '@preact/signals';
import { layers, lettersWork, switchLetters } from '../app/keyboard.ts';
import { ownKey, reads } from '../app/session.ts';
import { wordsOf } from '../app/words.ts';
import { Dialog } from '../components/dialog.tsx';
import type Words from '../words/en/shell.json';

const say = wordsOf<typeof Words>('shell');

export const helpIsOpen = signal(false);

/** The keys that work on the page that is open. */
export function KeyHelp() {
  const known = new Map(layers.value.flat().map(({ keys, label }) => [keys, label]));
  return (
    <Dialog title={say('keys')} onClose={() => (helpIsOpen.value = false)}>
      <dl class="keys">
        {[...known].map(([keys, label]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      {ownKey.value && reads(ownKey.value) && <p class="meta">{say('search.where')}</p>}
      <label class="switch">
        <input
          type="checkbox"
          checked={lettersWork.value}
          onChange={({ currentTarget }) => switchLetters(currentTarget.checked)}
        />{' '}
        {say('keys.letters')}
      </label>
    </Dialog>
  );
}
