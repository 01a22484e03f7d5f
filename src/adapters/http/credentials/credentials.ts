import type { Credential } from '../../../domain/credentials/credential.ts';
import type { Route } from '../../../domain/vocabulary/route.ts';
import type { Handlers } from '../call/handlers.ts';
import { refuseOtherEnvironment } from '../invoices/invoices.ts';

interface CredentialBody {
  readonly client?: string;
  readonly route: Route;
  readonly kind: string;
  readonly issued_by: string;
  readonly issued_on: string;
  readonly expires_on?: string;
  readonly environment?: string | null;
  readonly legal_entity?: string;
  readonly value: string;
}

export const credentialHandlers = {
  storeCredential: async ({ caller, body, requestId }, { useCases, settings }) => {
    const sent = body.json as CredentialBody;
    refuseOtherEnvironment(sent.environment ?? undefined, settings.environment);
    const credential = await useCases.storeCredential.run({
      caller,
      requestId,
      ...(sent.client !== undefined && { client: sent.client }),
      route: sent.route,
      kind: sent.kind,
      issuedBy: sent.issued_by,
      issuedOn: sent.issued_on,
      ...(sent.expires_on !== undefined && { expiresOn: sent.expires_on }),
      ...(sent.legal_entity !== undefined && { legalEntity: sent.legal_entity }),
      value: sent.value,
    });
    return { status: 201, json: toWire(credential) };
  },

  listCredentials: async ({ caller, request }, { useCases }) => {
    const query = request.query as { client?: string; after?: string };
    const { credentials, truncated } = await useCases.changeCredential.list(caller, query);
    const next = truncated ? credentials.at(-1)?.id : undefined;
    return { status: 200, json: { data: credentials.map(toWire), truncated, next } };
  },

  readCredential: async ({ caller, parameters }, { useCases }) => ({
    status: 200,
    json: toWire(await useCases.changeCredential.find(caller, parameters.id ?? '')),
  }),

  replaceCredential: async ({ caller, parameters, body, requestId }, { useCases }) => {
    const { value, expires_on: expiresOn } = body.json as { value: string; expires_on?: string };
    const change = { value, ...(expiresOn !== undefined && { expiresOn }) };
    const id = parameters.id ?? '';
    return {
      status: 200,
      json: toWire(await useCases.changeCredential.replace(caller, id, change, requestId)),
    };
  },

  revokeCredential: async ({ caller, parameters, requestId }, { useCases }) => ({
    status: 200,
    json: toWire(await useCases.changeCredential.revoke(caller, parameters.id ?? '', requestId)),
  }),
} satisfies Partial<Handlers>;

/** A credential without its value. */
const toWire = (credential: Credential) => ({
  id: credential.id,
  client: credential.client,
  route: credential.route,
  kind: credential.kind,
  issued_by: credential.issuedBy,
  issued_on: credential.issuedOn,
  expires_on: credential.expiresOn,
  environment: credential.environment,
  legal_entity: credential.legalEntity,
  revoked_at: credential.revokedAt?.toISOString(),
  stored: true,
});
