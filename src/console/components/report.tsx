import type { components } from '../../client/client.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/finding.json';
import { nameOfLayer } from './layer-name.ts';
import { IconWord, lookOfOutcome } from './states.tsx';

const say = wordsOf<typeof Words>('finding');

type Layers = components['schemas']['ValidationReport']['layers'];

/** What each check has found. */
export function Report({ layers }: { readonly layers: Layers }) {
  return (
    <ul class="layers" aria-label={say('report')}>
      {layers.map(({ layer, outcome, findings = [], indeterminate }) => (
        <li key={layer}>
          <p>
            <span class="strong">{nameOfLayer(layer)}</span>{' '}
            <IconWord {...lookOfOutcome(outcome)} word={say(`outcome.${outcome}`)} />
          </p>
          {indeterminate && (
            <p class="finding">{say('outcome.indeterminate', { error: indeterminate.error })}</p>
          )}
          {findings.map(({ code, message }, index) => (
            <p key={index} class="finding">
              <a href={`/codes/${encodeURIComponent(code)}`} target="_blank" rel="noopener">
                <code>{code}</code>
              </a>{' '}
              {message}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}
