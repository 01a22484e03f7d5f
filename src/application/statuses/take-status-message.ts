import { hasEnded, type OutgoingState, type OutgoingStatus } from '../../domain/statuses/outgoing-status.ts';
import type { RouteMessage } from '../../ports/rail/route-messages.ts';
import type { StatusStore, SubmissionQuery } from '../../ports/status-store.ts';
import type { TakesStatusMessages } from '../messages/take-message.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { recordLaterRejection, type Rejection, type StatusRejectionPorts } from './status-outcome.ts';
import { noteEnd } from './status-care.ts';

interface Ports extends StatusRejectionPorts {
  readonly statuses: Pick<StatusStore, 'ofSubmission' | 'commit'>;
}

/** The route's own answer to the call is still to come. */
const IS_BEFORE_ITS_ANSWER: ReadonlySet<OutgoingState> = new Set(['queued', 'sending']);

/** Applies messages about statuses that clients sent: a rejection by the receiving side, also after the route has taken the status. */
export class TakeStatusMessage implements TakesStatusMessages {
  constructor(private readonly ports: Ports) {}

  /** Applying a message again changes nothing. After a crash between both commits the event is there already. */
  async run(
    message: RouteMessage,
    query: SubmissionQuery,
  ): Promise<'taken' | 'known' | 'unknown' | 'retry-later'> {
    const { ports } = this;
    const take = async () => {
      const status = await ports.statuses.ofSubmission(query);
      if (!status) return 'unknown';
      const rejection = rejectionIn(message);
      if (!rejection || status.state === 'refused') return 'known';
      if (IS_BEFORE_ITS_ANSWER.has(status.state)) return 'retry-later';
      if ((await recordLaterRejection(status, rejection, ports)) === 'wait') return 'retry-later';
      // A row that came after its end is a later status's.
      if (!hasEnded(status)) await noteEnd(status, { ...rejection, isGivenUp: false }, ports);
      return (await commitRefused(status, ports)) === 'committed' ? 'taken' : undefined;
    };
    return repeatOnConflict(take, () => 'retry-later');
  }
}

/** Undefined if the message confirms the status. */
function rejectionIn({ effect, raw }: RouteMessage): Rejection | undefined {
  if (effect.kind !== 'refused') return undefined;
  const { mapping, words } = effect.ofStatus ?? effect;
  return { rejection: mapping, raw, ...(words && { words }) };
}

function commitRefused(status: OutgoingStatus, { statuses, clock }: Ports) {
  const changed = { state: 'refused', dueAt: null, updatedAt: clock.now() } as const;
  const record = { ...status, ...changed, version: status.version + 1 };
  return statuses.commit({ record, events: [], audit: [], files: [] });
}
