import type { components } from '../../../client/client.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/rules.json';

const say = wordsOf<typeof Words>('rules');

type PackAge = components['schemas']['RulePackAge'];

/** One lamp for all publishers that should have released a newer pack than the installed ones, each with the page to look at. */
export function OldPacks({ publishers }: { readonly publishers: readonly PackAge[] }) {
  const old = publishers.filter((each) => each.is_old);
  if (old.length === 0) return null;
  return (
    <Note role="warn" icon="triangle" title={say('old', { n: old.length })}>
      <ul class="old-packs">
        {old.map(({ publisher, newest, age_days: days, next_expected: month, announced_at: address }) => (
          <li key={publisher}>
            <strong>{say('old.pack', { n: days ?? 0, pack: `${newest.id} ${newest.version}` })}</strong>{' '}
            {say('old.expected', { month: nameOfMonth(month ?? '') })}{' '}
            <a href={address} target="_blank" rel="noopener noreferrer">
              {publisher}
            </a>
          </li>
        ))}
      </ul>
    </Note>
  );
}

const nameOfMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language.value, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
