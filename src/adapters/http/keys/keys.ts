import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { key as shownKey, ownKey, pageToWire } from '../call/wire.ts';

export const keyHandlers = {
  listKeys: async ({ caller, query }, { useCases, settings }) => {
    const page = await useCases.listKeys.run(caller, query);
    return answer(
      200,
      pageToWire(page, (key) => shownKey(key, settings.environment)),
    );
  },

  readOwnKey: async ({ caller }, { useCases, settings }) => {
    return answer(200, ownKey(await useCases.readOwnKey.run(caller), settings.environment));
  },

  mintKey: async ({ caller, body, requestId }, { useCases, settings }) => {
    const { client, scopes, label } = body;
    const wish = {
      caller,
      scopes,
      requestId,
      ...(client && { client }),
      ...(label !== undefined && { label }),
    };
    const { key, value } = await useCases.mintKey.run(wish);
    return answer(201, { ...shownKey(key, settings.environment), key: value });
  },

  revokeKey: async ({ caller, parameters, requestId }, { useCases, settings }) => {
    const { key, alsoRevoked } = await useCases.revokeKey.run(caller, parameters.id, requestId);
    const revokedAt = key.revokedAt!.toISOString();
    const shown = { ...shownKey(key, settings.environment), revoked_at: revokedAt };
    return answer(200, { ...shown, also_revoked: alsoRevoked });
  },
} satisfies Partial<Handlers>;
