import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Callback, CallbackHint } from '../../../ports/rail/callbacks.ts';
import type { AccessPoint } from './access-point.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonValue, text } from './report.ts';

/**
 * An event of e-invoice.be. Its HMAC-SHA256 with the webhook's secret is over the event as Python writes it (`json.dumps` with
 * sorted keys), not over the bytes of the call (`routes`, 4.6). The event only makes the service ask for the document.
 * @returns undefined if it does not verify.
 */
export function parseEvent({ callback }: AccessPoint, { body, headers }: Callback): CallbackHint | undefined {
  const event = jsonValue(body);
  const given = headers['x-signature'];
  if (!callback || given === undefined || !isObject(event)) return undefined;
  const canonical = pythonJson(event);
  if (canonical === undefined) return undefined;
  const own = `sha256=${createHmac('sha256', callback.secret).update(canonical).digest('hex')}`;
  const [one, other] = [Buffer.from(given), Buffer.from(own)];
  if (one.length !== other.length || !timingSafeEqual(one, other)) return undefined;
  const data = event['data'];
  const id = isObject(data) ? text(data['document_id']) : undefined;
  return id === undefined ? {} : { submissionId: id };
}

const MAX_DEPTH = 20;

/** @returns undefined if Python may write it differently: numbers that are not whole, deep nesting. */
function pythonJson(value: unknown, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined;
  if (typeof value === 'string') return pythonText(value);
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value === 'boolean' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const members = isList
    ? value.map((inner) => pythonJson(inner, depth + 1))
    : Object.entries(value as object)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, inner]) => {
          const written = pythonJson(inner, depth + 1);
          return written && `${pythonText(name)}: ${written}`;
        });
  if (members.includes(undefined)) return undefined;
  return isList ? `[${members.join(', ')}]` : `{${members.join(', ')}}`;
}

/** Every character past ASCII is `\uXXXX`, one for each UTF-16 unit; DEL stays. */
const pythonText = (value: string): string =>
  JSON.stringify(value).replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
