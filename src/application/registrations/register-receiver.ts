import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { reasonToStop } from '../../domain/clients/client-record.ts';
import { isLive } from '../../domain/credentials/credential.ts';
import { CallFailed } from '../../domain/failures.ts';
import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import { isOver, type ReceiverRegistration } from '../../domain/registrations/receiver-registration.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Registering } from '../../ports/rail/registering.ts';
import type { ReceiverRegistrations } from '../../ports/receiver-registrations.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import { busy } from '../repeat-on-conflict.ts';
import { idOf, type Page, readPage } from '../../ports/page.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { AdvancePorts, AdvanceRegistrations } from './advance-registration.ts';
import { SYSTEM } from '../stepwise/write-step.ts';
import { auditOf, writeRegistration } from './write-registration.ts';

interface Ports extends AdvancePorts {
  readonly receiverRegistrations: ReceiverRegistrations;
  readonly content: Pick<TextSealer, 'openText' | 'sealText'>;
  readonly ids: Ids;
  readonly advanceRegistrations: Pick<AdvanceRegistrations, 'advance' | 'release'>;
}

interface NewRegistration {
  readonly route: Route;
  readonly participant: string;
  readonly credential?: string | undefined;
  readonly migrationKey?: string | undefined;
}

/** A call about the registrations of a client. */
interface RegistrationCall {
  readonly caller: Caller;
  readonly client: string;
  readonly requestId: string;
}

const PAGE_SIZE = 100;
const RETRY_S = 60;

/** Registers companies at a provider to receive over a route, shows and releases them. */
export class RegisterReceiver {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, `forbidden`, `bad-request`, `registration-not-offered`, `registration-exists`, `no-master-key` */
  async run(call: RegistrationCall, wish: NewRegistration): Promise<ReceiverRegistration> {
    const { receiverRegistrations, content, ids, clock, advanceRegistrations } = this.ports;
    const client = this.clientOf(call);
    await this.refuseStopped(client);
    const registering = this.registeringOf(wish.route);
    const participant = registering.participantOf(wish.participant);
    if (participant === undefined)
      throw badRequest('participant', say('registrations.no-participant', { route: wish.route }));
    const credential = await this.chooseCredential(client, wish, participant);
    const provider = providerOf(registering, credential, wish.migrationKey);
    await this.refuseSecond(client, wish.route, participant);
    const now = clock.now();
    const registration: ReceiverRegistration = {
      id: ids.next('reg'),
      client,
      route: wish.route,
      participant,
      state: 'asked',
      ...(credential.id !== null && { credential: credential.id }),
      provider,
      ...(wish.migrationKey !== undefined && {
        sealedMigrationKey: await content.sealText(client, wish.migrationKey),
      }),
      createdAt: now,
      updatedAt: now,
      care: [],
      version: 1,
    };
    const actor = { keyId: call.caller.keyId, requestId: call.requestId };
    const audit = auditOf(registration, actor, now);
    if ((await receiverRegistrations.add(registration, audit)) === 'exists') {
      await this.refuseSecond(client, wish.route, participant);
      throw busy();
    }
    await this.closeEarlier(registration);
    const advanced = await advanceRegistrations.advance(registration, actor);
    if (isOver(advanced)) await this.refuseStopped(client);
    return advanced;
  }

  /** @throws CallFailed `not-found`, for another client's too. */
  async list(caller: Caller, named: string, after: string | undefined): Promise<Page<ReceiverRegistration>> {
    const client = listedClient(caller, named);
    const { receiverRegistrations } = this.ports;
    return readPage(PAGE_SIZE, (limit) => receiverRegistrations.list({ client, after, limit }), idOf);
  }

  /** @throws CallFailed `not-found`, for another client's too. */
  async find(caller: Caller, client: string, id: string): Promise<ReceiverRegistration> {
    return requireOwn(
      caller,
      await this.ports.receiverRegistrations.find(id),
      say('registrations.no-such'),
      client,
    );
  }

