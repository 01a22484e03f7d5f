import { say } from 'en16931-rules/vocabulary/message.ts';
import { CallFailed, type RatePolicy } from '../../domain/failures.ts';
import type { PeppolReceiver } from '../../domain/routing/peppol-receiver.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { DocumentKindAsked, LookedUp, Participants } from '../../ports/participants.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import type { Registration, Registrations } from '../../ports/registrations.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import { inTime, Late } from '../operation/in-time.ts';

/** Contract part 8: one decision counts once, however many look-ups it takes. */
const LOOK_UP_POLICY = {
  name: 'look-up',
  windows: [
    { seconds: 60, limit: 30 },
    { seconds: 3600, limit: 300 },
  ],
} as const satisfies RatePolicy;

/** How long an answer is kept. `unknown` is not kept: registrations appear at any time. */
const KEPT_MS = { yes: 4 * 3_600_000, no: 5 * 60_000 } as const;
/** For all candidates together: the caller waits. */
const PATIENCE_MS = 8_000;
/** Of a caller who gets an answer without it, too. */
const SHORT_PATIENCE_MS = 1_000;

interface Ports {
  readonly participants: Pick<Participants, 'lookUp'>;
  readonly registrations: Registrations;
  readonly rates: Pick<RateCounters, 'take'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly clock: Clock;
  readonly telemetry: Pick<Telemetry, 'countLookup'>;
  readonly log: Pick<Log, 'warn'>;
}

export type Registered = BuyerFound['registered'];

/** The answers about one kind of document. */
interface KindFound {
  readonly documentType: string;
  readonly registered: Registered;
  /** When Peppol was asked. */
  readonly checkedAt: Date;
}

export type BuyerFound =
  { readonly registered: 'yes'; readonly participant: string } | { readonly registered: 'no' | 'unknown' };

/** The scheme of Leitweg-IDs: the number names an office, and those behind it the company that the office belongs to. */
const LEITWEG = '0204:';

const NOT_IN_TIME: LookedUp = { registered: 'unknown', reason: say('calls.no-answer-in-time') };

function answerLate(error: unknown): LookedUp {
  if (error instanceof Late) return NOT_IN_TIME;
  throw error;
}

/** Finds out whether the receiver of an invoice is registered in Peppol for it. */
export class LookUpBuyer {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `rate-limited`: the client has used up its look-ups. */
  async run(client: string, receiver: PeppolReceiver, patienceMs = PATIENCE_MS): Promise<BuyerFound> {
    const { clock } = this.ports;
    const until = clock.now().getTime() + patienceMs;
    let isCounted = false;
    let isUnknown = false;
    for (const participant of receiver.candidates) {
      const name = this.nameOf(participant, receiver);
      let registered: Registered | undefined = (await this.findKept(name))?.registered;
      if (registered === undefined) {
        if (!isCounted) await this.count(client);
        isCounted = true;
        registered = await this.askPeppol(client, until - clock.now().getTime(), {
          participant,
          ...receiver,
        });
        if (registered !== 'unknown') await this.keep(name, registered);
      }
      if (registered === 'yes') return { registered: 'yes', participant };
      isUnknown ||= registered === 'unknown';
      // An office that may be registered does not get its invoice at the address of another one.
      if (isUnknown && participant.startsWith(LEITWEG)) break;
    }
    return { registered: isUnknown ? 'unknown' : 'no' };
  }

  /** Where the look-up helps and decides nothing: after a second, and after too many look-ups, the answer is `unknown`. */
  async briefly(client: string, receiver: PeppolReceiver): Promise<BuyerFound> {
    try {
      return await this.run(client, receiver, SHORT_PATIENCE_MS);
    } catch (error) {
      if (error instanceof CallFailed && error.failure.kind === 'rate-limited')
        return { registered: 'unknown' };
      throw error;
    }
  }

  /**
   * Looks up all kinds of document at once. One call counts as one look-up; a kept answer costs nothing.
   * @throws CallFailed `rate-limited`: the client has used up its look-ups.
   */
  async kinds(
    client: string,
    participant: string,
    kinds: readonly DocumentKindAsked[],
  ): Promise<readonly KindFound[]> {
    const { clock } = this.ports;
    const registrations = await Promise.all(
      kinds.map((kind) => this.findKept(this.nameOf(participant, kind))),
    );
    if (registrations.includes(undefined)) await this.count(client);
    return Promise.all(
      kinds.map(async (kind, n): Promise<KindFound> => {
        const { documentType } = kind;
        const before = registrations[n];
        if (before) {
          const checkedAt = new Date(before.expiresAt.getTime() - KEPT_MS[before.registered]);
          return { documentType, registered: before.registered, checkedAt };
        }
        const registered = await this.askPeppol(client, PATIENCE_MS, { participant, ...kind });
        if (registered !== 'unknown') await this.keep(this.nameOf(participant, kind), registered);
        return { documentType, registered, checkedAt: clock.now() };
      }),
    );
  }

  private async count(client: string): Promise<void> {
    const { rates, clock } = this.ports;
    const { name, windows } = LOOK_UP_POLICY;
    const retryAfterSeconds = await rates.take(`client:${client}/${name}`, windows, clock.now());
    if (retryAfterSeconds > 0)
      throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds, policy: LOOK_UP_POLICY });
  }

  private async askPeppol(
    client: string,
    forMs: number,
    { participant, ...rest }: DocumentKindAsked & { readonly participant: string },
  ): Promise<Registered> {
    const { participants, log, telemetry } = this.ports;
    const lookup =
      forMs > 0
        ? await inTime(forMs, participants.lookUp(participant.toLowerCase(), rest)).catch(answerLate)
        : NOT_IN_TIME;
    telemetry.countLookup(lookup.registered);
    if (lookup.registered === 'unknown')
      log.warn({ client, reason: lookup.reason }, 'a buyer could not be looked up');
    return lookup.registered;
  }

  /** Participants compare in lower case. */
  private nameOf(participant: string, { documentType, process }: DocumentKindAsked): string {
    return this.ports.digests.sha256(`${participant.toLowerCase()} ${documentType} ${process}`);
  }

  private async findKept(name: string): Promise<Registration | undefined> {
    const { registrations, clock, telemetry } = this.ports;
    const registration = await registrations.find(name, clock.now());
    if (registration) telemetry.countLookup('kept');
    return registration;
  }

  private async keep(name: string, registered: 'yes' | 'no'): Promise<void> {
    const { registrations, clock } = this.ports;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + KEPT_MS[registered]);
    await registrations.keep({ name, registered, expiresAt }, now);
  }
}
