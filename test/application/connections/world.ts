import type { Configuration } from 'oidc-provider';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import { FrPaRail } from '../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { AdvanceConnections } from '../../../src/application/connections/advance-connection.ts';
import { ConnectProvider } from '../../../src/application/connections/connect-provider.ts';
import { FinishConnection } from '../../../src/application/connections/finish-connection.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../src/ports/outbound.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { keptSessions } from '../../fakes/kept-sessions.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { CLIENT, TestIdentityProvider } from '../../support/identity-provider.ts';
import { memoryStores } from '../../support/memory-stores.ts';

export const CALLBACK = 'https://ids.example/oauth/callback';
export const SIREN = '732829320';
export const CALLER: Caller = { kind: 'client', client: 'acme', keyId: 'key_1', scopes: ['admin'] } as Caller;

/** A firm at the platform, as `companies/me` and `oauth2_sessions/me` of Super PDP show it (Dolibarr, public clients). */
export interface Firm {
  number: string;
  env: 'sandbox' | 'production';
  status: 'verified' | 'needs_review' | 'failed';
}

/** An authorization server of others, with PKCE and rotation, as a platform has it: no scopes, a refresh token for each consent. */
const AS_A_PLATFORM: Partial<Configuration> = {
  clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'client_secret_post',
    },
  ],
  routes: { authorization: '/oauth/authorize', token: '/oauth/token', revocation: '/oauth/revoke' },
  features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
  issueRefreshToken: async () => true,
};

export class PlatformOfOthers {
  readonly firms = new Map<string, Firm>();

  private constructor(readonly server: TestIdentityProvider) {
    const firmOf = (person: string | undefined): Firm | undefined =>
      person === undefined ? undefined : this.firms.get(person);
    server.resources.set('/v1.beta/companies/me', (person) => {
      const firm = firmOf(person);
      if (!firm) return [401, { http_status_code: 401 }];
      if (firm.status !== 'verified') return [403, { http_status_code: 403 }];
      return [200, { id: 97118, number: firm.number, env: firm.env, formal_name: 'Burger Queen' }];
    });
    server.resources.set('/v1.beta/oauth2_sessions/me', (person) => {
      const firm = firmOf(person);
      return firm ? [200, { company_verification_status: firm.status }] : [401, { http_status_code: 401 }];
    });
  }

  static async start(): Promise<PlatformOfOthers> {
    const platform = new PlatformOfOthers(await TestIdentityProvider.start(CALLBACK, AS_A_PLATFORM));
    platform.enters('firm');
    return platform;
  }

  /** The next visitor is this person, of this firm. */
  enters(person: string, firm: Partial<Firm> = {}): void {
    this.server.next = person;
    this.server.people.set(person, {});
    this.firms.set(person, { number: SIREN, env: 'sandbox', status: 'verified', ...firm });
  }

  /** A browser follows the link to its end. @returns the query with which the firm comes back. */
  async visit(link: string): Promise<string> {
    const jar = new Map<string, string>();
    const asked = new URL(link);
    // A platform takes no scope; this server gives no consent without one.
    asked.searchParams.set('scope', 'openid');
    for (let url = asked; ;) {
      const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
      const { headers: answered, status } = await fetch(url, { redirect: 'manual', headers });
      for (const cookie of answered.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        jar.set(name, value);
      }
      const next = answered.get('location');
      if (next === null) throw new Error(`expected a redirect, found ${status} at ${url.pathname}`);
      if (next.startsWith(CALLBACK)) return next.slice(CALLBACK.length + 1);
      url = new URL(next, url);
    }
  }
}

/** What a process may die at. */
export type Mortal = <T extends object>(port: T) => T;

/** `after`: the platform was called. `change`: it was, and its answer is another. */
export type Fault =
  | { readonly answer: OutboundAnswer; readonly after?: true }
  | { readonly change: (json: Record<string, unknown>) => object };

export const bytesOf = (json: object): Uint8Array => new TextEncoder().encode(JSON.stringify(json));

