import type { Caller } from '../../domain/access/caller.ts';
import { BUILT_KINDS } from '../../domain/routing/peppol-receiver.ts';
import { LOOKED_UP_ROUTE } from '../../domain/routing/rules.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { actingFor, listedClient } from '../access/tenancy.ts';
import type { LookUpBuyer, Registered } from './look-up-buyer.ts';

interface FoundParticipant {
  /** `<ICD>:<id>`. */
  readonly participant: string;
  readonly registered: Registered;
  readonly routes: readonly Route[];
  readonly documentTypes: readonly string[];
  readonly checkedAt: Date;
}

/** Tells which participants can be reached, and with which documents. */
export class LookUpParticipant {
  constructor(private readonly ports: { readonly lookUpBuyer: Pick<LookUpBuyer, 'kinds'> }) {}

  /** @throws CallFailed `not-found` if a client key names another client; `rate-limited` */
  async run(caller: Caller, participant: string, client: string | undefined): Promise<FoundParticipant> {
    const counted = listedClient(caller, client) ?? actingFor(caller, undefined);
    const kinds = await this.ports.lookUpBuyer.kinds(counted, participant, BUILT_KINDS);
    const registered = (['yes', 'unknown'] as const).find((answer) =>
      kinds.some((one) => one.registered === answer),
    );
    return {
      participant,
      registered: registered ?? 'no',
      routes: registered === 'yes' ? [LOOKED_UP_ROUTE] : [],
      documentTypes: kinds.filter((one) => one.registered === 'yes').map(({ documentType }) => documentType),
      checkedAt: new Date(Math.min(...kinds.map(({ checkedAt }) => checkedAt.getTime()))),
    };
  }
}
