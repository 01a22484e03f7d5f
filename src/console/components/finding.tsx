import type { ComponentChildren } from 'preact';
import type { components } from '../../client/client.ts';
import { dayOf } from '../app/format.ts';
import { differenceOf, figureOf, titleOf } from '../app/figures.ts';
import { language, wordsOf } from '../app/words.ts';
import type Words from '../words/en/finding.json';
import { CodeToCopy } from './copy.tsx';
import { Icon } from './icon.tsx';
import { OwnerOfFinding } from './owner.tsx';

const say = wordsOf<typeof Words>('finding');

type FindingData = components['schemas']['Finding'];

/** By the severity. */
export const FINDING_LOOKS = {
  error: { icon: 'octagon', role: 'bad' },
  warning: { icon: 'triangle', role: 'warn' },
  information: { icon: 'info', role: 'mute' },
} as const;

interface Props {
  readonly finding: FindingData;
  readonly isReceived?: boolean;
  readonly isSelected?: boolean;
  /** Buttons. */
  readonly children?: ComponentChildren;
}

/** What is wrong, in the order in which it is read aloud: how grave, where, what, what to do, who acts. */
export function Finding({ finding, isReceived = false, isSelected = false, children }: Props) {
  const { code, severity = 'error', term, fix_hint: hint, field, related = [], truncated, overlay } = finding;
  const { icon, role } = FINDING_LOOKS[severity];
  const line = lineOf(finding);
  return (
    <article class={`finding ${role} ${isSelected ? 'selected' : ''}`} aria-current={isSelected || undefined}>
      <p class="meta">
        <span class="icon-word">
          <Icon name={icon} /> {say(`severity.${severity}`)}
        </span>
        {term && ` · ${term}`} ·{' '}
        <a href={finding.doc_url ?? `/codes/${code}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
      </p>
      <h3>{titleOf(finding)}</h3>
      {hint && <p>{hint}</p>}
      <FigureList finding={finding} />
      <p class="meta">
        {say('finding.owner')} <OwnerOfFinding finding={finding} isReceived={isReceived} />
        {field && (
          <>
            {' · '}
            <CodeToCopy text={field} />
          </>
        )}
        {line !== undefined && ` · ${say('finding.line', { line: String(line) })}`}
      </p>
      {related.length > 0 && (
        <p class="meta">{say('finding.related', { codes: related.map((each) => each.code).join(', ') })}</p>
      )}
      {overlay && (
        <p class="meta">
          {say(`finding.overlay.${overlay.change}`, {
            day: dayOf(overlay.until, language.value),
            author: overlay.author,
            reason: overlay.reason,
          })}
        </p>
      )}
      {truncated !== undefined && <p class="meta">{say('finding.more', { n: truncated })}</p>}
      {finding.official_message && (
        <details>
          <summary>{say('finding.official')}</summary>
          <p>{finding.official_message}</p>
        </details>
      )}
      {children && <div class="acts">{children}</div>}
    </article>
  );
}

/** Of a file; a field is nearer to the ERP. What is missing is reported at the root, which is true and does not help. */
function lineOf({ location, field }: FindingData): number | undefined {
  return location && field === undefined && !/^\/[^/]+$/.test(location.xpath) ? location.line : undefined;
}

/** The figure of the file against the one that it should be, where both are known. */
function FigureList({ finding }: { readonly finding: FindingData }) {
  const { expected, stated } = finding;
  if (expected === undefined) return null;
  const difference = differenceOf(finding);
  const shown = (figure: string): string => figureOf(figure, language.value);
  return (
    <dl class="figures">
      <div>
        <dt>{say('figure.stated')}</dt>
        <dd class="bad">{stated === undefined ? say('figure.nothing') : shown(stated)}</dd>
      </div>
      <div>
        <dt>{say('figure.expected')}</dt>
        <dd>{shown(expected)}</dd>
      </div>
      {difference && (
        <div>
          <dt>{say('figure.difference')}</dt>
          <dd>{shown(difference)}</dd>
        </div>
      )}
    </dl>
  );
}
