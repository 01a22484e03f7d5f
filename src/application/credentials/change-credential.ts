import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Credential } from '../../domain/credentials/credential.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import { listedClient, requireOwn } from '../access/tenancy.ts';
import type { AdvanceConnections } from '../connections/advance-connection.ts';
import { idOf, type Page, readPage } from '../../ports/page.ts';
import { refuseAddresses } from './refuse-addresses.ts';
import { settleAfterChange } from './signer-care.ts';
import { type CredentialPorts, refusePast } from './store-credential.ts';

const PAGE_SIZE = 500;

interface Ports extends CredentialPorts {
  readonly advanceConnections: Pick<AdvanceConnections, 'endOf'>;
}

/** Credentials without their values: shown, replaced, revoked. */
export class ChangeCredential {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, for another client's too. */
  async find(caller: Caller, id: string): Promise<Credential> {
    return ownCredential(this.ports.credentialStore, caller, id);
  }

  /** @throws CallFailed `not-found` when a client key names another client. */
  async list(
    caller: Caller,
    { client: named, after }: { readonly client?: string; readonly after?: string },
  ): Promise<Page<Credential>> {
    const client = listedClient(caller, named);
    const { credentialStore } = this.ports;
    return readPage(PAGE_SIZE, (limit) => credentialStore.list({ client, after, limit }), idOf);
  }

  /**
   * Replaces the value and the last day of a live credential.
   * @throws CallFailed `not-found`, `credential-revoked`, `no-master-key`, `bad-request`
   */
  async replace(
    caller: Caller,
    id: string,
    { value, expiresOn }: { readonly value: string; readonly expiresOn?: string },
    requestId: string,
  ): Promise<Credential> {
    const { credentialStore, content, clock } = this.ports;
    const { client, route, revokedAt } = await ownCredential(credentialStore, caller, id);
    if (revokedAt) throw new CallFailed({ kind: 'credential-revoked' });
    refusePast(expiresOn, clock.now());
    await refuseAddresses({ route, value }, this.ports);
    const sealedValue = await content.sealText(client, value);
    const row = { at: clock.now(), actor: caller.keyId, client, subject: id, requestId };
    const audit = { ...row, action: 'credential_replaced' };
    const change = { sealedValue, ...(expiresOn !== undefined && { expiresOn }) };
    const replaced = await credentialStore.replace(id, change, audit);
    if (!replaced || replaced === 'revoked') throw new CallFailed({ kind: 'credential-revoked' });
    await settleAfterChange(replaced, this.ports);
    return replaced;
  }

  /** Revoking again changes nothing. @throws CallFailed `not-found` */
  async revoke(caller: Caller, id: string, requestId: string): Promise<Credential> {
    const { credentialStore, clock } = this.ports;
    const credential = await ownCredential(credentialStore, caller, id);
    if (credential.revokedAt) return credential;
    const at = clock.now();
    const row = { at, actor: caller.keyId, client: credential.client, subject: id, requestId };
    const revoked = await credentialStore.revoke(id, at, { ...row, action: 'credential_revoked' });
    // After a crash here the daily look finds it.
    await this.ports.advanceConnections.endOf(id, credential.client, { keyId: caller.keyId, requestId });
    return revoked ?? credential;
  }
}

async function ownCredential(
  credentials: Pick<CredentialStore, 'find'>,
  caller: Caller,
  id: string,
): Promise<Credential> {
  return requireOwn(caller, await credentials.find(id), say('calls.no-such-credential'));
}
