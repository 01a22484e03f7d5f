import { useEffect, useState } from 'preact/hooks';
import { wholeTimeOf } from '../app/format.ts';
import { query } from '../app/router.ts';
import { ownKey } from '../app/session.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/shell.json';

const say = wordsOf<typeof Words>('shell');

/** The first line of a printed page: whose it is, and of when. */
export function Printed() {
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    const note = (): void => setAt(new Date());
    addEventListener('beforeprint', note);
    return () => removeEventListener('beforeprint', note);
  }, []);
  const { client = query.value.get('client') ?? say('all-clients') } = ownKey.value ?? {};
  return <p class="printed">{say('printed', { client, at: wholeTimeOf(at, language.value) })}</p>;
}
