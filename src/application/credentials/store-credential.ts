import { choice, say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { Credential } from '../../domain/credentials/credential.ts';
import { dayOf } from 'en16931-rules/vocabulary/utc-days.ts';
import { CallFailed } from '../../domain/failures.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';
import type { Ids } from '../../ports/ids.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { actingFor } from '../access/tenancy.ts';
import { badRequest } from '../requests/request-finding.ts';
import { refuseAddresses } from './refuse-addresses.ts';
import { settleAfterChange, type SignerCarePorts } from './signer-care.ts';

interface NewCredential {
  readonly caller: Caller;
  readonly requestId: string;
  readonly client?: string;
  readonly route: Route;
  readonly kind: string;
  readonly issuedBy: string;
  readonly issuedOn: string;
  readonly expiresOn?: string;
  readonly legalEntity?: string;
  readonly value: string;
}

export interface CredentialPorts extends Omit<SignerCarePorts, 'credentialStore'> {
  readonly credentialStore: CredentialStore;
  readonly log: Pick<Log, 'warn'>;
  readonly content: Pick<TextSealer, 'sealText'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: Environment;
  readonly outbound: Pick<Outbound, 'reasonAgainst'>;
}

export class StoreCredential {
  constructor(private readonly ports: CredentialPorts) {}

  /** @throws CallFailed `bad-request`, `forbidden`, `credential-exists`, `no-master-key` */
  async run({ caller, requestId, client: named, value, ...wish }: NewCredential): Promise<Credential> {
    const { credentialStore, content, clock, ids, environment } = this.ports;
    if (caller.kind !== 'client' && named === undefined)
      throw badRequest('client', say('calls.operator-s-key-names-client'));
    const client = actingFor(caller, named);
    refuseOtherKind(wish.route, wish.kind);
    const now = clock.now();
    refusePast(wish.expiresOn, now);
    await refuseAddresses({ route: wish.route, value }, this.ports);
    const credential: Credential = {
      ...wish,
      id: ids.next('crd'),
      client,
      environment,
      sealedValue: await content.sealText(client, value),
      createdAt: now,
    };
    const { id, route, kind } = credential;
    const row = { at: now, actor: caller.keyId, client, subject: id, requestId };
    const audit = { ...row, action: 'credential_stored', details: { route, kind } };
    if ((await credentialStore.add(credential, now, audit)) === 'exists')
      throw new CallFailed({ kind: 'credential-exists' });
    await settleAfterChange(credential, this.ports);
    return credential;
  }
}

function refuseOtherKind(route: Route, kind: string): void {
  const { kinds } = profileOf(route).credentials;
  if (!kinds.includes(kind)) throw badRequest('kind', say('calls.accepts', { route, list: choice(kinds) }));
}

/** A value that arrives after its last day would never be used. */
export function refusePast(expiresOn: string | undefined, now: Date): void {
  if (expiresOn !== undefined && expiresOn < dayOf(now))
    throw badRequest('expires_on', say('calls.this-day-has-passed'));
}
