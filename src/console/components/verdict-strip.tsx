import type { ComponentChildren } from 'preact';
import type { components } from '../../client/client.ts';
import { useEntry } from '../app/catalogue.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/invoice.json';
import { Icon } from './icon.tsx';
import { OwnerOfFinding } from './owner.tsx';
import { partsOf, Quotation } from './quotation.tsx';

const say = wordsOf<typeof Words>('invoice');

interface Props {
  readonly findings: readonly components['schemas']['Finding'][];
  readonly route: string;
  /** Said before the findings are. */
  readonly title?: string;
  readonly note?: ComponentChildren;
  readonly acts: ComponentChildren;
}

/** Between head and facts: what is wrong, who acts, what the reader can do. */
export function VerdictStrip({ findings, route, title, note, acts }: Props) {
  const [finding] = findings;
  const entry = useEntry(finding?.code);
  if (!finding) return null;
  const { code, message, fix_hint: hint, field } = finding;
  const parts = partsOf(finding);
  const verdict = (parts ? (entry?.title ?? parts.ours) : (message ?? entry?.title)) ?? code;
  return (
    <section class="verdict" aria-label={say('head.what')}>
      <span class="icon-word bad">
        <Icon name="octagon" />
      </span>
      <div class="words">
        <h2>{title ?? verdict}</h2>
        {title !== undefined && <p>{verdict}</p>}
        {parts && <Quotation theirs={parts.theirs} route={route} />}
        <p>{hint ?? entry?.fix_hint ?? entry?.explanation}</p>
        {findings.length > 1 && <p class="meta">{say('verdict.more', { n: findings.length - 1 })}</p>}
        {note}
      </div>
      <dl class="pairs">
        <div>
          <dt>{say('head.owner')}</dt>
          <dd>
            <OwnerOfFinding finding={finding} />
          </dd>
        </div>
        {field && (
          <div>
            <dt>{say('field')}</dt>
            <dd>
              <code>{field}</code>
            </dd>
          </div>
        )}
        <div>
          <dt>{say('code')}</dt>
          <dd>
            <a href={finding.doc_url ?? `/codes/${code}`} target="_blank" rel="noopener">
              <code>{code}</code>
            </a>
          </dd>
        </div>
      </dl>
      <div class="acts">{acts}</div>
    </section>
  );
}
