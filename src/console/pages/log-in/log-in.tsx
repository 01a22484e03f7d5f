import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { about } from '../../app/about.ts';
import { CookieNotKept, hasProvider, isUnauthorized, logIn } from '../../app/session.ts';
import { query } from '../../app/router.ts';
import {
  chooseLanguage,
  language,
  LANGUAGES,
  type Language,
  withElements,
  wordsOf,
} from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Note, Problem } from '../../components/notice.tsx';
import { Brand } from '../../shell/brand.tsx';
import type { LogInProps } from '../../shell/shell.tsx';
import type Words from '../../words/en/log-in.json';
import { faultOf, type KeyFault, PREFIXES } from './key-fault.ts';

const say = wordsOf<typeof Words>('log-in');

/** The only page without a key. */
export function LogIn({ isAgain = false }: LogInProps) {
  useEffect(() => {
    if (!isAgain) document.title = say('title');
  }, []);
  if (isAgain) return <Ways hint={say('again')} />;
  return (
    <div class="log-in">
      <header>
        <Brand />
        {about.value?.environment === 'sandbox' && <span class="sandbox-tag">{say('sandbox')}</span>}
      </header>
      <main id="content">
        <section class="panel">
          <h1>{say(hasProvider.value ? 'provider.title' : 'title')}</h1>
          <NotSignedIn />
          <Ways hint={say('intro')} />
        </section>
        <aside aria-labelledby="keys-see">
          <h2 id="keys-see">{say('sees')}</h2>
          <dl class="pairs">
            {(['read', 'submit', 'admin', 'operator'] as const).map((kind) => (
              <div key={kind}>
                <dt title={kind}>{say(`kind.${kind}`)}</dt>
                <dd>{say(`sees.${kind}`)}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </main>
      <footer>
        <span>{say('version', { version: about.value?.version ?? '–' })}</span>
        <a href="/docs">{say('reference')}</a>
        <Languages />
      </footer>
    </div>
  );
}

function Languages() {
  return (
    <span class="languages">
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <button
          key={tag}
          type="button"
          lang={tag}
          class="link"
          aria-pressed={tag === language.value}
          onClick={() => void chooseLanguage(tag as Language)}
        >
          {name}
        </button>
      ))}
    </span>
  );
}

/** The account of the firm first, if it is a way in. */
function Ways({ hint }: { readonly hint: string }) {
  if (!hasProvider.value) return <KeyForm hint={hint} />;
  const to = new URL(location.href);
  to.searchParams.delete(WHY);
  return (
    <div class="ways">
      <a
        class="button primary usual"
        href={`/sign-in?${new URLSearchParams({ to: to.pathname + to.search })}`}
      >
        {say('provider')}
      </a>
      <details>
        <summary>{say('provider.or')}</summary>
        <KeyForm hint={hint} />
      </details>
    </div>
  );
}

/** In the address with which the service sends a browser back that it has not signed in. */
const WHY = 'sign_in';

function NotSignedIn() {
  const why = query.value.get(WHY);
  const known = (['refused', 'no-role', 'unreachable', 'not-begun'] as const).find((each) => each === why);
  if (!known) return null;
  return (
    <div class="not-signed-in" role="alert">
      <Note role="bad" icon="diamond" title={say(`sign-in.${known}`)}>
        <p>{say(`sign-in.${known}.help`)}</p>
      </Note>
    </div>
  );
}

type Refusal = { readonly fault: KeyFault } | { readonly error: unknown };

function KeyForm({ hint }: { readonly hint: string }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setBusy] = useState(false);
  const [value, setValue] = useState('');
  const environment = about.value?.environment ?? 'sandbox';
  const tryKey = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const key = value.trim();
    const fault = faultOf(key, environment);
    if (fault?.kind === 'empty') return setRefusal({ fault });
    setBusy(true);
    try {
      await logIn(key);
    } catch (error) {
      if (error instanceof CookieNotKept) setRefusal({ fault: { kind: 'no-cookie' } });
      // An operator's own key has no form; only if it is unknown does its form say what is wrong.
      else setRefusal(isUnauthorized(error) ? { fault: fault ?? { kind: 'unknown' } } : { error });
      setBusy(false);
    }
  };
  return (
    <form class="key-form" onSubmit={(event) => void tryKey(event)}>
      <p class="intro">{hint}</p>
      <Field
        label={say('key')}
        name="key"
        type="password"
        autofocus={!hasProvider.value}
        value={value}
        onInput={setValue}
        hint={withElements(say('key.hint'), { prefix: <code>{PREFIXES[environment]}</code> })}
        wrong={refusal && 'fault' in refusal ? <Fault fault={refusal.fault} /> : undefined}
      />
      {refusal && 'error' in refusal && <Problem error={refusal.error} />}
      <Button type="submit" kind={hasProvider.value ? 'plain' : 'primary'} isBusy={isBusy}>
        {say('log-in')}
      </Button>
      <details>
        <summary>{say('no-key')}</summary>
        <p>{say('no-key.help')}</p>
        {environment === 'sandbox' && <p>{say('no-key.sandbox')}</p>}
      </details>
    </form>
  );
}

function Fault({ fault }: { readonly fault: KeyFault }) {
  return (
    <Note role="bad" icon="diamond" title={say(`fault.${fault.kind}`)}>
      <p>{say(`fault.${fault.kind}.help`, { ...fault })}</p>
    </Note>
  );
}
