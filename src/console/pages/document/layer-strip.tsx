import { secondOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { nameOfLayer } from '../../components/layer-name.ts';
import { IconWord, lookOfOutcome } from '../../components/states.tsx';
import type Words from '../../words/en/document.json';
import type FindingWords from '../../words/en/finding.json';
import { OtherDayMenu } from './other-day.tsx';
import type { ReadDocument, Report } from './read-document.ts';

const say = wordsOf<typeof Words>('document');
const ofFinding = wordsOf<typeof FindingWords>('finding');

type Layer = Report['layers'][number];

/** The checks in their order, each with the rule pack behind it, and when they were made. */
export function LayerStrip({ document: { layers, checkedAt, of } }: { readonly document: ReadDocument }) {
  if (layers.length === 0) return null;
  return (
    <div class="layer-strip">
      <ul aria-label={say('layers')}>
        {layers.map((layer) => (
          <li key={`${layer.layer} ${layer.format ?? ''}`} class={lookOfOutcome(layer.outcome).role}>
            <IconWord {...lookOfOutcome(layer.outcome)} word={nameOfLayer(layer.layer)} />
            <p class="meta">
              {layer.pack && (
                <>
                  <span title={`${layer.pack.id}, ${layer.pack.origin}`}>{layer.pack.version}</span>
                  {' · '}
                </>
              )}
              {outcomeOf(layer)}
            </p>
          </li>
        ))}
      </ul>
      {of === 'invoices' && <OtherDayMenu layers={layers} />}
      {checkedAt && (
        <p class="meta when" title={checkedAt}>
          {say('checked', { at: secondOf(new Date(checkedAt), new Date(), language.value) })}
        </p>
      )}
    </div>
  );
}

function outcomeOf({ outcome, findings, reason, advisory, indeterminate }: Layer): string {
  if (indeterminate) return ofFinding('outcome.indeterminate', { error: indeterminate.error });
  if (outcome === 'not_run') return reason ?? ofFinding('outcome.not_run');
  if (findings.length > 0) return say(advisory ? 'layer.advice' : 'findings.n', { n: findings.length });
  return ofFinding('outcome.valid');
}
