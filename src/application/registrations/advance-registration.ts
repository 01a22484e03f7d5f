import { say } from 'en16931-rules/vocabulary/message.ts';
import { newClient } from '../../domain/clients/client-record.ts';
import { isUnfinished, type ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Log } from '../../ports/log.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { Registered, Registering, Released } from '../../ports/rail/registering.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import { repeatOnConflict } from '../repeat-on-conflict.ts';
import { bringRecordsOn } from '../stepwise/bring-records-on.ts';
import { type Actor, type Stepped as SteppedOf, SYSTEM } from '../stepwise/write-step.ts';
import { accountAgain, type AccountPorts } from './account-again.ts';
import { toActive, toElsewhere, toFailed, toLookedUp, toReleased, toWaiting } from './registration-steps.ts';
import { type MakeChanges, writeRegistration, type WritePorts } from './write-registration.ts';

export interface AdvancePorts extends WritePorts, AccountPorts {
  readonly receiverRegistrations: WritePorts['receiverRegistrations'] &
    Pick<ReceiverRegistrations, 'unfinished'>;
  readonly clients: Pick<ClientStore, 'find' | 'replace'>;
  readonly rails: Rails;
  readonly content: Pick<TextSealer, 'openText'>;
  readonly log: Pick<Log, 'warn'>;
}

/** Longer than all calls of one step together: until then its process may still be at work. */
const CALL_MS = 5 * 60_000;
/** After this an entry that the provider does not have was never made. */
const SETTLED_MS = 15 * 60_000;
/** DNS may keep for hours that there was no such participant. */
const SEEN_MS = 24 * 3_600_000;
const REST_MS = 60_000;
const AT_ONCE = 20;
const MAX_STEPS = 5;

/** A step, with what it takes. */
interface Step {
  readonly record: ReceiverRegistration;
  readonly registering: Registering;
  readonly credential: OpenedCredential;
  readonly actor: Actor;
}

type Stepped = SteppedOf<ReceiverRegistration>;

/**
 * Brings registrations on. A mark is stored before the provider is called, so after a crash or a lost answer the provider is asked what
 * it has: no call to register is repeated whose outcome is not known.
 */
export class AdvanceRegistrations {
  constructor(private readonly ports: AdvancePorts) {}

  /** Those that wait, one after the other. */
  async run(): Promise<void> {
    const { receiverRegistrations, clock, log } = this.ports;
    const before = new Date(clock.now().getTime() - REST_MS);
    const list = (limit: number) => receiverRegistrations.unfinished(before, limit);
    await bringRecordsOn({ noun: 'registration', list, atOnce: AT_ONCE, log }, (record) =>
      this.advance(record),
    );
  }

  /** As far as it goes now. @returns the present record. */
  async advance(record: ReceiverRegistration, actor: Actor = SYSTEM): Promise<ReceiverRegistration> {
    let present = record;
    for (let steps = 0; steps < MAX_STEPS && isUnfinished(present); steps += 1) {
      const stepped = await this.step(present, actor);
      if (stepped === 'waits') break;
      present = stepped;
    }
    return (await this.ports.receiverRegistrations.find(record.id)) ?? present;
  }

  /** Takes the participant from the provider. A person has asked for it. */
  async release(record: ReceiverRegistration, actor: Actor): Promise<ReceiverRegistration> {
    const marked = await this.write(record, (_, now) => ({ state: 'releasing', calledAt: now }), actor);
    if (marked === 'waits') return (await this.ports.receiverRegistrations.find(record.id)) ?? record;
    const step = await this.stepOf(marked, actor);
    if (step !== 'waits') await this.releaseNow(step);
    return (await this.ports.receiverRegistrations.find(record.id)) ?? marked;
  }

  private async step(record: ReceiverRegistration, actor: Actor): Promise<Stepped> {
    // The process that has marked it may still be at its call.
    if (record.state === 'requested' || record.state === 'releasing')
      if (this.sinceCall(record) < CALL_MS) return 'waits';
    if (record.state === 'asked' && !(await this.claimClient(record.client)))
      return this.write(record, toReleased, actor);
    const step = await this.stepOf(record, actor);
    if (step === 'waits') return 'waits';
    switch (record.state) {
      case 'asked':
        return this.find(step);
      case 'looked_up':
        return this.register(step);
      case 'requested':
        return this.askAfterRegistering(step);
      case 'releasing':
        return this.askAfterReleasing(step);
      case 'active':
        return this.see(step);
      default:
        return 'waits';
    }
  }

  /**
   * Counts a version of the client's record, before the provider is first asked. A deletion that has looked for registrations before this one
   * was stored then finds another version, and looks again.
   * @returns false if the client is deleted, or its deletion has begun.
   */
  private claimClient(client: string): Promise<boolean> {
    const { clients, clock } = this.ports;
    return repeatOnConflict(async () => {
      const present = (await clients.find(client)) ?? newClient(client, clock.now());
      if (present.deletedAt) return false;
      return (await clients.replace({ ...present, version: present.version + 1 })) || undefined;
    });
  }

  private async stepOf(record: ReceiverRegistration, actor: Actor): Promise<Step | 'waits'> {
    const registering = this.ports.rails.get(record.route)?.registering;
    const credential = await accountAgain(record, this.ports);
    if (registering && credential) return { record, registering, credential, actor };
    return this.wait(record, toWaiting(say('registrations.no-such-account'), 0), actor);
  }

