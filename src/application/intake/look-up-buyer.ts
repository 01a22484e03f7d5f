import { CallFailed } from '../../domain/failures.ts';
import type { PeppolReceiver } from '../../domain/routing/peppol-receiver.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { LookedUp, Participants } from '../../ports/participants.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import type { Registrations } from '../../ports/registrations.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { inTime, Late } from '../operation/in-time.ts';

/** Contract part 8: one decision counts once, whatever it takes to make it. */
const LOOK_UP_LIMITS = [
  { seconds: 60, limit: 30 },
  { seconds: 3600, limit: 300 },
] as const;

/** How long an answer is believed. What is not known is not kept: registrations appear at any time. */
const KEPT_MS = { yes: 4 * 3_600_000, no: 5 * 60_000 } as const;
/** The caller waits, for all candidates together. */
const PATIENCE_MS = 8_000;

interface Tools {
  readonly participants: Participants;
  readonly registrations: Registrations;
  readonly rates: Pick<RateCounters, 'take'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'lookedUp'>;
  readonly log: Pick<Log, 'warn'>;
}

export type BuyerFound =
  { readonly registered: 'yes'; readonly participant: string } | { readonly registered: 'no' | 'unknown' };

const NOT_IN_TIME: LookedUp = { registered: 'unknown', reason: 'no answer in time' };

function notInTime(error: unknown): LookedUp {
  if (error instanceof Late) return NOT_IN_TIME;
  throw error;
}

/** Finds out whether the receiver of an invoice is registered in Peppol for it. */
export class LookUpBuyer {
  constructor(private readonly tools: Tools) {}

  /** @throws CallFailed `rate-limited`: the client has had its look-ups. */
  async run(client: string, receiver: PeppolReceiver): Promise<BuyerFound> {
    const { clock } = this.tools;
    const until = clock.now().getTime() + PATIENCE_MS;
    let isCounted = false;
    let isUnknown = false;
    for (const participant of receiver.candidates) {
      const name = this.nameOf(participant, receiver);
      let said: BuyerFound['registered'] | undefined = await this.known(name);
      if (said === undefined) {
        if (!isCounted) await this.count(client);
        isCounted = true;
        said = await this.asked(client, until - clock.now().getTime(), { participant, ...receiver });
        if (said !== 'unknown') await this.keep(name, said);
      }
      if (said === 'yes') return { registered: 'yes', participant };
      isUnknown ||= said === 'unknown';
    }
    return { registered: isUnknown ? 'unknown' : 'no' };
  }

  private async count(client: string): Promise<void> {
    const { rates, clock } = this.tools;
    const retryAfterSeconds = await rates.take(`client:${client}/look-up`, LOOK_UP_LIMITS, clock.now());
    if (retryAfterSeconds > 0) throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds });
  }

  private async asked(
    client: string,
    forMs: number,
    { participant, ...wanted }: PeppolReceiver & { readonly participant: string },
  ): Promise<BuyerFound['registered']> {
    const { participants, log, telemetry } = this.tools;
    const found =
      forMs > 0
        ? await inTime(forMs, participants.lookUp(participant.toLowerCase(), wanted)).catch(notInTime)
        : NOT_IN_TIME;
    telemetry.lookedUp(found.registered);
    if (found.registered === 'unknown')
      log.warn({ client, reason: found.reason }, 'a buyer could not be looked up');
    return found.registered;
  }

  /** Participants compare in lower case. */
  private nameOf(participant: string, { documentType, process }: PeppolReceiver): string {
    return this.tools.digests.sha256(`${participant.toLowerCase()} ${documentType} ${process}`);
  }

  private async known(name: string): Promise<'yes' | 'no' | undefined> {
    const { registrations, clock, telemetry } = this.tools;
    const known = await registrations.known(name, clock.now());
    if (known) telemetry.lookedUp('kept');
    return known;
  }

  private async keep(name: string, registered: 'yes' | 'no'): Promise<void> {
    const { registrations, clock } = this.tools;
    const now = clock.now();
    await registrations.keep(name, { registered, until: new Date(now.getTime() + KEPT_MS[registered]) }, now);
  }
}
