import { say } from 'en16931-rules/vocabulary/message.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { type Connection, isOver, isSameUse } from '../../domain/connections/connection.ts';
import { isLive } from '../../domain/credentials/credential.ts';
import { handleRows } from '../../domain/lifecycle/care-rows.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Connections } from '../../ports/connections.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Log } from '../../ports/log.ts';
import type { Checked, Connecting, ConnectionOffer } from '../../ports/rail/connecting.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import { bringRecordsOn } from '../stepwise/bring-records-on.ts';
import { type Actor, type Stepped as SteppedOf, SYSTEM } from '../stepwise/write-step.ts';
import {
  toActive,
  toEnded,
  toEnding,
  toFailed,
  toRefused,
  toStoring,
  toWaiting,
} from './connection-steps.ts';
import { type MakeChanges, writeConnection, type WritePorts } from './write-connection.ts';

export interface AdvancePorts extends WritePorts {
  readonly connections: WritePorts['connections'] & Pick<Connections, 'due' | 'ofClient'>;
  readonly credentialStore: Pick<CredentialStore, 'add' | 'find' | 'ofRoute' | 'replace' | 'revoke'>;
  readonly content: Pick<TextSealer, 'openText' | 'sealText'>;
  readonly rails: Rails;
  readonly ids: Ids;
  readonly log: Pick<Log, 'warn'>;
  readonly environment: Environment;
}

/** Longer than all calls of one step together: until then its process may still be at work. */
export const STEP_MS = 5 * 60_000;
const AT_ONCE = 50;
const MAX_STEPS = 4;

type Offer = Extract<ConnectionOffer, { readonly offers: 'connection' }>;

/** A step, with what it takes. */
interface Step {
  readonly record: Connection;
  readonly connecting: Connecting;
  readonly offer: Offer;
  readonly actor: Actor;
}

type Stepped = SteppedOf<Connection>;

/**
 * Brings connections on. One process at a time works on one: it sets `dueAt` ahead first. Until the company is known, the log-in belongs to
 * the connection and its session has the connection's name; then its newest refresh token becomes the credential.
 */
export class AdvanceConnections {
  constructor(private readonly ports: AdvancePorts) {}

  /** Those that are due, one after the other. */
  async run(): Promise<void> {
    const { connections, clock, log } = this.ports;
    const list = (limit: number) => connections.due(clock.now(), limit);
    await bringRecordsOn({ noun: 'connection', list, atOnce: AT_ONCE, log }, (record) =>
      this.advance(record),
    );
  }

  /** As far as it goes now. @returns the present record. */
  async advance(record: Connection, actor: Actor = SYSTEM): Promise<Connection> {
    let present = record;
    for (let steps = 0; steps < MAX_STEPS && this.isDue(present); steps += 1) {
      const own = await this.hold(present, actor);
      if (!own) break;
      const stepped = await this.step(own, actor);
      if (stepped === 'waits') break;
      present = stepped;
    }
    return (await this.ports.connections.find(record.id)) ?? present;
  }

  /** Ends a connection and its credential, and has the provider forget the log-in. */
  async end(record: Connection, actor: Actor): Promise<Connection> {
    const ending = await this.write(record, toEnding(), actor);
    if (ending === 'waits') return (await this.ports.connections.find(record.id)) ?? record;
    return this.advance(ending, actor);
  }

  /** The connections of a credential that was revoked end. */
  async endOf(credential: string, client: string, actor: Actor): Promise<void> {
    for (const one of await this.ports.connections.ofClient(client))
      if (one.credential === credential && !isOver(one) && one.state !== 'ending')
        await this.write(one, toEnding(), actor);
  }

  private isDue({ dueAt }: Connection): boolean {
    return dueAt !== undefined && dueAt <= this.ports.clock.now();
  }

  /** @returns undefined if another process works on it. */
  private hold(record: Connection, actor: Actor): Promise<Connection | undefined> {
    return writeConnection(
      record,
      (_, now) => ({ dueAt: new Date(now.getTime() + STEP_MS) }),
      actor,
      this.ports,
    );
  }

