import type { components } from '../../client/client.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Copy } from './copy.tsx';
import { Icon } from './icon.tsx';
import { Owner } from './owner.tsx';

const say = wordsOf<typeof Words>('common');

type FindingData = components['schemas']['Finding'];

const LOOKS = {
  error: { icon: 'octagon', role: 'bad' },
  warning: { icon: 'triangle', role: 'warn' },
  information: { icon: 'info', role: 'mute' },
} as const;

interface Props {
  readonly finding: FindingData;
  readonly isReceived?: boolean;
}

/** What is wrong, in the order in which it is read aloud: how grave, where, what, what to do, who acts. */
export function Finding({ finding, isReceived = false }: Props) {
  const { code, severity = 'error', term, message, fix_hint: hint, field, related = [], truncated } = finding;
  const { icon, role } = LOOKS[severity];
  const { line } = finding.location ?? {};
  return (
    <article class={`finding ${role}`}>
      <p class="meta">
        <span class="icon-word">
          <Icon name={icon} /> {say(`severity.${severity}`)}
        </span>
        {term && ` · ${term}`} ·{' '}
        <a href={finding.doc_url ?? `/codes/${code}`} target="_blank" rel="noopener">
          <code>{code}</code>
        </a>
      </p>
      <h3>{message ?? code}</h3>
      {hint && <p>{hint}</p>}
      <p class="meta">
        {say('finding.owner')}{' '}
        <Owner owner={finding.who_fixes} senderCanFix={finding.sender_can_fix} isReceived={isReceived} />
        {field && (
          <>
            {' · '}
            <code>{field}</code> <Copy text={field} />
          </>
        )}
        {line !== undefined && ` · ${say('finding.line', { line: String(line) })}`}
      </p>
      {related.length > 0 && (
        <p class="meta">{say('finding.related', { codes: related.map((each) => each.code).join(', ') })}</p>
      )}
      {truncated !== undefined && <p class="meta">{say('finding.more', { n: truncated })}</p>}
      {finding.official_message && (
        <details>
          <summary>{say('finding.official')}</summary>
          <p>{finding.official_message}</p>
        </details>
      )}
    </article>
  );
}
