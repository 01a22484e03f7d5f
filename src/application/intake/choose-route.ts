import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import { chooseRoute } from '../../domain/routing/choose-route.ts';
import type { RoutingFacts } from '../../domain/routing/facts.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { RouteRuleName } from '../../domain/routing/rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { RoutedBy } from '../checking/invoice-facts.ts';

export interface ChosenRoute {
  readonly route: Route;
  readonly rule: RouteRuleName;
}

/** The router: finds out what the rules ask for and asks them. */
export class ChooseRoute {
  readonly #credentials: Credentials;
  readonly #clock: Clock;

  constructor(credentials: Credentials, clock: Clock) {
    this.#credentials = credentials;
    this.#clock = clock;
  }

  /** @throws CallFailed `validation-failed`: no rule fits, or the buyer's registration is not known. */
  async run(
    client: string,
    { sellerCountry, buyerCountry, profile }: RoutedBy,
    format: Format | undefined,
  ): Promise<ChosenRoute> {
    const facts: RoutingFacts = {
      sellerCountry,
      buyerCountry,
      ...(profile && { profile }),
      ...(format && { format }),
      hasPeppolCredential: await this.#credentials.hasLive(client, 'PEPPOL', this.#clock.now()),
    };
    const first = chooseRoute(facts);
    // Nobody can look a buyer up yet, so its registration is what a failed look-up leaves: unknown.
    const choice =
      first.kind === 'look-up-buyer' ? chooseRoute({ ...facts, buyerOnPeppol: 'unknown' }) : first;
    if (choice.kind === 'chosen') return choice;
    if (choice.kind === 'look-up-buyer') throw new Error('the router asks again for what it was told');
    throw new CallFailed({ kind: 'validation-failed', findings: [choice.finding] });
  }
}
