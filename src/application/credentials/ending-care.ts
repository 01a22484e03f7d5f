import { type Credential, isLive } from '../../domain/credentials/credential.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { EndingCredential } from '../../domain/routes/profile.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { CredentialStore } from '../../ports/credential-store.ts';
import { closeRowsOf, type CareRowPorts } from '../lifecycle/rows-of-code.ts';

export interface EndingCarePorts extends CareRowPorts {
  readonly credentialStore: Pick<CredentialStore, 'ofRoute'>;
}

/** The credentials of the kind that ends, in whose place nothing is stored yet. */
export function withoutSuccessor(
  live: readonly Credential[],
  { kind, successor }: Pick<EndingCredential, 'kind' | 'successor'>,
): readonly Credential[] {
  const served = new Set(live.filter((one) => one.kind === successor).map(useOf));
  return live.filter(
    (one) => one.kind === kind && ![useOf(one), anySeller(one)].some((use) => served.has(use)),
  );
}

/** Handles the rows of invoices whose credential has a successor now. It compares what is stored, so it may be repeated. */
export async function settleEndingCare(client: string, route: Route, ports: EndingCarePorts): Promise<void> {
  const { ending } = profileOf(route).credentials;
  if (!ending) return;
  const now = ports.clock.now();
  const live = (await ports.credentialStore.ofRoute(client, route)).filter((one) => isLive(one, now));
  const without = new Set(withoutSuccessor(live, ending).map(({ id }) => id));
  await closeRowsOf({ client, route, code: ending.code }, ports.invoices, ports, ({ submission }) =>
    submission?.credential === undefined ? without.size === 0 : !without.has(submission.credential),
  );
}

const useOf = ({ client, legalEntity }: Credential): string => JSON.stringify([client, legalEntity]);

/** A credential without a seller serves every seller of its client. */
const anySeller = ({ client }: Credential): string => JSON.stringify([client, undefined]);
