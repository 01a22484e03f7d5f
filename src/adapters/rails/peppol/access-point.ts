import { isObject, jsonObject, text } from './report.ts';
import { participantFrom } from './identifiers.ts';

/** How to reach the client's access point: what the value of an `access-point` credential says. */
export interface AccessPoint {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  /** `0204:…`: whom the access point sends for. */
  readonly sender: string;
  readonly dialect: 'phase4' | 'phoss-ap';
  /** Where the buyer's answers are fetched; without it none come. */
  readonly answersUrl?: string;
}

/** @returns undefined for a value that nobody can use; it counts as refused by the route. */
export function accessPointOf(value: string): AccessPoint | undefined {
  const read = jsonObject(new TextEncoder().encode(value));
  if (!read || !isObject(read)) return undefined;
  const baseUrl = text(read['base_url'])?.replace(/\/+$/, '');
  const token = text(read['token']);
  const sender = participantFrom(text(read['sender_participant_id']) ?? '');
  const dialect = read['dialect'] ?? 'phase4';
  const answersUrl = text(read['answers_url']);
  if (baseUrl === undefined || token === undefined || sender === undefined) return undefined;
  if (!/^[\x21-\x7e][\x21-\x7e]*$/.test(token) || (dialect !== 'phase4' && dialect !== 'phoss-ap'))
    return undefined;
  return { baseUrl, token, sender, dialect, ...(answersUrl !== undefined && { answersUrl }) };
}
