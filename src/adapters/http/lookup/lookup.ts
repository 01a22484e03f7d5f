import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';

export const lookUpHandlers = {
  lookUpParticipant: async ({ caller, query, parameters }, { useCases }) => {
    const { client } = query;
    const participant = `${parameters.scheme}:${parameters.id}`;
    const matchingParticipant = await useCases.lookUpParticipant.run(caller, participant, client);
    return answer(200, {
      participant: matchingParticipant.participant,
      registered: matchingParticipant.registered,
      routes: matchingParticipant.routes,
      document_types: matchingParticipant.documentTypes,
      checked_at: matchingParticipant.checkedAt.toISOString(),
    });
  },
} satisfies Partial<Handlers>;