export class ConnectionWorld {
  readonly telemetry = new FakeTelemetry();
  readonly content = new FakeContentStore();
  readonly ids = new FakeIds();
  readonly digests = new NodeDigests();
  readonly logged: object[] = [];
  /** The calls to the platform, by path. */
  readonly calls: string[] = [];
  /** In place of the platform's next answer, by path. */
  readonly instead = new Map<string, Fault>();
  application: { readonly clientId: string; readonly clientSecret: string } | undefined = CLIENT;

  constructor(
    readonly platform: PlatformOfOthers,
    readonly stores: Stores = memoryStores(),
    readonly clock = new FakeClock('2026-10-05T08:00:00.000Z'),
  ) {}

  private readonly client = new OutboundClient();
  private outbound(): Outbound {
    const call = async (request: OutboundRequest): Promise<OutboundAnswer> => {
      const path = new URL(request.url).pathname;
      this.calls.push(path);
      const planned = this.instead.get(path);
      if (planned) this.instead.delete(path);
      if (planned && 'answer' in planned && !planned.after) return planned.answer;
      const answer = await this.client.call(request);
      if (!planned) return answer;
      if ('answer' in planned) return planned.answer;
      if (answer.outcome !== 'answered') throw new Error(`expected an answer, found ${answer.outcome}`);
      const json = JSON.parse(new TextDecoder().decode(answer.body)) as Record<string, unknown>;
      return { ...answer, body: bytesOf(planned.change(json)) };
    };
    return { call, reasonAgainst: async () => undefined };
  }

  rail(mortal: Mortal = (port) => port): FrPaRail {
    const { clock, application, platform } = this;
    return new FrPaRail(
      {
        outbound: mortal(this.outbound()),
        sessions: keptSessions(clock, mortal(this.stores.sessions)),
        clock,
      },
      {
        platform: { url: platform.server.issuer, isSimulator: true },
        applications: { ...(application && { superpdp: application }) },
      },
    );
  }

  /** A process. */
  ports(mortal: Mortal = (port) => port) {
    const { clock, telemetry, content, stores, digests, ids } = this;
    const rails: Rails = new Map([['FR-PA', this.rail(mortal)]]);
    const ports = {
      ...{ clock, telemetry, content, digests, ids, rails },
      connections: mortal(stores.connections),
      credentialStore: mortal(stores.credentials),
      clients: stores.clients,
      environment: 'sandbox' as const,
      log: { warn: (fields: object) => void this.logged.push(fields) },
    };
    const advanceConnections = new AdvanceConnections(ports);
    return {
      advanceConnections,
      connectProvider: new ConnectProvider({ ...ports, advanceConnections }),
      finishConnection: new FinishConnection({ ...ports, advanceConnections }),
    };
  }

  ask(company = SIREN, client = 'acme') {
    const caller = { ...CALLER, client } as Caller;
    return this.ports().connectProvider.run(
      { caller, client, requestId: 'req_1' },
      { route: 'FR-PA', provider: 'superpdp', company, redirectUri: CALLBACK },
    );
  }

  finish(query: string) {
    return this.ports().finishConnection.run(query, CALLBACK, 'req_2');
  }

  /** Asked, consented, and come back. */
  async connect(company = SIREN) {
    const { connection, url } = await this.ask(company);
    const finished = await this.finish(await this.platform.visit(url));
    return { id: connection.id, finished, record: (await this.stores.connections.find(connection.id))! };
  }

  end(id: string) {
    return this.ports().connectProvider.end({ caller: CALLER, client: 'acme', requestId: 'req_3' }, id);
  }

  async runAfter(ms: number): Promise<void> {
    this.clock.advance(ms);
    await this.ports().advanceConnections.run();
  }

  async find(id: string) {
    return (await this.stores.connections.find(id))!;
  }

  /** The stored value, opened. */
  async value(credential: string): Promise<Record<string, string>> {
    const { sealedValue } = (await this.stores.credentials.find(credential))!;
    return JSON.parse(await this.content.openText('acme', sealedValue)) as Record<string, string>;
  }

  /** Logs in as a sender does. */
  async logIn(credential: string, rail = this.rail()) {
    const stored = (await this.stores.credentials.find(credential))!;
    const value = await this.content.openText('acme', stored.sealedValue);
    return rail.prepare({
      credential: { client: 'acme', id: credential, kind: 'pa-oauth', value },
      addressing: { typeCode: '380', buyer: {} },
    } as never);
  }
}
