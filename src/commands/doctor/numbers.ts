import { counted } from 'en16931-rules/vocabulary/counted.ts';
import type { DeliveryService } from '../../client/client.ts';
import { firstOf } from './first-of.ts';
import { look, ok, type Remark } from './remark.ts';

/** Clients whose record says nothing about a number that is used again with other content: it goes out, with a warning. */
export async function numberRemarks(service: DeliveryService): Promise<readonly Remark[]> {
  const clients = new Set<string>();
  const decided = new Map<string, string>();
  for await (const { client, plausibility } of service.list('/clients')) {
    clients.add(client);
    const mode = plausibility?.['EI-NUMBER-REPEATED'];
    if (mode !== undefined) decided.set(client, mode);
  }
  // A key of the operator is listed under the operator's own client, which has no record of sellers.
  for await (const { client, kind, revoked_at: revoked } of service.list('/keys'))
    if (client !== undefined && client !== null && kind === undefined && !revoked) clients.add(client);
  const undecided = [...clients].filter((client) => !decided.has(client)).sort();
  if (undecided.length > 0)
    return [
      look(
        'numbers',
        `a number sent again with other content goes out twice, for ${undecided.length} of ${counted(clients.size, 'client')}: ${firstOf(undecided)}`,
        'PUT /clients/{client}/profile with { "plausibility": { "EI-NUMBER-REPEATED": "refuse" } }; "off" if its sellers share numbers.',
      ),
    ];
  const sending = [...decided].filter(([, mode]) => mode !== 'refuse').map(([client]) => client);
  return [
    ok(
      'numbers',
      sending.length === 0
        ? 'every client refuses one that comes again with other content'
        : `go out again by the record of ${firstOf(sending.sort())}; the others refuse them`,
    ),
  ];
}
