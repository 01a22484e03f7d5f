import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import { type Choice, chooseRoute } from '../../domain/routing/choose-route.ts';
import type { RoutingFacts } from '../../domain/routing/facts.ts';
import type { PeppolReceiver } from '../../domain/routing/peppol-receiver.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { LOOKED_UP_ROUTE, type RouteRuleName } from '../../domain/routing/rules.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Credentials } from '../../ports/credentials.ts';
import type { RoutedInvoice } from '../checking/invoice-facts.ts';
import type { BuyerFound, LookUpBuyer } from './look-up-buyer.ts';

export interface ChosenRoute {
  readonly route: Route;
  readonly rule: RouteRuleName;
  /** The participant in Peppol, `<ICD>:<id>`, if the document does not name it itself. */
  readonly receiver?: string;
}

/** The router: finds out what the rules need and applies them. */
export class ChooseRoute {
  constructor(
    private readonly ports: {
      readonly credentials: Credentials;
      readonly clock: Clock;
      readonly lookUpBuyer: Pick<LookUpBuyer, 'run' | 'briefly'>;
    },
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
      hasPeppolCredential: await this.ports.credentials.hasLive(
        client,
        LOOKED_UP_ROUTE,
        this.ports.clock.now(),
      ),
    };
    const first = chooseRoute(facts);
    if (first.kind !== 'look-up-buyer') {
      const chosen = requireChosen(first);
      return { ...chosen, ...(await this.receiverOn(chosen.route, client, async () => peppol)) };
    }
    // The members of the receiver may be unreadable in an invoice that is refused.
    const buyer: BuyerFound = peppol
      ? await this.ports.lookUpBuyer.run(client, peppol)
      : { registered: 'unknown' };
    const { route, rule } = requireChosen(chooseRoute({ ...facts, buyerOnPeppol: buyer.registered }));
    const isNamed = peppol?.isAddressed || buyer.registered !== 'yes' || route !== LOOKED_UP_ROUTE;
    return { route, rule, ...(!isNamed && { receiver: buyer.participant }) };
  }

  /**
   * The receiver on a route that was named or that the law sets, if the document does not name it itself: the number under which it is
   * registered, else the main one of its country. Whether it is registered shows at the send.
   */
  async receiverOn(
    route: Route,
    client: string,
    findReceiver: () => Promise<PeppolReceiver | undefined>,
  ): Promise<Pick<ChosenRoute, 'receiver'>> {
    const peppol = route === LOOKED_UP_ROUTE ? await findReceiver() : undefined;
    if (!peppol || peppol.isAddressed) return {};
    const [main, ...others] = peppol.candidates;
    if (main === undefined) return {};
    if (others.length === 0) return { receiver: main };
    const buyer = await this.ports.lookUpBuyer.briefly(client, peppol);
    return { receiver: buyer.registered === 'yes' ? buyer.participant : main };
  }
}

function requireChosen(choice: Choice): ChosenRoute {
  if (choice.kind === 'chosen') return { route: choice.route, rule: choice.rule };
  if (choice.kind === 'look-up-buyer') throw new Error('the router asks again for what it was told');
  throw new CallFailed({ kind: 'validation-failed', findings: [choice.finding] });
}
