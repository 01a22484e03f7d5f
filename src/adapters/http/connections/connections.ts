import type { Connection } from '../../../domain/connections/connection.ts';
import { answer } from '../call/answer.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers, OperationCall } from '../call/handlers.ts';
import { pageToWire } from '../call/wire.ts';
import { CALLBACK_PATH } from './consents.ts';

export const connectionHandlers = {
  connectProvider: async (call, { useCases, settings }) => {
    const { route, provider, company } = call.body;
    const wish = { route, provider, company, redirectUri: `${settings.baseUrl}${CALLBACK_PATH}` };
    const { connection, url } = await useCases.connectProvider.run(callOf(call), wish);
    return answer(201, { ...toWire(connection), url });
  },

  listConnections: async ({ caller, parameters, query }, { useCases }) => {
    const { client } = parameters;
    const page = await useCases.connectProvider.list(caller, client, query.after);
    return answer(200, pageToWire(page, toWire));
  },

  readConnection: async ({ caller, parameters: { client, id } }, { useCases }) =>
    answer(200, toWire(await useCases.connectProvider.find(caller, client, id))),

  endConnection: async (call, { useCases }) =>
    answer(200, toWire(await useCases.connectProvider.end(callOf(call), call.parameters.id))),
} satisfies Partial<Handlers>;

const callOf = ({
  caller,
  parameters,
  requestId,
}: OperationCall<'connectProvider'> | OperationCall<'endConnection'>) => ({
  caller,
  client: parameters.client,
  requestId,
});

/** A connection without what opens its link, or logs in. */
const toWire = (connection: Connection): Schema<'Connection'> => ({
  id: connection.id,
  client: connection.client,
  route: connection.route,
  provider: connection.provider,
  company: connection.company,
  state: connection.state,
  link_until: connection.linkUntil?.toISOString(),
  credential: connection.credential,
  problem: connection.problem,
  given_at: connection.givenAt?.toISOString(),
  checked_at: connection.checkedAt?.toISOString(),
  ends_at: connection.endsAt?.toISOString(),
  created_at: connection.createdAt.toISOString(),
  updated_at: connection.updatedAt.toISOString(),
});
