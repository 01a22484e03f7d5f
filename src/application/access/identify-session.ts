import type { BrowserSession, PersonHolder } from '../../domain/access/browser-session.ts';
import { type Caller, ENVIRONMENT_OPERATOR_KEY_ID, type Scope } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { ClientStore } from '../../ports/client-store.ts';
import type { KeyStore } from '../../ports/key-store.ts';
import { callerOf } from './authenticate.ts';
import type { ConfirmPerson } from './confirm-person.ts';
import { isOfDeleted } from './identity.ts';
import { findSession, type SessionLookUp } from './find-session.ts';

interface Ports extends SessionLookUp {
  readonly keys: Pick<KeyStore, 'find'>;
  readonly clients: Pick<ClientStore, 'find'>;
  readonly confirmPerson: Pick<ConfirmPerson, 'run'>;
}

interface SessionUse {
  readonly caller: Caller;
  readonly session: BrowserSession;
}

/** Identifies the caller by the cookie of a session, at each call: what has ended its key, or its person, ends it at once. */
export class IdentifySession {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `unauthorized`; `busy` if the provider has to confirm the person and cannot be asked. */
  async run(token: string): Promise<SessionUse> {
    const session = await findSession(this.ports, token);
    if (!session) throw unknown();
    if (session.keyId !== undefined) return { session, caller: await this.ofKey(session.keyId) };
    // The refresh token of a deleted client cannot be read, so the client comes first.
    const caller = await this.ofPerson(session);
    const confirmed = await this.ports.confirmPerson.run(session);
    return { session: confirmed, caller: confirmed === session ? caller : await this.ofPerson(confirmed) };
  }

  private async ofKey(keyId: string): Promise<Caller> {
    if (keyId === ENVIRONMENT_OPERATOR_KEY_ID) {
      if (this.ports.operatorKey === undefined) throw unknown();
      return { kind: 'operator', keyId };
    }
    const key = await this.ports.keys.find(keyId);
    if (!key || key.revokedAt) throw unknown();
    return callerOf(key);
  }

  /** A deleted client has no people; its keys are revoked. */
  private async ofPerson({ person, ...rest }: BrowserSession): Promise<Caller> {
    const holder = holderOf(rest);
    if (person === undefined || !holder || (await isOfDeleted(this.ports.clients, holder))) throw unknown();
    return { ...holder, keyId: person };
  }
}

const unknown = (): CallFailed => new CallFailed({ kind: 'unauthorized' });

function holderOf({ kind, client, scopes }: Partial<BrowserSession>): PersonHolder | undefined {
  if (kind !== 'client') return kind && { kind };
  return client === undefined ? undefined : { kind, client, scopes: scopes ?? ([] as readonly Scope[]) };
}
