import { timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { AccessPoint } from './access-point.ts';
import { readIncoming } from './application-response.ts';

/**
 * The call of phoss-ap's forwarder: a whole StandardBusinessDocument, authenticated only by a fixed header (`routes`, 4.4). A
 * message for another participant is not for this client.
 * @returns undefined if the header is not the secret of the credential.
 */
export function parsePush(accessPoint: AccessPoint, { body, headers }: Callback): CallbackHint | undefined {
  if (!isProven(accessPoint, headers)) return undefined;
  const incoming = readIncoming(body, accessPoint.sender);
  if (!incoming) return { messages: [] };
  const { message, envelopeTo } = incoming;
  const isOurs = message.kind === 'mls' || envelopeTo === undefined || envelopeTo === accessPoint.sender;
  return { messages: isOurs ? [message] : [] };
}

function isProven({ callback }: AccessPoint, headers: Callback['headers']): boolean {
  const given = callback && headers[callback.header];
  if (!callback || given === undefined) return false;
  const [one, other] = [Buffer.from(given), Buffer.from(callback.secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
