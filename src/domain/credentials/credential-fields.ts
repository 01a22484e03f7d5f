import { type FieldsOf, oneOf, optional, text, time, words } from '../vocabulary/fields.ts';
import { ENVIRONMENTS } from '../vocabulary/route.ts';
import { ROUTES } from '../routes/all.ts';
import type { Credential } from './credential.ts';

/** The stored fields of a credential: columns, validators and the mapping of every store are made from this table. */
export const CREDENTIAL_FIELDS: FieldsOf<Credential> = {
  id: text,
  client: text,
  route: oneOf(ROUTES),
  kind: text,
  issuedBy: text,
  issuedOn: text,
  expiresOn: optional(text),
  environment: oneOf(ENVIRONMENTS),
  legalEntity: optional(text),
  sealedValue: text,
  createdAt: time,
  problem: optional(words),
  revokedAt: optional(time),
};
