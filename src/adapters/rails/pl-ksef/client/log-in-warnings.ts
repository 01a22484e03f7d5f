import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { quoted } from 'en16931-rules/vocabulary/quoted.ts';
import { Newest } from '../../../../domain/newest.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Caller, contextOfCaller } from './credential.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_CALLERS = 1_000;

/**
 * Warnings of KSeF at a log-in. Logs are not read in time for them, so one accepted invoice a day of each company opens a care
 * row. The warning is stored with the tokens of the log-in, so a restart loses none.
 */
export class LogInWarnings {
  private readonly open = new Newest<string>(MAX_CALLERS);
  private readonly warnedAt = new Newest<number>(MAX_CALLERS);

  constructor(private readonly clock: Clock) {}

  /** @param warning of the current log-in; undefined if it had none. */
  take(caller: Caller, warning: string | undefined): void {
    if (warning === undefined) this.open.take(nameOf(caller));
    else this.open.set(nameOf(caller), warning);
  }

  addTo(answer: RailAnswer, caller: Caller | undefined): RailAnswer {
    const warning = caller && this.open.get(nameOf(caller));
    if (!caller || warning === undefined || answer.mapping.meaning !== 'accepted') return answer;
    const now = this.clock.now().getTime();
    const warnedAt = this.warnedAt.get(nameOf(caller));
    if (warnedAt !== undefined && now - warnedAt < DAY_MS) return answer;
    this.warnedAt.set(nameOf(caller), now);
    const { logInWarned } = statuses;
    const remark = {
      ...logInWarned,
      message: sentences(logInWarned.message, say('networks-pl-ksef.it-says', { warning: quoted(warning) })),
    };
    return { ...answer, remarks: [...(answer.remarks ?? []), remark] };
  }
}

const nameOf = (caller: Caller): string => `${caller.credential.id ?? ''} ${contextOfCaller(caller)}`;
