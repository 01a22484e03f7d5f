import { gzipSync } from 'node:zlib';
import type { Chance } from './chance.ts';

/** A body as sent, with its headers. */
export interface SentBody {
  readonly body: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');

type Form = (text: string, chance: Chance) => SentBody;
const asJson = (body: Uint8Array, more: Readonly<Record<string, string>> = {}): SentBody => ({
  body,
  headers: { ...JSON_TYPE, ...more },
});

function withByteChanged(text: string, chance: Chance): Uint8Array {
  const changed = Buffer.from(text, 'utf8');
  if (changed.length > 0) changed[chance.below(changed.length)] = chance.below(256);
  return changed;
}

const cut = (text: string, chance: Chance): string => text.slice(0, chance.below(text.length + 1));
const TYPES = [
  '', 'text/plain', 'application/xml', 'application/json; charset=utf-8', 'application/json; charset=latin1', 'application/json;charset="UTF-8"',
  'application/problem+json', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded', 'APPLICATION/JSON', 'application/json, text/html', '*/*', 'json',
]; // prettier-ignore
const NESTED = [63, 64, 65, 1000, 100_000];

/** Possible changes of a JSON text before it is sent. */
const FORMS: readonly Form[] = [
  (text, chance) => asJson(withByteChanged(text, chance)),
  (text, chance) => asJson(bytes(cut(text, chance))),
  (text) => asJson(bytes(`\ufeff${text}`)),
  (text) => asJson(Buffer.from(text, 'utf16le')),
  (text) => asJson(bytes(`${text}${text}`)),
  (text) => asJson(bytes(`${text},`)),
  (text) => asJson(bytes(text.replace('{', '{/**/'))),
  (text) => asJson(bytes(text.replace(/:(\d+)/, ':1e999'))),
  (text) => asJson(bytes(text.replace(/:(\d+)/, ':NaN'))),
  (text) => asJson(bytes(text.replace(/:(\d+)/, ':-0'))),
  (text) => asJson(bytes(text.replace(/:(\d+)/, (_all, digits: string) => `:${digits}.${'0'.repeat(400)}1`))),
  (text) => asJson(bytes(text.replace(/"([a-z_]+)":/, '"$1":null,"$1":'))),
  (text) => asJson(bytes(text.replace(/:"/, ':"\\ud800'))),
  (text) => asJson(bytes(text.replace(/:"/, ':"\\u0000'))),
  (text, chance) => asJson(bytes(text.replace(/:"/, `:${'['.repeat(chance.pick(NESTED))}"`))),
  (text, chance) => ({ body: bytes(text), headers: { 'Content-Type': chance.pick(TYPES) } }),
  (text) => ({ body: bytes(text), headers: {} }),
  (text) => asJson(gzipSync(text), { 'Content-Encoding': 'gzip' }),
  (text) => asJson(gzipSync(gzipSync(text)), { 'Content-Encoding': 'gzip' }),
  (text, chance) => asJson(gzipSync(text).subarray(0, 10 + chance.below(50)), { 'Content-Encoding': 'gzip' }),
  (text, chance) =>
    asJson(bytes(text), {
      'Content-Encoding': chance.pick(['gzip', 'br', 'deflate', 'identity', 'gzip, gzip', '']),
    }),
  () => asJson(bytes('')),
  () => ({ body: bytes(''), headers: {} }),
  (_text, chance) =>
    asJson(
      bytes(chance.pick(['null', '[]', '1', '"a"', '{', '{}', '{"":{}}', 'true', '[[[]]]', ' ', '\u0000'])),
    ),
];

/** @param share of bodies that differ from their JSON text. */
export const sentBody = (text: string, chance: Chance, share: number): SentBody =>
  chance.happens(share) ? chance.pick(FORMS)(text, chance) : asJson(bytes(text));
