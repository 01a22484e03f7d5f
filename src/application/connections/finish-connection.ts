import type { Connection } from '../../domain/connections/connection.ts';
import type { Connections } from '../../ports/connections.ts';
import type { Digests } from '../../ports/digests.ts';
import type { Log } from '../../ports/log.ts';
import type { Connecting, Exchanged } from '../../ports/rail/connecting.ts';
import type { Actor } from '../stepwise/write-step.ts';
import { type AdvanceConnections, type AdvancePorts, STEP_MS } from './advance-connection.ts';
import { NO_LINK, toFailed } from './connection-steps.ts';
import { type MakeChanges, writeConnection } from './write-connection.ts';

interface Ports extends AdvancePorts {
  readonly connections: AdvancePorts['connections'] & Pick<Connections, 'findByLink'>;
  readonly digests: Pick<Digests, 'sha256'>;
  readonly advanceConnections: Pick<AdvanceConnections, 'advance'>;
  readonly log: Pick<Log, 'warn'>;
}

/** What the firm is told. `no-link`: the state is of no open link: it was used, replaced, has ended, or is another's. */
export type Finished = 'connected' | 'being-checked' | 'not-connected' | 'no-link';

/** As `newToken` makes it. */
const STATE = /^[0-9a-f]{64}$/;
const ACTOR = 'link';

/** Takes the answer with which a firm comes back from its provider. It proves itself by the state of its link alone. */
export class FinishConnection {
  constructor(private readonly ports: Ports) {}

  /** @param query of the address `redirectUri`. @throws CallFailed `no-master-key` */
  async run(query: string, redirectUri: string, requestId: string): Promise<Finished> {
    const { connections, digests, rails, clock, content } = this.ports;
    const states = new URLSearchParams(query).getAll('state');
    const [state = ''] = states;
    if (states.length !== 1 || !STATE.test(state)) return 'no-link';
    const open = await connections.findByLink(digests.sha256(state));
    if (open?.state !== 'asked' || !open.linkUntil || open.linkUntil <= clock.now()) return 'no-link';
    const connecting = rails.get(open.route)?.connecting;
    if (connecting?.offerOf(open.provider).offers !== 'connection') return 'not-connected';
    const actor = { keyId: ACTOR, requestId };
    // Before the mark: what cannot be sealed is not exchanged.
    const codeVerifier = await content.openText(open.client, open.sealedVerifier!);
    const marked = await writeConnection(open, toExchanging, actor, this.ports);
    if (!marked) return 'no-link';
    const order = { ...open, redirectUri, state, codeVerifier };
    return this.take(marked, await connecting.exchange(order, query), connecting, actor);
  }

  private async take(
    record: Connection,
    exchanged: Exchanged,
    connecting: Connecting,
    actor: Actor,
  ): Promise<Finished> {
    const { client, id } = record;
    if (exchanged.outcome !== 'given') {
      this.ports.log.warn(
        { connection_id: id, client, outcome: exchanged.outcome, request_id: actor.requestId },
        'a firm was not connected',
      );
      await writeConnection(record, toFailed(exchanged.reason), actor, this.ports);
      return 'not-connected';
    }
    const { value } = exchanged;
    const given = await this.keep(record, value, actor).catch(async (error: unknown) => {
      // It is in no store: no process could use or end it later.
      await connecting.revoke({ client, id, kind: '', value }).catch(() => undefined);
      throw error;
    });
    if (!given) return 'not-connected';
    const { state } = await this.ports.advanceConnections.advance(given, actor);
    return state === 'active'
      ? 'connected'
      : state === 'checking' || state === 'storing'
        ? 'being-checked'
        : 'not-connected';
  }

  /** The refresh token is stored sealed before it is used. */
  private async keep(record: Connection, value: string, actor: Actor): Promise<Connection | undefined> {
    const sealedValue = await this.ports.content.sealText(record.client, value);
    const changes: MakeChanges = (_, now) => ({ state: 'checking', sealedValue, givenAt: now, dueAt: now });
    return writeConnection(record, changes, actor, this.ports);
  }
}

/** The link is used up, whatever follows. */
const toExchanging: MakeChanges = (_, now) => ({
  ...NO_LINK,
  state: 'exchanging',
  dueAt: new Date(now.getTime() + STEP_MS),
});
