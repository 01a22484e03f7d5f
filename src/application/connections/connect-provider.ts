import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { reasonToStop } from '../../domain/clients/client-record.ts';
import { type Connection, type ConnectionUse, isOver } from '../../domain/connections/connection.ts';
import { isLive } from '../../domain/credentials/credential.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { Connections } from '../../ports/connections.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Connecting } from '../../ports/rail/connecting.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import { busy } from '../repeat-on-conflict.ts';
import { idOf, type Page, readPage } from '../../ports/page.ts';
import type { Actor } from '../stepwise/write-step.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { AdvanceConnections, AdvancePorts } from './advance-connection.ts';
import { toEnded } from './connection-steps.ts';
import { auditOf, type MakeChanges, writeConnection } from './write-connection.ts';

interface Ports extends AdvancePorts {
  readonly connections: Connections;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly digests: Pick<Digests, 'newToken' | 'sha256'>;
  readonly advanceConnections: Pick<AdvanceConnections, 'advance' | 'end'>;
}

interface NewConnection {
  readonly route: Route;
  readonly provider: string;
  readonly company: string;
  /** To which the provider sends the browser back. */
  readonly redirectUri: string;
}

/** A call about the connections of a client. */
interface ConnectionCall {
  readonly caller: Caller;
  readonly client: string;
  readonly requestId: string;
}

/** @param url at which the firm consents; it is told once, and kept nowhere. */
interface AskedConnection {
  readonly connection: Connection;
  readonly url: string;
}

const PAGE_SIZE = 100;
const RETRY_S = 60;
/** A link goes to a person of the firm, and the provider wants proof of identity. */
const LINK_MS = 24 * 3_600_000;

/** Connects companies to providers by their consent, shows and ends connections. */
export class ConnectProvider {
  constructor(private readonly ports: Ports) {}

  /**
   * Asked again while a link is open, the same connection gets another link, and the earlier one stops working.
   * @throws CallFailed `not-found`, `forbidden`, `bad-request`, `connection-not-offered`, `connection-exists`, `credential-exists`,
   * `no-master-key`
   */
  async run(call: ConnectionCall, wish: NewConnection): Promise<AskedConnection> {
    const { clients } = this.ports;
    const client = listedClient(call.caller, call.client) ?? call.client;
    const reason = reasonToStop(await clients.find(client), 'share');
    if (reason !== undefined) throw new CallFailed({ kind: 'forbidden', detail: reason });
    const connecting = this.connectingOf(wish.route);
    const offer = connecting.offerOf(wish.provider);
    if (offer.offers === 'nothing') throw notOffered(offer.reason);
    const company = connecting.companyOf(wish.company);
    if (company === undefined)
      throw badRequest('company', say('connections.no-company', { route: wish.route }));
    const use = { client, route: wish.route, provider: wish.provider, company };
    await this.refuseOtherCredential(use, offer.kind);
    const actor = { keyId: call.caller.keyId, requestId: call.requestId };
    return this.ask(use, connecting, wish.redirectUri, actor);
  }

  /** @throws CallFailed `not-found`, for another client's too. */
  async list(caller: Caller, named: string, after: string | undefined): Promise<Page<Connection>> {
    const client = listedClient(caller, named);
    const { connections } = this.ports;
    return readPage(PAGE_SIZE, (limit) => connections.list({ client, after, limit }), idOf);
  }

  /** @throws CallFailed `not-found`, for another client's too. */
  async find(caller: Caller, client: string, id: string): Promise<Connection> {
    return requireOwn(caller, await this.ports.connections.find(id), say('connections.no-such'), client);
  }

  /**
   * Ending again changes nothing.
   * @throws CallFailed `not-found`; `busy` while the outcome of the consent is not known.
   */
  async end(call: ConnectionCall, id: string): Promise<Connection> {
    const connection = await this.find(call.caller, call.client, id);
    const actor = { keyId: call.caller.keyId, requestId: call.requestId };
    if (isOver(connection)) return connection;
    switch (connection.state) {
      case 'asked':
        return (
          (await writeConnection(connection, toEnded, actor, this.ports)) ?? Promise.reject(notKnownYet())
        );
      case 'exchanging':
      case 'storing':
        throw notKnownYet();
      case 'ending':
        return this.ports.advanceConnections.advance(connection, actor);
      default:
        return this.ports.advanceConnections.end(connection, actor);
    }
  }

  private connectingOf(route: Route): Connecting {
    const connecting = this.ports.rails.get(route)?.connecting;
    if (!connecting) throw notOffered(say('connections.route-offers-none', { route }));
    return connecting;
  }

  /** A credential that a person has stored is not replaced by a consent. */
  private async refuseOtherCredential(
    { client, route, company }: ConnectionUse,
    kind: string,
  ): Promise<void> {
    const { credentialStore, connections, clock } = this.ports;
    const now = clock.now();
    const live = (await credentialStore.ofRoute(client, route)).find(
      (one) => one.kind === kind && one.legalEntity === company && isLive(one, now),
    );
    if (!live) return;
    const ofConsent = (await connections.ofClient(client)).some(({ credential }) => credential === live.id);
    if (!ofConsent) throw new CallFailed({ kind: 'credential-exists' });
  }

  private async ask(
    use: ConnectionUse,
    connecting: Connecting,
    redirectUri: string,
    actor: Actor,
  ): Promise<AskedConnection> {
    const { connections, content, digests, clock, ids } = this.ports;
    const [state, codeVerifier] = [digests.newToken(), digests.newToken()];
    const sealedVerifier = await content.sealText(use.client, codeVerifier);
    const url = await connecting.begin({ ...use, redirectUri, state, codeVerifier });
    const link: MakeChanges = (_, now) => {
      const linkUntil = new Date(now.getTime() + LINK_MS);
      return { linkHash: digests.sha256(state), linkUntil, sealedVerifier, dueAt: linkUntil };
    };
    const underWay = await connections.findUnderWay(use);
    if (underWay) {
      if (underWay.state !== 'asked') throw exists(underWay);
      const renewed = await writeConnection(underWay, link, actor, this.ports);
      if (!renewed) throw busy();
      return { connection: renewed, url };
    }
    const now = clock.now();
    const bare: Connection = {
      ...use,
      id: ids.next('con'),
      state: 'asked',
      createdAt: now,
      updatedAt: now,
      care: [],
      version: 1,
    };
    const connection = { ...bare, ...link(bare, now) } as Connection;
    if ((await connections.add(connection, auditOf(connection, actor, now))) === 'exists') throw busy();
    return { connection, url };
  }
}

const notOffered = (detail: Text): CallFailed => new CallFailed({ kind: 'connection-not-offered', detail });

const exists = ({ id }: Connection): CallFailed =>
  new CallFailed({ kind: 'connection-exists', detail: say('connections.exists', { value: id }) });

const notKnownYet = (): CallFailed =>
  new CallFailed({
    kind: 'busy',
    retryAfterSeconds: RETRY_S,
    detail: say('connections.outcome-not-known-yet'),
  });
