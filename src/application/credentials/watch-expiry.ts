import { type Credential, noticePeriod } from '../../domain/credentials/credential.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';

/** The count stops here. */
const MAX_CREDENTIALS = 500;

/** Reports credentials that expire soon, while there is time to replace them. */
export class WatchExpiry {
  constructor(
    private readonly ports: {
      readonly credentialStore: Pick<CredentialStore, 'expiring'>;
      readonly clock: Clock;
      readonly log: Pick<Log, 'warn'>;
    },
  ) {}

  soon(): Promise<readonly Credential[]> {
    const { from, to } = noticePeriod(this.ports.clock.now());
    return this.ports.credentialStore.expiring(from, to, MAX_CREDENTIALS);
  }

  /** One line each. */
  async run(): Promise<void> {
    for (const { id, client, route, expiresOn } of await this.soon())
      this.ports.log.warn(
        { credential_id: id, client, route, expires_on: expiresOn },
        'a credential is about to expire',
      );
  }
}
