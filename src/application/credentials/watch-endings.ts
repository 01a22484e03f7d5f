import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import { dayOf, daysLeft } from '../../domain/vocabulary/utc-days.ts';
import { ROUTES, profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';

/** A kind of credential that ends by law, and the clients that have nothing in its place yet. */
export interface Ending {
  readonly route: Route;
  readonly kind: string;
  readonly lastDay: string;
  readonly daysLeft: number;
  readonly without: readonly Credential[];
}

/** The count stops here. */
const MAX_CREDENTIALS = 2_000;

/** Reports credentials that end by law while nothing is stored in their place. */
export class WatchEndings {
  constructor(
    private readonly credentials: Pick<CredentialStore, 'ofKinds'>,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  async present(): Promise<readonly Ending[]> {
    const now = this.clock.now();
    const found: Ending[] = [];
    for (const route of ROUTES) {
      const { ending } = profileOf(route).credentials;
      if (!ending) continue;
      const { kind, successor, lastDay } = ending;
      const stored = await this.credentials.ofKinds(route, [kind, successor], MAX_CREDENTIALS);
      const live = stored.filter((one) => isLive(one, now));
      const served = new Set(live.filter((one) => one.kind === successor).map(useOf));
      const without = live.filter(
        (one) => one.kind === kind && ![useOf(one), anySeller(one)].some((use) => served.has(use)),
      );
      found.push({ route, kind, lastDay, daysLeft: daysLeft(lastDay, dayOf(now)), without });
    }
    return found;
  }

  /** One line each. */
  async run(): Promise<void> {
    for (const { route, lastDay, without, ...ending } of await this.present())
      for (const { id, client, kind } of without)
        this.log.warn(
          { credential_id: id, client, route, kind, last_day: lastDay, days_left: ending.daysLeft },
          'a credential ends by law, and nothing is stored in its place',
        );
  }
}

const useOf = ({ client, legalEntity }: Credential): string => JSON.stringify([client, legalEntity]);

/** A credential without a seller serves every seller of its client. */
const anySeller = ({ client }: Credential): string => JSON.stringify([client, undefined]);
