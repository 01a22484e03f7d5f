import { say } from 'en16931-rules/vocabulary/message.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { Outbound } from '../../ports/outbound.ts';
import { badRequestBy, requestFinding } from '../requests/request-finding.ts';

interface Ports {
  readonly environment: Environment;
  readonly outbound: Pick<Outbound, 'reasonAgainst'>;
}

/**
 * Refuses a value with an address that the service never calls, while the caller can correct it. Each call checks the address again; an
 * unreadable value is kept as it is. In the sandbox addresses in credentials are ignored.
 * @throws CallFailed `bad-request`
 */
export async function refuseAddresses(
  { route, value }: { readonly route: Route; readonly value: string },
  { environment, outbound }: Ports,
): Promise<void> {
  if (environment === 'sandbox') return;
  const members = membersOf(value);
  for (const name of profileOf(route).credentials.addresses ?? []) {
    const address = members[name];
    if (typeof address !== 'string') continue;
    const reason = await outbound.reasonAgainst(address);
    if (reason !== undefined)
      throw badRequestBy([
        requestFinding(
          'value',
          say('calls.service-does-not-call-address-in', { field: name, reason: reason }),
          say('calls.state-public-https-address-or-have-it-allowed'),
        ),
      ]);
  }
}

function membersOf(value: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(value);
    return typeof read === 'object' && read !== null ? { ...read } : {};
  } catch {
    return {};
  }
}
