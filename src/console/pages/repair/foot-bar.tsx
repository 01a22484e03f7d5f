import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import type Words from '../../words/en/repair.json';
import { canCheck } from './calls.ts';
import { type Draft, findingsOf, hasUnread, isChanged, isForErp, numberIn } from './draft.ts';
import { remediesFor } from './remedies.ts';

const say = wordsOf<typeof Words>('repair');

interface Props {
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
  readonly onUseAll: () => void;
  readonly onCompare: () => void;
}

/** What can be done now; a button that cannot be pressed yet says why. */
export function FootBar({ draft, isBusy, onCheck, onUseAll, onCompare }: Props) {
  const { open } = findingsOf(draft);
  const offered =
    draft.syntax === 'json'
      ? open.filter((finding) =>
          ['use', 'rename'].includes(remediesFor(draft.text.value, finding)[0]?.kind ?? ''),
        )
      : [];
  const reason = reasonNotToSend(draft);
  return (
    <div class="repair-foot">
      <p class="meta">{say('foot')}</p>
      {offered.length > 1 && <Button onClick={onUseAll}>{say('use-all', { n: offered.length })}</Button>}
      <Button
        kind={reason === undefined || isForErp(draft) ? 'plain' : 'primary'}
        isBusy={isBusy}
        reason={hasUnread(draft) ? say('reason.unread') : canCheck(draft) ? undefined : say('no-route')}
        onClick={onCheck}
      >
        {say('check')} <kbd aria-hidden="true">Ctrl</kbd> <kbd aria-hidden="true">Enter</kbd>
      </Button>
      <Button kind={reason === undefined ? 'primary' : 'plain'} reason={reason} onClick={onCompare}>
        {say('compare')}
      </Button>
    </div>
  );
}

/** Undefined if it can be sent: it was changed, and the checks of this text have passed. Without a route it cannot be checked before. */
function reasonNotToSend(draft: Draft): string | undefined {
  const { correction, number } = draft.refused;
  if (hasUnread(draft)) return say('reason.unread');
  if (!isChanged(draft)) return say('reason.unchanged');
  if (correction?.number === 'new' && number !== undefined && numberIn(draft) === number)
    return say('reason.number', { number });
  if (!canCheck(draft)) return undefined;
  const check = draft.check.value;
  if (check?.text !== draft.text.value) return say('reason.unchecked');
  return check.isPassed ? undefined : say('reason.findings');
}
