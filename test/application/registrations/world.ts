import { AdvanceRegistrations } from '../../../src/application/registrations/advance-registration.ts';
import { RegisterReceiver } from '../../../src/application/registrations/register-receiver.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import type { Credential } from '../../../src/domain/credentials/credential.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import type { Asked, Registered, Registering, Released } from '../../../src/ports/rail/registering.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeRail } from '../../fakes/rail.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { memoryStores } from '../../support/memory-stores.ts';

export const PARTICIPANT = '0208:0123456749';
export const KEY = 'Ab12$#xyZ9';

/** One register of the network, and a provider that enters participants into it. Its next answers may be lost, or be others. */
export class FakeProvider implements Registering {
  /** The place of each participant. */
  readonly register_ = new Map<string, string>();
  readonly entries = new Set<string>();
  /** Each call, in order. */
  readonly calls: string[] = [];
  takesMigrationKeys = true;
  offers = true;
  /** Done, with these answers in place of its own. */
  readonly answersAfter: (Registered & Released)[] = [];
  /** Not done: these answers are given. */
  readonly answersInstead: (Asked & Registered & Released)[] = [];
  isLookUpDown = false;

  participantOf(text: string): string | undefined {
    return /^\d{4}:\w+$/.test(text) ? text.toLowerCase() : undefined;
  }

  isMigrationKey(text: string): boolean {
    return text === KEY;
  }

  offerOf(): ReturnType<Registering['offerOf']> {
    const { takesMigrationKeys } = this;
    return this.offers
      ? { offers: 'registration', provider: 'A provider', takesMigrationKeys }
      : { offers: 'nothing', reason: 'It has pages for that.' };
  }

  async lookUp({ participant }: { readonly participant: string }): ReturnType<Registering['lookUp']> {
    this.calls.push('look up');
    if (this.isLookUpDown) return { at: 'unknown', reason: 'DNS is down.' };
    const host = this.register_.get(participant);
    return host === undefined ? { at: 'nowhere' } : { at: 'somewhere', host };
  }

  async ask({ participant }: { readonly participant: string }): Promise<Asked> {
    this.calls.push('ask');
    return (
      this.answersInstead.shift() ??
      (this.entries.has(participant)
        ? { outcome: 'registered', reference: `entry of ${participant}` }
        : { outcome: 'absent' })
    );
  }

  async register({ participant, migrationKey }: Parameters<Registering['register']>[0]): Promise<Registered> {
    this.calls.push('register');
    const instead = this.answersInstead.shift();
    if (instead) return instead;
    if (this.register_.has(participant) && migrationKey !== KEY)
      return { outcome: 'refused', reason: 'Another SMP has it.', isElsewhere: true };
    this.register_.set(participant, 'smp.own');
    this.entries.add(participant);
    return this.answersAfter.shift() ?? { outcome: 'registered', reference: `entry of ${participant}` };
  }

  async release({ participant }: { readonly participant: string }): Promise<Released> {
    this.calls.push('release');
    const instead = this.answersInstead.shift();
    if (instead) return instead;
    if (this.entries.delete(participant)) this.register_.delete(participant);
    return this.answersAfter.shift() ?? { outcome: 'released' };
  }
}

const CALLER: Caller = { kind: 'client', client: 'acme', keyId: 'key_1', scopes: ['admin'] } as Caller;
const CREDENTIAL: OpenedCredential = { client: 'acme', id: null, kind: 'access-point', value: 'one' };

export class RegistrationWorld {
  readonly clock = new FakeClock('2026-10-05T08:00:00.000Z');
  readonly provider = new FakeProvider();
  readonly telemetry = new FakeTelemetry();
  readonly content = new FakeContentStore();
  readonly ids = new FakeIds();
  readonly logged: object[] = [];
  /** The live ones. */
  opened: OpenedCredential[] = [CREDENTIAL];
  stores: Stores;

  constructor(stores: Stores = memoryStores()) {
    this.stores = stores;
  }

  /** @param mortal wraps what a process may die at. */
  ports(mortal: <T extends object>(port: T) => T = (port) => port) {
    const { clock, telemetry, content, stores } = this;
    const rail = new FakeRail();
    const registering = mortal(this.provider);
    const rails: Rails = new Map([['PEPPOL', Object.assign(rail, { registering, accountOf })]]);
    const ports = {
      receiverRegistrations: mortal(stores.receiverRegistrations),
      clients: stores.clients,
      credentialStore: stores.credentials,
      credentials: {
        choose: async () => this.opened[0],
        live: async () => this.opened,
        open: async ({ credentialId }: { readonly credentialId: string | null }) =>
          this.opened.find(({ id }) => id === credentialId),
        openStored: async ({ id, sealedValue }: Credential): Promise<OpenedCredential> => ({
          ...CREDENTIAL,
          id,
          value: sealedValue,
        }),
      },
      log: { warn: (fields: object) => void this.logged.push(fields) },
      ...{ clock, telemetry, content, rails, ids: this.ids },
    };
    const advanceRegistrations = new AdvanceRegistrations(ports);
    return {
      advanceRegistrations,
      registerReceiver: new RegisterReceiver({ ...ports, advanceRegistrations }),
    };
  }

  register(own: object = {}) {
    const wish = { route: 'PEPPOL', participant: PARTICIPANT, ...own } as const;
    return this.ports().registerReceiver.run(this.call, wish);
  }

  release(id: string) {
    return this.ports().registerReceiver.release(this.call, id);
  }

  /** A minute later than the last run, or more. */
  async runAfter(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.ports().advanceRegistrations.run();
  }

  async only() {
    const [registration, ...others] = await this.stores.receiverRegistrations.list({ limit: 9 });
    if (!registration || others.length > 0) throw new Error('expected one registration');
    return registration;
  }

  get call() {
    return { caller: CALLER, client: 'acme', requestId: 'req_1' };
  }
}

/** A value that names no account, as one that cannot be read. */
export const WITHOUT_ACCOUNT = 'unreadable';

const accountOf = ({ value }: OpenedCredential): string | undefined =>
  value === WITHOUT_ACCOUNT ? undefined : value;
