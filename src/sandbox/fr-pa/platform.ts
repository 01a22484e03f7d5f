import { type Call, json, type Reply } from '../network.ts';

export const ROUTE = 'FR-PA';

/** The platform's version of the standard. Differences between versions are in the code that depends on them. */
export type Version = '1.3' | '1.2' | '1.1';

/** Codes of the standard's examples, by status. */
const CODES: Readonly<Record<number, string>> = {
  400: 'MISSING_REQUIRED_FIELD',
  401: 'MISSING_TOKEN',
  403: 'FORBIDDEN_ACCESS',
  404: 'MISSING_RESOURCE',
  413: 'FILE_SIZE_EXCEEDED',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'RESOURCE_ERROR',
};

/** @param message for authors of clients. */
export const problem = (status: number, message: string): Reply =>
  json(status, { errorCode: CODES[status], errorMessage: message });

/** The body as a JSON object; undefined for any other body. */
export function objectIn({ body }: Pick<Call, 'body'>): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The tenant of a call: a credential and, if it serves several, the organisation. */
export interface Tenant {
  readonly id: string;
}
