import type { Mailer } from '../../ports/mailer.ts';
import type {
  DocumentKindAsked,
  LookedUp,
  Participants,
  SmpOfParticipant,
} from '../../ports/participants.ts';
import type { Tracing } from '../../ports/tracing.ts';

/** A span for each mail, without names. */
export class TracedMailer implements Mailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly tracing: Tracing,
  ) {}

  get domain(): string {
    return this.mailer.domain;
  }

  get maxCallMs(): number {
    return this.mailer.maxCallMs;
  }

  send(...mail: Parameters<Mailer['send']>): ReturnType<Mailer['send']> {
    return this.tracing.span({ name: 'send a mail', kind: 'client' }, async (span) => {
      const answer = await this.mailer.send(...mail);
      if (answer.outcome !== 'accepted') span.fail(answer.outcome);
      return answer;
    });
  }
}

/** A span for each look-up in Peppol: DNS and the calls after it. */
export class TracedParticipants implements Participants {
  constructor(
    private readonly participants: Participants,
    private readonly tracing: Tracing,
  ) {}

  smpOf(participant: string, sender?: string): Promise<SmpOfParticipant> {
    return this.tracing.span({ name: 'look up in Peppol', kind: 'client' }, async (span) => {
      const answer = await this.participants.smpOf(participant, sender);
      span.set({ registered: answer.kind });
      if (answer.kind === 'unknown') span.fail('unknown');
      return answer;
    });
  }

  lookUp(participant: string, kind: DocumentKindAsked): Promise<LookedUp> {
    return this.tracing.span({ name: 'look up in Peppol', kind: 'client' }, async (span) => {
      const answer = await this.participants.lookUp(participant, kind);
      span.set({ registered: answer.registered });
      if (answer.registered === 'unknown') span.fail('unknown');
      return answer;
    });
  }
}
