import { useState } from 'preact/hooks';
import { isOperator, logOut, ownKey, type OwnKey } from '../app/session.ts';
import { chooseLanguage, language, LANGUAGES, type Language, wordFor, wordsOf } from '../app/words.ts';
import { navigate } from '../app/router.ts';
import type Words from '../words/en/shell.json';
import { Brand } from './brand.tsx';
import { ClientChoice } from './client-choice.tsx';
import { Entry, pathOfEntry } from './entry.tsx';
import type { Group, PageRow } from './page-row.ts';

const say = wordsOf<typeof Words>('shell');

const GROUPS: readonly Group[] = ['work', 'watch', 'know', 'try'];

export function Rail({ pages }: { readonly pages: readonly PageRow[] }) {
  const key = ownKey.value;
  return (
    <header class="rail">
      <Brand />
      {key && (isOperator(key) ? <ClientChoice /> : <p class="client">{key.client ?? key.partner}</p>)}
      <nav aria-label={say('pages')}>
        {GROUPS.map((group) => (
          <Entries
            key={group}
            group={group}
            pages={pages.filter(({ entry }) => entry?.group === group)}
            here={pathOfEntry(pages)}
          />
        ))}
      </nav>
      {key && <Reader ownKey={key} />}
    </header>
  );
}

interface EntriesProps {
  readonly group: Group;
  readonly pages: readonly PageRow[];
  readonly here: string;
}

function Entries({ group, pages, here }: EntriesProps) {
  if (pages.length === 0) return null;
  return (
    <>
      <h2 class="meta" id={`group-${group}`}>
        {say(`group.${group}`)}
      </h2>
      <ul aria-labelledby={`group-${group}`}>
        {pages.map((row) => (
          <li key={row.name}>
            <Entry row={row} here={here} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Who reads, and what the key may do. */
export function Reader({ ownKey: key }: { readonly ownKey: OwnKey }) {
  const [isStillIn, setStillIn] = useState(false);
  const person = /^person:(.*)$/.exec(key.id)?.[1];
  return (
    <div class="reader">
      <p class="name">{nameOf(key)}</p>
      {person !== undefined && <p class="meta">{person}</p>}
      <p class="meta">{rightsOf(key)}</p>
      <p>
        <button
          type="button"
          class="link"
          onClick={() => {
            logOut().then(
              () => navigate('/'),
              () => setStillIn(true),
            );
          }}
        >
          {say('log-out')}
        </button>{' '}
        · <LanguageChoice />
      </p>
      {isStillIn && <p role="alert">{say('log-out.failed')}</p>}
    </div>
  );
}

function nameOf({ kind, client, partner }: OwnKey): string {
  if (kind === 'client') return client ?? '';
  return kind === 'partner' ? say('reader.partner', { partner: partner ?? '' }) : say('reader.operator');
}

function rightsOf({ kind, label, scopes }: OwnKey): string {
  if (kind === 'operator') return say('rights.operator');
  if (kind === 'operator-read-only') return say('rights.read-only');
  if (kind === 'partner') return say('rights.partner');
  const named = scopes.map((scope) => wordFor('shell', `scope.${scope}`) ?? scope).join(', ');
  return label ? say('rights.key', { label, scopes: named }) : named;
}

const LanguageChoice = () => (
  <label class="language">
    <span class="unseen">{say('language')}</span>
    <select
      value={language.value}
      onChange={({ currentTarget }) => void chooseLanguage(currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  </label>
);
