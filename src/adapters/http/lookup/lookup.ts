import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const lookUpHandlers = {
  lookUpParticipant: async ({ caller, query, parameters }, { useCases }) => {
    const { client } = query;
    const participant = `${parameters.scheme}:${parameters.id}`;
    const found = await useCases.lookUpParticipant.run(caller, participant, client);
    return answer(200, {
      participant: found.participant,
      registered: found.registered,
      routes: found.routes,
      document_types: found.documentTypes,
      checked_at: found.checkedAt.toISOString(),
    });
  },
} satisfies Partial<Handlers>;
