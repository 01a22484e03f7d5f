import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import type Words from '../../words/en/repair.json';
import { canCheck } from './calls.ts';
import { type Draft, hasUnread, isChanged, isForErp, numberIn } from './draft.ts';

const say = wordsOf<typeof Words>('repair');

/** Each open finding whose correction is known. */
export interface UseAll {
  readonly n: number;
  readonly run: () => void;
}

interface Props {
  readonly draft: Draft;
  readonly isBusy: boolean;
  readonly onCheck: () => void;
  /** On a phone its place is the list of findings. */
  readonly useAll: UseAll | undefined;
  readonly onCompare: () => void;
}

/** What can be done now; a button that cannot be pressed yet says why. */
export function FootBar({ draft, isBusy, onCheck, useAll, onCompare }: Props) {
  const reason = reasonNotToSend(draft);
  return (
    <div class="repair-foot">
      <p class="meta">{say(draft.refused.next ? 'foot.next' : 'foot')}</p>
      {useAll && useAll.n > 1 && <Button onClick={useAll.run}>{say('use-all', { n: useAll.n })}</Button>}
      <Button
        kind={reason === undefined || isForErp(draft) ? 'plain' : 'primary'}
        isBusy={isBusy}
        reason={hasUnread(draft) ? say('reason.unread') : canCheck(draft) ? undefined : say('no-route')}
        onClick={onCheck}
      >
        {say('check')} <kbd aria-hidden="true">{say('key.ctrl')}</kbd>{' '}
        <kbd aria-hidden="true">{say('key.enter')}</kbd>
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
