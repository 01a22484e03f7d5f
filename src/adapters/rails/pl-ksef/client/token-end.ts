import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { Newest } from '../../../../domain/newest.ts';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import { PL_KSEF } from '../../../../domain/routes/pl-ksef/profile.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Caller, contextOfCaller } from './credential.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
const MAX_CALLERS = 1_000;

/**
 * Tokens end by law. A client that stores a certificate uses it instead, so one who is still sent for by a token has none: one accepted invoice
 * a week of each company opens a care row. The token of the sandbox belongs to no client.
 */
export class TokenEnd {
  private readonly toldAt = new Newest<number>(MAX_CALLERS);

  constructor(private readonly clock: Clock) {}

  addTo(answer: RailAnswer, caller: Caller | undefined): RailAnswer {
    const ending = PL_KSEF.credentials.ending;
    if (!caller || !ending || answer.mapping.meaning !== 'accepted') return answer;
    const { id, kind } = caller.credential;
    if (id === null || kind !== ending.kind) return answer;
    const name = `${id} ${contextOfCaller(caller)}`;
    const now = this.clock.now();
    const toldAt = this.toldAt.get(name);
    if (toldAt !== undefined && now.getTime() - toldAt < WEEK_MS) return answer;
    this.toldAt.set(name, now.getTime());
    const left = daysLeft(ending.lastDay, dayOf(now));
    const message = sentences(
      statuses.tokenEnds.message,
      say('networks-pl-ksef.ksef-accepts-tokens-until', {
        day: ending.lastDay,
        left:
          left < 0
            ? say('networks-pl-ksef.that-day-has-passed')
            : say('networks-pl-ksef.days-are-left', { n: left }),
      }),
    );
    return { ...answer, remarks: [...(answer.remarks ?? []), { ...statuses.tokenEnds, message }] };
  }
}
