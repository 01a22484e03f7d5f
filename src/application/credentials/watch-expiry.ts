import { type Credential, dayOf, EXPIRY_NOTICE_DAYS } from '../../domain/credentials/credential.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';

const DAY_MS = 86_400_000;
/** The count stops here. */
const MOST = 500;

/** Reports credentials that expire soon, while there is time to replace them. */
export class WatchExpiry {
  constructor(
    private readonly credentials: Pick<CredentialStore, 'expiring'>,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  soon(): Promise<readonly Credential[]> {
    const now = this.clock.now();
    const last = new Date(now.getTime() + EXPIRY_NOTICE_DAYS * DAY_MS);
    return this.credentials.expiring(dayOf(now), dayOf(last), MOST);
  }

  /** One line each. */
  async run(): Promise<void> {
    for (const { id, client, route, expiresOn } of await this.soon())
      this.log.warn(
        { credential_id: id, client, route, expires_on: expiresOn },
        'a credential is about to expire',
      );
  }
}
