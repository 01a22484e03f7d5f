import type { Handlers } from '../call/handlers.ts';

export const lookUpHandlers = {
  lookUpParticipant: async ({ caller, request, parameters }, { useCases }) => {
    const { client } = request.query as { client?: string };
    const participant = `${parameters.scheme ?? ''}:${parameters.id ?? ''}`;
    const found = await useCases.lookUpParticipant.run(caller, participant, client);
    return {
      status: 200,
      json: {
        participant: found.participant,
        registered: found.registered,
        routes: found.routes,
        document_types: found.documentTypes,
        checked_at: found.checkedAt.toISOString(),
      },
    };
  },
} satisfies Partial<Handlers>;