  /**
   * Releasing again changes nothing.
   * @throws CallFailed `not-found`; `busy` while the provider may be registering it.
   */
  async release(call: RegistrationCall, id: string): Promise<ReceiverRegistration> {
    const { receiverRegistrations, advanceRegistrations } = this.ports;
    const registration = await this.find(call.caller, call.client, id);
    const actor = { keyId: call.caller.keyId, requestId: call.requestId };
    switch (registration.state) {
      case 'released':
        return registration;
      case 'releasing':
        return advanceRegistrations.advance(registration, actor);
      case 'active':
        return advanceRegistrations.release(registration, actor);
      case 'requested':
        throw unknownYet();
      // The provider was never asked to register it.
      default: {
        const changes = (present: ReceiverRegistration, now: Date) => ({
          state: 'released' as const,
          sealedMigrationKey: undefined,
          care: handleRows(present.care, now),
        });
        if (!(await writeRegistration(registration, changes, actor, this.ports))) throw unknownYet();
        return (await receiverRegistrations.find(id)) ?? registration;
      }
    }
  }

  private clientOf({ caller, client }: RegistrationCall): string {
    return listedClient(caller, client) ?? client;
  }

  private registeringOf(route: Route): Registering {
    const registering = this.ports.rails.get(route)?.registering;
    if (!registering) throw notOffered(say('registrations.route-offers-none', { route }));
    return registering;
  }

  /** The one that is named, else the one that would send for the company. */
  private async chooseCredential(
    client: string,
    { route, credential: id }: NewRegistration,
    participant: string,
  ): Promise<OpenedCredential> {
    const { credentialStore, credentials, clock } = this.ports;
    if (id === undefined) {
      const chosen = await credentials.choose(client, route, [participant.replace(/^[^:]*:/, '')]);
      if (!chosen) throw badRequest('credential', say('registrations.no-credential', { route }));
      return chosen;
    }
    const stored = await credentialStore.find(id);
    if (stored?.client !== client || stored.route !== route || !isLive(stored, clock.now()))
      throw badRequest('credential', say('registrations.no-credential', { route }));
    return credentials.openStored(stored);
  }

  private async refuseStopped(client: string): Promise<void> {
    const reason = reasonToStop(await this.ports.clients.find(client), 'share');
    if (reason !== undefined) throw new CallFailed({ kind: 'forbidden', detail: reason });
  }

  /** The address of another client's registration is not told. */
  private async refuseSecond(client: string, route: Route, participant: string): Promise<void> {
    const live = await this.ports.receiverRegistrations.findLive({ route, participant });
    if (!live) return;
    const detail =
      live.client === client
        ? say('registrations.exists-own', { value: live.id })
        : say('registrations.exists', { participant });
    throw new CallFailed({ kind: 'registration-exists', detail });
  }

  /** A row about an earlier try is over with the next one. */
  private async closeEarlier({ id, client, route, participant }: ReceiverRegistration): Promise<void> {
    for (const one of await this.ports.receiverRegistrations.ofClient(client)) {
      const isEarlier = one.id !== id && one.route === route && one.participant === participant;
      if (isEarlier && isOver(one) && one.care.some(({ handledAt }) => !handledAt))
        await writeRegistration(
          one,
          ({ care }, now) => ({ care: handleRows(care, now) }),
          SYSTEM,
          this.ports,
        );
    }
  }
}

/** @throws CallFailed `registration-not-offered`, `bad-request` */
function providerOf(
  registering: Registering,
  credential: OpenedCredential,
  migrationKey: string | undefined,
): string {
  const offer = registering.offerOf(credential);
  if (offer.offers === 'nothing') throw notOffered(offer.reason);
  if (migrationKey === undefined) return offer.provider;
  if (!offer.takesMigrationKeys)
    throw notOffered(say('registrations.takes-no-keys', { provider: offer.provider }));
  if (!registering.isMigrationKey(migrationKey))
    throw badRequest('migration_key', say('registrations.no-migration-key'));
  return offer.provider;
}

const notOffered = (detail: Text): CallFailed => new CallFailed({ kind: 'registration-not-offered', detail });

const unknownYet = (): CallFailed =>
  new CallFailed({
    kind: 'busy',
    retryAfterSeconds: RETRY_S,
    detail: say('registrations.outcome-not-known-yet'),
  });