  private async step(record: Connection, actor: Actor): Promise<Stepped> {
    // Neither needs the provider.
    if (record.state === 'asked') return this.write(record, toFailed(say('connections.link-ended')), actor);
    if (record.state === 'exchanging')
      return this.write(record, toFailed(say('connections.exchange-unknown')), actor);
    const connecting = this.ports.rails.get(record.route)?.connecting;
    const offer = connecting?.offerOf(record.provider);
    if (!connecting || !offer)
      return this.wait(record, toWaiting(say('connections.not-offered-here'), 0), actor);
    if (offer.offers === 'nothing') return this.wait(record, toWaiting(offer.reason, 0), actor);
    const step = { record, connecting, offer, actor };
    switch (record.state) {
      case 'checking':
        return this.check(step);
      case 'storing':
        return this.store(step);
      case 'active':
      case 'refused':
        return this.look(step);
      case 'ending':
        return this.revoke(step);
      default:
        return 'waits';
    }
  }

  /** Whose the new log-in is. */
  private async check(step: Step): Promise<Stepped> {
    const { record, connecting, actor } = step;
    const checked = await connecting.check(await this.logInOf(step), record);
    switch (checked.outcome) {
      case 'own': {
        const sealedValue = await this.ports.content.sealText(record.client, checked.value);
        return this.write(record, toStoring(sealedValue), actor);
      }
      case 'foreign':
        return this.write(record, toEnding(checked.reason), actor);
      case 'refused':
        return checked.isOurs
          ? this.wait(record, toWaiting(checked.reason, 0), actor)
          : this.write(record, toFailed(checked.reason), actor);
      // It may take the provider days.
      case 'unverified':
        return this.wait(record, toWaiting(checked.reason, Infinity), actor);
      default:
        return this.wait(record, toWaiting(checked.reason), actor);
    }
  }

  /**
   * The log-in becomes the credential of the company, in place of the value of an earlier consent, so that what was sent under that one can
   * still be asked for. Which one is stored first; after a crash the same value is stored again.
   */
  private async store(step: Step): Promise<Stepped> {
    const { record, offer, actor } = step;
    if (record.credential === undefined) return this.chooseCredential(step);
    const earlier = await this.earlierOf(record);
    if (!(await this.storeCredential(step, record.credential)))
      return this.wait(record, toWaiting(say('connections.credential-changed')), actor);
    // The log-in of an earlier consent is in no store any more.
    for (const one of earlier)
      if ((await this.write(one, toEnded, actor)) === 'waits')
        return this.wait(record, toWaiting(say('connections.earlier-in-use')), actor);
    for (const one of await this.ports.connections.ofClient(record.client)) await this.closeRows(one, record);
    return this.write(record, toActive(record.credential, offer.lifeDays), actor);
  }

  private async chooseCredential({ record, offer, actor }: Step): Promise<Stepped> {
    const { credentialStore, clock } = this.ports;
    const now = clock.now();
    const earlier = await this.earlierOf(record);
    if (earlier.some(({ state }) => state === 'ending'))
      return this.wait(record, toWaiting(say('connections.earlier-in-use')), actor);
    const live = (await credentialStore.ofRoute(record.client, record.route)).find(
      (one) => one.kind === offer.kind && one.legalEntity === record.company && isLive(one, now),
    );
    const isOfConsent = !live || earlier.some(({ credential }) => credential === live.id);
    if (!isOfConsent)
      return this.write(record, toEnding(say('connections.has-credential', { value: live.id })), actor);
    const credential = live?.id ?? credentialOf(record);
    return this.write(record, (_, at) => ({ credential, dueAt: at }), actor);
  }

  /** @returns false if it was revoked, or another one was stored, since it was chosen. */
  private async storeCredential({ record, offer, actor }: Step, id: string): Promise<boolean> {
    const { credentialStore, clock, environment, content } = this.ports;
    const { client, route, company: legalEntity } = record;
    const now = clock.now();
    const sealedValue = await content.sealText(client, await content.openText(client, record.sealedValue!));
    const { keyId, requestId } = actor;
    const row = { at: now, actor: keyId, client, subject: id, ...(requestId !== undefined && { requestId }) };
    if (await credentialStore.find(id)) {
      const replaced = await credentialStore.replace(
        id,
        { sealedValue },
        { ...row, action: 'credential_replaced' },
      );
      return replaced !== undefined && replaced !== 'revoked';
    }
    const added = await credentialStore.add(
      {
        id,
        client,
        route,
        environment,
        legalEntity,
        sealedValue,
        createdAt: now,
        kind: offer.kind,
        issuedBy: offer.name,
        issuedOn: dayOf(record.givenAt ?? now),
      },
      now,
      { ...row, action: 'credential_stored', details: { route, kind: offer.kind } },
    );
    return added === 'added';
  }

