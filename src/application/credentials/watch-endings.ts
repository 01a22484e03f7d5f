import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import { dayOf, daysLeft } from 'en16931-rules/vocabulary/utc-days.ts';
import { ROUTES, profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import type { Log } from '../../ports/log.ts';
import { eachApart } from '../each-apart.ts';
import { type EndingCarePorts, settleEndingCare, withoutSuccessor } from './ending-care.ts';

/** A kind of credential that ends by law, and the clients that have nothing in its place yet. */
interface Ending {
  readonly route: Route;
  readonly kind: string;
  readonly lastDay: string;
  readonly daysLeft: number;
  readonly without: readonly Credential[];
  /** Clients with something in its place. */
  readonly served: readonly string[];
}

interface Ports extends Omit<EndingCarePorts, 'credentialStore'> {
  readonly credentialStore: Pick<CredentialStore, 'ofKinds' | 'ofRoute'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The count stops here. */
const MAX_CREDENTIALS = 2_000;

/** Reports credentials that end by law while nothing is stored in their place. */
export class WatchEndings {
  constructor(private readonly ports: Ports) {}

  async present(): Promise<readonly Ending[]> {
    const now = this.ports.clock.now();
    const endings: Ending[] = [];
    for (const route of ROUTES) {
      const { ending } = profileOf(route).credentials;
      if (!ending) continue;
      const { kind, successor, lastDay } = ending;
      const stored = await this.ports.credentialStore.ofKinds(route, [kind, successor], MAX_CREDENTIALS);
      const live = stored.filter((one) => isLive(one, now));
      const without = withoutSuccessor(live, ending);
      const served = [...new Set(live.filter((one) => one.kind === successor).map(({ client }) => client))];
      endings.push({ route, kind, lastDay, daysLeft: daysLeft(lastDay, dayOf(now)), without, served });
    }
    return endings;
  }

  /** One line each; and handles the care rows of clients that are served meanwhile. */
  async run(): Promise<void> {
    for (const { route, lastDay, without, served, ...ending } of await this.present()) {
      for (const { id, client, kind } of without)
        this.ports.log.warn(
          { credential_id: id, client, route, kind, last_day: lastDay, days_left: ending.daysLeft },
          'a credential ends by law, and nothing is stored in its place',
        );
      await eachApart(
        served,
        (client) => settleEndingCare(client, route, this.ports),
        () => this.present(),
      );
    }
  }
}
