import { hasEnded, type OutgoingState, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { StatusStore, SubmissionQuery } from '../../ports/status-store.ts';
import type { TakesStatusMessages } from '../messages/take-message.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { recordLaterRefusal, type Refusal, type RefusalTools } from './status-outcome.ts';
import { noteEnd } from './status-care.ts';

interface Tools extends RefusalTools {
  readonly statuses: Pick<StatusStore, 'ofSubmission' | 'commit'>;
}

/** The route's own answer to the call is still to come. */
const IS_BEFORE_ITS_ANSWER: ReadonlySet<OutgoingState> = new Set(['queued', 'sending']);

/** Applies messages about statuses that clients sent: a refusal by the receiving side, also after the route has taken the status. */
export class TakeStatusMessage implements TakesStatusMessages {
  constructor(private readonly tools: Tools) {}

  /** Applying a message again changes nothing. After a crash between both commits the event is there already. */
  async run(
    message: RouteMessage,
    query: SubmissionQuery,
  ): Promise<'taken' | 'known' | 'unknown' | 'retry-later'> {
    const { tools } = this;
    const take = async () => {
      const status = await tools.statuses.ofSubmission(query);
      if (!status) return 'unknown';
      const refusal = refusalIn(message);
      if (!refusal || status.state === 'refused') return 'known';
      if (IS_BEFORE_ITS_ANSWER.has(status.state)) return 'retry-later';
      if ((await recordLaterRefusal(status, refusal, tools)) === 'wait') return 'retry-later';
      // A row that came after its end is a later status's.
      if (!hasEnded(status)) await noteEnd(status, { ...refusal, isGivenUp: false }, tools);
      return (await commitRefused(status, tools)) === 'committed' ? 'taken' : undefined;
    };
    return repeatOnConflict(take, () => 'retry-later');
  }
}

/** Undefined if the message confirms the status. */
function refusalIn({ effect, raw }: RouteMessage): Refusal | undefined {
  if (effect.kind !== 'refused') return undefined;
  const { mapping, words } = effect.ofStatus ?? effect;
  return { refusal: mapping, raw, ...(words && { words }) };
}

function commitRefused(status: OutgoingStatus, { statuses, clock }: Tools) {
  const changed = { state: 'refused', dueAt: null, updatedAt: clock.now() } as const;
  const record = { ...status, ...changed, version: status.version + 1 };
  return statuses.commit({ record, events: [], audit: [], files: [] });
}