  private async earlierOf(record: Connection): Promise<readonly Connection[]> {
    return (await this.ports.connections.ofClient(record.client)).filter(
      (one) => one.id !== record.id && isSameUse(one, record) && !isOver(one),
    );
  }

  /** A row about an earlier try is over with the next one. */
  private async closeRows(one: Connection, record: Connection): Promise<void> {
    if (one.id === record.id || !isSameUse(one, record) || one.care.every(({ handledAt }) => handledAt))
      return;
    await this.write(one, ({ care }, now) => ({ care: handleRows(care, now) }), SYSTEM);
  }

  /** Renews the log-in, and asks again whose it is. */
  private async look(step: Step): Promise<Stepped> {
    const { record, connecting, offer, actor } = step;
    const stored = await this.ports.credentialStore.find(record.credential!);
    if (!stored || stored.revokedAt) return this.write(record, toEnding(), actor);
    const checked: Checked = await connecting.check(await this.openCredential(step), record);
    switch (checked.outcome) {
      case 'own':
        return this.wait(record, toActive(stored.id, offer.lifeDays), actor);
      case 'foreign':
        return this.write(record, toEnding(checked.reason), actor);
      case 'refused':
        return this.wait(
          record,
          checked.isOurs ? toWaiting(checked.reason, 0) : toRefused(checked.reason),
          actor,
        );
      default:
        return this.wait(record, toWaiting(checked.reason), actor);
    }
  }

  /** First nothing more logs in with it here, then the provider forgets it. */
  private async revoke(step: Step): Promise<Stepped> {
    const { record, connecting, actor } = step;
    const { credentialStore, clock } = this.ports;
    const { client, credential, problem, sealedValue } = record;
    const end = problem === undefined ? toEnded : toFailed(problem);
    // The next consent has taken the credential over.
    if (
      credential !== undefined &&
      (await this.earlierOf(record)).some((one) => one.credential === credential)
    )
      return this.write(record, end, actor);
    if (credential === undefined && sealedValue === undefined) return this.write(record, end, actor);
    if (credential !== undefined) {
      const at = clock.now();
      const row = { at, action: 'credential_revoked', actor: actor.keyId, client, subject: credential };
      if (!(await credentialStore.find(credential))?.revokedAt)
        await credentialStore.revoke(credential, at, row);
    }
    const revoked = await connecting.revoke(
      credential === undefined ? await this.logInOf(step) : await this.openCredential(step),
    );
    if (revoked.outcome === 'revoked') return this.write(record, end, actor);
    // What it ends for is told once it has ended.
    const { reason } = revoked;
    return this.wait(record, (present, now) => ({ ...toWaiting(reason)(present, now), problem }), actor);
  }

  /** The log-in before it is a credential. */
  private async logInOf({ record, offer }: Step): Promise<OpenedCredential> {
    const { client, id, company: legalEntity, sealedValue } = record;
    const value = await this.ports.content.openText(client, sealedValue!);
    return { client, id, kind: offer.kind, legalEntity, value };
  }

  private async openCredential({ record, offer }: Step): Promise<OpenedCredential> {
    const { credentialStore, content } = this.ports;
    const { client, company: legalEntity, credential: id } = record;
    const { sealedValue } = (await credentialStore.find(id!))!;
    return {
      client,
      id: id!,
      kind: offer.kind,
      legalEntity,
      value: await content.openText(client, sealedValue),
    };
  }

  private async write(record: Connection, changes: MakeChanges, actor: Actor): Promise<Stepped> {
    return (await writeConnection(record, changes, actor, this.ports)) ?? 'waits';
  }

  private async wait(record: Connection, changes: MakeChanges, actor: Actor): Promise<'waits'> {
    await this.write(record, changes, actor);
    return 'waits';
  }
}

/** The credential of a connection is named after it, so that it is added once. */
const credentialOf = ({ id }: Connection): string => id.replace(/^con_/, 'crd_');
