import type { Scope } from '../../../domain/access/caller.ts';
import type { Handlers } from '../call/handlers.ts';
import { key as shownKey, ownKey } from '../call/wire.ts';

export const keyHandlers = {
  listKeys: async ({ caller, request }, { useCases, settings }) => {
    const query = request.query as { client?: string; after?: string };
    const { keys, truncated } = await useCases.listKeys.run(caller, query);
    const data = keys.map((key) => shownKey(key, settings.environment));
    return { status: 200, json: { data, truncated, next: truncated ? keys.at(-1)?.id : undefined } };
  },

  readOwnKey: async ({ caller }, { useCases, settings }) => {
    return { status: 200, json: ownKey(await useCases.readOwnKey.run(caller), settings.environment) };
  },

  mintKey: async ({ caller, body, requestId }, { useCases, settings }) => {
    const { client, scopes, label } = body.json as { client?: string; scopes: Scope[]; label?: string };
    const wish = {
      caller,
      scopes,
      requestId,
      ...(client && { client }),
      ...(label !== undefined && { label }),
    };
    const { key, value } = await useCases.mintKey.run(wish);
    return { status: 201, json: { ...shownKey(key, settings.environment), key: value } };
  },

  revokeKey: async ({ caller, parameters, requestId }, { useCases, settings }) => {
    const { key, alsoRevoked } = await useCases.revokeKey.run(caller, parameters.id ?? '', requestId);
    return { status: 200, json: { ...shownKey(key, settings.environment), also_revoked: alsoRevoked } };
  },
} satisfies Partial<Handlers>;
