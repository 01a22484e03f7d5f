import type { DeliveryService } from '../../client/client.ts';
import { required } from '../../client/required.ts';
import { CommandRefused } from './endings.ts';

/** A client's key acts for its own. */
export async function clientOf(
  service: DeliveryService,
  { client }: { readonly client?: string },
): Promise<string> {
  const own = client ?? required(await service.api.GET('/keys/self')).client;
  if (own === undefined || own === null)
    throw new CommandRefused('An operator key serves all clients: name one with --client.');
  return own;
}
