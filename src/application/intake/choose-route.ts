import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import { type Choice, chooseRoute } from '../../domain/routing/choose-route.ts';
import type { RoutingFacts } from '../../domain/routing/facts.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { LOOKED_UP_ROUTE, type RouteRuleName } from '../../domain/routing/rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { RoutedInvoice } from '../checking/invoice-facts.ts';
import type { BuyerFound, LookUpBuyer } from './look-up-buyer.ts';

export interface ChosenRoute {
  readonly route: Route;
  readonly rule: RouteRuleName;
  /** The participant found in Peppol, `<ICD>:<id>`, if the document does not name it itself. */
  readonly receiver?: string;
}

/** The router: finds out what the rules need and applies them. */
export class ChooseRoute {
  constructor(
    private readonly credentials: Credentials,
    private readonly clock: Clock,
    private readonly lookUp: Pick<LookUpBuyer, 'run'>,
  ) {}

  /**
   * @throws CallFailed `validation-failed`: no rule fits, or the buyer's registration is unknown; `rate-limited`: the client has used up
   * its look-ups.
   */
  async run(
    client: string,
    { sellerCountry, buyerCountry, profile, peppol }: RoutedInvoice,
    format: Format | undefined,
  ): Promise<ChosenRoute> {
    const facts: RoutingFacts = {
      sellerCountry,
      buyerCountry,
      ...(profile && { profile }),
      ...(format && { format }),
      hasPeppolCredential: await this.credentials.hasLive(client, LOOKED_UP_ROUTE, this.clock.now()),
    };
    const first = chooseRoute(facts);
    if (first.kind !== 'look-up-buyer') return requireChosen(first);
    // The members of the receiver may be unreadable in an invoice that is refused.
    const found: BuyerFound = peppol ? await this.lookUp.run(client, peppol) : { registered: 'unknown' };
    const { route, rule } = requireChosen(chooseRoute({ ...facts, buyerOnPeppol: found.registered }));
    const isNamed = peppol?.isAddressed || found.registered !== 'yes' || route !== LOOKED_UP_ROUTE;
    return { route, rule, ...(!isNamed && { receiver: found.participant }) };
  }
}

function requireChosen(choice: Choice): ChosenRoute {
  if (choice.kind === 'chosen') return { route: choice.route, rule: choice.rule };
  if (choice.kind === 'look-up-buyer') throw new Error('the router asks again for what it was told');
  throw new CallFailed({ kind: 'validation-failed', findings: [choice.finding] });
}
