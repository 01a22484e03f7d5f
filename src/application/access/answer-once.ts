import { type Caller, LOCAL_CLIENT } from '../../domain/access/caller.ts';
import type { ClientAct, ClientRecord } from '../../domain/clients/client-record.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type {
  ClaimResult,
  HeldClaim,
  IdempotencyClaim,
  IdempotencyStore,
  KeptAnswer,
} from '../../ports/idempotency-store.ts';
import type { Ids } from '../../ports/ids.ts';
import type { AdmitClient } from '../clients/admit-client.ts';
import { actingFor } from './tenancy.ts';

const WINDOW_MS = 24 * 3_600_000;

/**
 * How long a request may run before another may take it over. Short, because a caller whose request died with its process
 * is told `request-in-progress` for that long; safe, because both tries share the claim and make one invoice.
 */
const CLAIM_LEASE_MS = 10_000;

interface RepeatableRequest {
  readonly caller: Caller;
  /** The client that the call names, if it names one. */
  readonly client?: string | undefined;
  /** What it does for the client, whose stage may stop it. */
  readonly act: ClientAct;
  readonly key: string;
  /** SHA-256 over method, path, query and body bytes. */
  readonly requestHash: string;
  /** Fails if the caller may not call any more. */
  readonly confirming?: Promise<unknown> | undefined;
}

/** @param client that the call is for. @param record of that client, if the act depends on it. */
export type Produce = (
  claim: HeldClaim,
  client: string,
  record: ClientRecord | undefined,
) => Promise<Produced>;

export interface Produced {
  readonly answer: KeptAnswer;
  /** The answer was stored together with its object. */
  readonly isKept: boolean;
  /** The answer repeats words of the caller, such as the name of an unknown member: it is kept sealed. */
  readonly repeatsCaller?: boolean;
}

/** Such a key has no time window (contract 4.0, point 4). */
export const isErpKey = (key: string): boolean => key.startsWith('erp:');

interface Ports {
  readonly admitClient: Pick<AdmitClient, 'run'>;
  readonly idempotency: IdempotencyStore;
  readonly content: TextSealer;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Gives one answer to a request however often it is sent under its Idempotency-Key (contract 4.0). */
export class AnswerOnce {
  constructor(private readonly ports: Ports) {}

  /**
   * @param produce works under the claim. It must find again what an earlier try under the same claim id has made: the first process may
   * have died at any point. It throws an answer that may differ next time (5xx, 429, …). It throws `bad-request`, too, which leaves the key
   * unused.
   * @throws CallFailed `forbidden` before anything is kept; `idempotency-conflict`, `request-in-progress`
   */
  async run(
    { caller, client: named, act, key, requestHash, confirming }: RepeatableRequest,
    produce: Produce,
  ): Promise<{ readonly answer: KeptAnswer; readonly replayed: boolean }> {
    const client = actingFor(caller, named);
    const now = this.ports.clock.now();
    const wished: IdempotencyClaim = {
      space: caller.kind === 'client' ? `client:${caller.client}` : 'operator',
      key,
      requestHash,
      claimId: this.ports.ids.next('req'),
      now,
      leaseUntil: new Date(now.getTime() + CLAIM_LEASE_MS),
      expiresAt: isErpKey(key) ? null : new Date(now.getTime() + WINDOW_MS),
    };
    const [record, claimed] = await this.claimBesideChecks(wished, [
      confirming,
      this.ports.admitClient.run(client, act),
    ]);
    switch (claimed.outcome) {
      case 'answered':
        return { answer: await this.openAnswer(claimed.answer), replayed: true };
      case 'in-progress':
        throw new CallFailed({ kind: 'request-in-progress' });
      case 'conflict':
        throw new CallFailed({ kind: 'idempotency-conflict' });
      case 'claimed':
        return {
          answer: await this.produce(claimed.claim, caller, (claim) => produce(claim, client, record)),
          replayed: false,
        };
    }
  }

  /**
   * The key, the client and the claim are asked at once: each is a wait. A caller that is refused leaves no claim: the first refusal counts,
   * and a claim of a process that dies before it is given back ends with its lease.
   */
  private async claimBesideChecks(
    wished: IdempotencyClaim,
    [confirming, admitting]: readonly [Promise<unknown> | undefined, Promise<ClientRecord | undefined>],
  ): Promise<readonly [ClientRecord | undefined, ClaimResult]> {
    const settled = await Promise.allSettled([confirming, admitting, this.ports.idempotency.claim(wished)]);
    const [, admitted, claimed] = settled;
    const failed = settled.find(({ status }) => status === 'rejected');
    if (!failed && admitted.status === 'fulfilled' && claimed.status === 'fulfilled')
      return [admitted.value, claimed.value];
    if (claimed.status === 'fulfilled' && claimed.value.outcome === 'claimed')
      await this.giveBack(claimed.value.claim, wished).catch(() => undefined);
    throw (failed as PromiseRejectedResult).reason;
  }

  /** What an earlier try has made is found again under its claim. */
  private giveBack(claim: HeldClaim, { claimId }: IdempotencyClaim): Promise<void> {
    const { idempotency } = this.ports;
    return claim.claimId === claimId ? idempotency.abandon(claim) : idempotency.release(claim);
  }

  private async produce(
    claim: HeldClaim,
    caller: Caller,
    produce: (claim: HeldClaim) => Promise<Produced>,
  ): Promise<KeptAnswer> {
    const { idempotency } = this.ports;
    const produced = await produce(claim).catch(async (error: unknown) => {
      const given = isMalformed(error) ? idempotency.abandon(claim) : idempotency.release(claim);
      // If this fails too, the lease of the claim ends by itself.
      await given.catch(() => undefined);
      throw error;
    });
    // A crash before this leaves the claim without an answer: the next caller takes it over and comes to the same one.
    if (!produced.isKept) await this.keep(claim, caller, produced);
    return produced.answer;
  }

  private async keep(claim: HeldClaim, caller: Caller, { answer, repeatsCaller }: Produced): Promise<void> {
    const { idempotency } = this.ports;
    const storedAnswer = repeatsCaller ? await this.sealAnswer(answer, caller) : answer;
    // Without a master key the next call is answered again, with the same result.
    await (storedAnswer ? idempotency.keep(claim, storedAnswer) : idempotency.release(claim));
  }

  private async sealAnswer(answer: KeptAnswer, caller: Caller): Promise<KeptAnswer | undefined> {
    const sealedFor = caller.kind === 'client' ? caller.client : LOCAL_CLIENT;
    try {
      return { ...answer, body: await this.ports.content.sealText(sealedFor, answer.body), sealedFor };
    } catch (error) {
      if (error instanceof CallFailed && error.failure.kind === 'no-master-key') return undefined;
      throw error;
    }
  }

  private async openAnswer({ sealedFor, ...answer }: KeptAnswer): Promise<KeptAnswer> {
    if (sealedFor === undefined) return answer;
    return { ...answer, body: await this.ports.content.openText(sealedFor, answer.body) };
  }
}

/** Such a denial comes before anything is stored and, by the order of checks, before the key counts (decisions, "HTTP"). */
const isMalformed = (error: unknown): boolean =>
  error instanceof CallFailed && error.failure.kind === 'bad-request';
