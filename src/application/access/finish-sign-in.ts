import { personName } from '../../domain/access/browser-session.ts';
import { nameIn } from '../../domain/access/role-row.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { ProviderAnswer } from '../../ports/identity-provider.ts';
import type { Log } from '../../ports/log.ts';
import { checksOf, requireIdentity } from './begin-sign-in.ts';
import { sealerOf } from './confirm-person.ts';
import { findHolder, planQuestion, type Identity } from './identity.ts';
import { type OpenedSession, openSession, type SessionOpening } from './open-session.ts';

interface Ports extends SessionOpening {
  readonly audit: Pick<AuditLog, 'write'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly content: TextSealer;
  readonly identity?: Identity | undefined;
  readonly log: Log;
}

/** Why the person is not signed in: the browser began no sign-in, the provider says no or is silent, or the table has no role. */
export type NotSignedIn = 'not-begun' | 'refused' | 'unreachable' | 'no-role';

/** Takes the answer with which a person comes back from the provider. */
export class FinishSignIn {
  constructor(private readonly ports: Ports) {}

  /**
   * @param query of the address; @param secret of the browser, undefined if it has none.
   * @throws CallFailed `not-found` without a provider; `no-master-key`
   */
  async run(
    query: string,
    secret: string | undefined,
    requestId: string,
  ): Promise<OpenedSession | NotSignedIn> {
    const { digests, log } = this.ports;
    const identity = requireIdentity(this.ports);
    if (secret === undefined) return 'not-begun';
    const answer = await identity.provider.finish(query, checksOf(secret, digests));
    if (answer.outcome === 'confirmed') return this.admit(answer, identity, requestId);
    log.warn({ request_id: requestId, reason: answer.reason }, `a sign-in was ${answer.outcome}`);
    return answer.outcome;
  }

  private async admit(
    { subject, claims, refreshToken }: Extract<ProviderAnswer, { readonly outcome: 'confirmed' }>,
    identity: Identity,
    requestId: string,
  ): Promise<OpenedSession | NotSignedIn> {
    const { clients, content, realClock } = this.ports;
    const [holder, name] = [
      await findHolder(clients, identity, claims),
      nameIn(identity.personClaim, claims),
    ];
    if (!holder || name === undefined) return this.refuse(name ?? nameIn('sub', { sub: subject }), requestId);
    const person = personName(name);
    const sealedRefreshToken =
      refreshToken === undefined ? undefined : await content.sealText(sealerOf(holder), refreshToken);
    return openSession(
      this.ports,
      person,
      {
        person,
        subject,
        ...holder,
        ...(sealedRefreshToken !== undefined && { sealedRefreshToken }),
        ...planQuestion(identity, realClock.now()),
      },
      requestId,
    );
  }

  private async refuse(name: string | undefined, requestId: string): Promise<NotSignedIn> {
    await this.ports.audit.write({
      at: this.ports.clock.now(),
      action: 'sign_in_refused',
      actor: personName(name ?? 'unknown'),
      requestId,
      details: { reason: 'no-role' },
    });
    return 'no-role';
  }
}
