import type { components } from '../../../client/client.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Note } from '../../components/notice.tsx';
import type Words from '../../words/en/rules.json';

const say = wordsOf<typeof Words>('rules');

type PackAge = components['schemas']['RulePackAge'];

/** A lamp for each publisher that should have released a newer pack than the installed ones, with the page to look at. */
export function OldPacks({ publishers }: { readonly publishers: readonly PackAge[] }) {
  return (
    <>
      {publishers
        .filter((each) => each.is_old)
        .map(({ publisher, newest, age_days: days, next_expected: month, announced_at: address }) => (
          <Note
            key={publisher}
            role="warn"
            icon="triangle"
            title={say('old', { n: days ?? 0, pack: `${newest.id} ${newest.version}` })}
          >
            <p>
              {say('old.expected', { publisher, month: nameOfMonth(month ?? '') })}{' '}
              <a href={address} target="_blank" rel="noopener noreferrer">
                {address}
              </a>
            </p>
          </Note>
        ))}
    </>
  );
}

const nameOfMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString(language.value, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
