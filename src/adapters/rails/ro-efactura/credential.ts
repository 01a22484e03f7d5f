import { parse } from '../../../domain/json/json-object.ts';

/** The value of an `anaf-oauth` credential (decisions, "Credentials"): the application, and the authorisation of a person. */
interface AnafCredential {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly refreshToken: string;
}

/** @returns undefined if the value cannot be read. */
export function anafCredential(value: string): AnafCredential | undefined {
  const json = parse(value);
  if (typeof json !== 'object' || json === null) return undefined;
  const { client_id, client_secret, refresh_token } = json as Record<string, unknown>;
  const parts = [client_id, client_secret, refresh_token];
  if (!parts.every((part): part is string => typeof part === 'string' && part !== '')) return undefined;
  const [clientId = '', clientSecret = '', refreshToken = ''] = parts;
  return { clientId, clientSecret, refreshToken };
}
