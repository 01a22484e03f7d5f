import { Newest } from '../../domain/newest.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  DocumentKindAsked,
  LookedUp,
  Participants,
  SmpOfParticipant,
} from '../../ports/participants.ts';

/** Decisions, "look-up before handing over". */
const RECENT_MS = 5 * 60_000;
const MAX_ANSWERS = 1000;

interface Answer {
  readonly answer: LookedUp;
  readonly at: number;
}

/** Many invoices go to one receiver: a clear answer counts for five minutes. */
export class RecentParticipants implements Participants {
  private readonly answers = new Newest<Answer>(MAX_ANSWERS);

  constructor(
    private readonly participants: Participants,
    private readonly clock: Clock,
  ) {}

  /** A registration changes it, so it is asked each time. */
  smpOf(participant: string, sender?: string): Promise<SmpOfParticipant> {
    return this.participants.smpOf(participant, sender);
  }

  async lookUp(participant: string, kind: DocumentKindAsked): Promise<LookedUp> {
    const name = [participant, kind.documentType, kind.process].join(' ');
    const now = this.clock.now().getTime();
    const recent = this.answers.get(name);
    if (recent && Math.abs(now - recent.at) < RECENT_MS) return recent.answer;
    const answer = await this.participants.lookUp(participant, kind);
    if (answer.registered === 'unknown') this.answers.take(name);
    else this.answers.set(name, { answer, at: now });
    return answer;
  }
}