  /** What the provider has already, then what the network has. */
  private async find(step: Step): Promise<Stepped> {
    const { record, registering, actor } = step;
    const entry = await registering.ask(orderOf(step));
    if (entry.outcome === 'registered') return this.write(record, toActive(entry.reference), actor);
    if (entry.outcome === 'refused')
      return this.write(record, toFailed(entry.reason, say('codes.EI-REGISTRATION-FAILED.hint')), actor);
    if (entry.outcome === 'partly') return this.write(record, toLookedUp, actor);
    if (entry.outcome !== 'absent') return this.wait(record, toWaiting(entry.reason), actor);
    const place = await registering.lookUp(orderOf(step));
    if (place.at === 'unknown') return this.wait(record, toWaiting(place.reason), actor);
    // Its own place without an entry is what is left of a registration that broke off.
    if (place.at === 'nowhere' || place.isOwn) return this.write(record, toLookedUp, actor);
    const { host } = place;
    const takesKeys = takesKeysOf(step);
    if (!takesKeys || record.sealedMigrationKey === undefined)
      return this.write(
        record,
        toElsewhere(say('registrations.is-elsewhere', { host }), { host, takesKeys }),
        actor,
      );
    const elsewhere = host;
    return this.write(record, () => ({ state: 'looked_up', elsewhere, problem: undefined }), actor);
  }

  private async register(step: Step): Promise<Stepped> {
    const { registering, actor } = step;
    const { sealedMigrationKey, client } = step.record;
    const migrationKey =
      sealedMigrationKey === undefined
        ? undefined
        : await this.ports.content.openText(client, sealedMigrationKey);
    const record = await this.write(
      step.record,
      (_, now) => ({ state: 'requested', calledAt: now, problem: undefined }),
      actor,
    );
    if (record === 'waits') return 'waits';
    const order = { ...orderOf({ ...step, record }), ...(migrationKey !== undefined && { migrationKey }) };
    return this.takeRegistered({ ...step, record }, await registering.register(order));
  }

  private takeRegistered(step: Step, answer: Registered): Promise<Stepped> {
    const { record, actor } = step;
    switch (answer.outcome) {
      case 'registered':
        return this.write(record, toActive(answer.reference), actor);
      case 'refused':
        return this.write(
          record,
          answer.isElsewhere
            ? toElsewhere(answer.reason, { takesKeys: takesKeysOf(step) })
            : toFailed(answer.reason, say('codes.EI-REGISTRATION-FAILED.hint')),
          actor,
        );
      // Nothing has happened, so the call is made again after a while.
      case 'later':
        return this.wait(
          record,
          (present, now) => ({ ...toWaiting(answer.reason)(present, now), state: 'looked_up' }),
          actor,
        );
      case 'unknown':
        return this.wait(record, toWaiting(answer.reason), actor);
    }
  }

  private async askAfterRegistering(step: Step): Promise<Stepped> {
    const { record, registering, actor } = step;
    const entry = await registering.ask(orderOf(step));
    if (entry.outcome === 'registered') return this.write(record, toActive(entry.reference), actor);
    if (entry.outcome === 'partly') return this.write(record, toLookedUp, actor);
    if (entry.outcome === 'absent' && this.sinceCall(record) >= SETTLED_MS)
      return this.write(
        record,
        toFailed(say('registrations.was-not-made'), say('codes.EI-REGISTRATION-FAILED.hint')),
        actor,
      );
    const problem = entry.outcome === 'absent' ? say('registrations.answer-lost') : entry.reason;
    return this.wait(record, toWaiting(problem), actor);
  }

  /** Released again only if the provider says that it still has the participant. */
  private async askAfterReleasing(step: Step): Promise<Stepped> {
    const { record, registering, actor } = step;
    const entry = await registering.ask(orderOf(step));
    if (entry.outcome === 'absent') return this.write(record, toReleased, actor);
    if (entry.outcome !== 'registered' && entry.outcome !== 'partly')
      return this.wait(record, toWaiting(entry.reason), actor);
    const marked = await this.write(record, (_, now) => ({ calledAt: now }), actor);
    return marked === 'waits' ? 'waits' : this.releaseNow({ ...step, record: marked });
  }

  private async releaseNow(step: Step): Promise<Stepped> {
    const { record, actor } = step;
    const answer: Released = await step.registering.release(orderOf(step));
    if (answer.outcome === 'released') return this.write(record, toReleased, actor);
    return this.wait(record, toWaiting(answer.reason, answer.outcome === 'refused' ? 0 : undefined), actor);
  }

  /** What the provider has said, the network has to show. */
  private async see(step: Step): Promise<Stepped> {
    const { record, registering, actor } = step;
    const place = await registering.lookUp(orderOf(step));
    if (place.at === 'somewhere' && (place.isOwn || place.host !== record.elsewhere))
      return this.write(
        record,
        (present, now) => ({ ...toActive(undefined)(present, now), seenAt: now, elsewhere: undefined }),
        actor,
      );
    const problem = place.at === 'unknown' ? place.reason : say('registrations.not-shown');
    return this.wait(record, toWaiting(problem, SEEN_MS), actor);
  }

  private async write(record: ReceiverRegistration, changes: MakeChanges, actor: Actor): Promise<Stepped> {
    return (await writeRegistration(record, changes, actor, this.ports)) ?? 'waits';
  }

  private async wait(record: ReceiverRegistration, changes: MakeChanges, actor: Actor): Promise<'waits'> {
    await this.write(record, changes, actor);
    return 'waits';
  }

  private sinceCall({ calledAt }: ReceiverRegistration): number {
    return calledAt ? this.ports.clock.now().getTime() - calledAt.getTime() : Infinity;
  }
}

function takesKeysOf({ registering, credential }: Step): boolean {
  const offer = registering.offerOf(credential);
  return offer.offers === 'registration' && offer.takesMigrationKeys;
}

const orderOf = ({ record: { participant, reference }, credential }: Step) => ({
  credential,
  participant,
  ...(reference !== undefined && { reference }),
});
