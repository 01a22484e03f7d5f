import { type Call, json, type Reply } from '../network.ts';

export const ROUTE = 'FR-PA';

/** How old the platform is: what the standard's versions do not share is written down where it differs. */
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

/** A body that is a JSON object; undefined when it is not. */
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

/** Whose flows a call is about: a credential and, where it serves several, the organisation. */
export interface Tenant {
  readonly id: string;
}
