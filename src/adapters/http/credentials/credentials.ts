import type { Credential } from '../../../domain/credentials/credential.ts';
import type { Schema } from '../call/contract.ts';
import type { Handlers } from '../call/handlers.ts';
import { answer } from '../call/answer.ts';
import { pageToWire } from '../call/wire.ts';
import { refuseOtherEnvironment } from '../invoices/invoices.ts';

export const credentialHandlers = {
  storeCredential: async ({ caller, body: sent, requestId }, { useCases, settings }) => {
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
    return answer(201, toWire(credential));
  },

  listCredentials: async ({ caller, query }, { useCases }) => {
    return answer(200, pageToWire(await useCases.changeCredential.list(caller, query), toWire));
  },

  readCredential: async ({ caller, parameters }, { useCases }) =>
    answer(200, toWire(await useCases.changeCredential.find(caller, parameters.id))),

  replaceCredential: async ({ caller, parameters, body, requestId }, { useCases }) => {
    const { value, expires_on: expiresOn } = body;
    const change = { value, ...(expiresOn !== undefined && { expiresOn }) };
    const id = parameters.id;
    return answer(200, toWire(await useCases.changeCredential.replace(caller, id, change, requestId)));
  },

  revokeCredential: async ({ caller, parameters, requestId }, { useCases }) =>
    answer(200, toWire(await useCases.changeCredential.revoke(caller, parameters.id, requestId))),
} satisfies Partial<Handlers>;

/** A credential without its value. */
const toWire = (credential: Credential): Schema<'Credential'> => ({
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
