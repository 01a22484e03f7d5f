import type { ReceiverRegistration } from '../../../domain/registrations/receiver-registration.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers, OperationCall } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';

export const registrationHandlers = {
  registerReceiver: async (call, { useCases }) => {
    const { route, participant, credential, migration_key: migrationKey } = call.body;
    const wish = { route, participant, credential, migrationKey };
    return answer(201, toWire(await useCases.registerReceiver.run(callOf(call), wish)));
  },

  listRegistrations: async ({ caller, parameters, query }, { useCases }) => {
    const { client } = parameters;
    const page = await useCases.registerReceiver.list(caller, client, query.after);
    return answer(200, pageToWire(page, toWire));
  },

  readRegistration: async ({ caller, parameters: { client, id } }, { useCases }) =>
    answer(200, toWire(await useCases.registerReceiver.find(caller, client, id))),

  releaseRegistration: async (call, { useCases }) =>
    answer(200, toWire(await useCases.registerReceiver.release(callOf(call), call.parameters.id))),
} satisfies Partial<Handlers>;

const callOf = ({
  caller,
  parameters,
  requestId,
}: OperationCall<'registerReceiver'> | OperationCall<'releaseRegistration'>) => ({
  caller,
  client: parameters.client,
  requestId,
});

/** A registration without its migration key. */
const toWire = (registration: ReceiverRegistration): Schema<'Registration'> => ({
  id: registration.id,
  client: registration.client,
  route: registration.route,
  participant: registration.participant,
  state: registration.state,
  provider: registration.provider,
  credential: registration.credential,
  elsewhere: registration.elsewhere,
  problem: registration.problem,
  seen_at: registration.seenAt?.toISOString(),
  created_at: registration.createdAt.toISOString(),
  updated_at: registration.updatedAt.toISOString(),
});
