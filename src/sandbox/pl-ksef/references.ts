import { randomBytes } from 'node:crypto';
import { dayOf } from './warsaw.ts';

/** The subject of a reference. */
const KINDS = {
  challenge: 'CR',
  authentication: 'AU',
  onlineSession: 'SO',
  batchSession: 'SB',
  invoice: 'EE',
  upo: 'EU',
  token: 'EC',
  enrolment: 'CE',
  export: 'EH',
} as const;

const POLYNOMIAL = 0x07;

/** CRC-8, start 0, no reflection, no final xor: two digits, upper case. */
function crc8(text: string): string {
  let crc = 0;
  for (const byte of Buffer.from(text, 'ascii')) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ POLYNOMIAL) & 0xff : crc << 1;
  }
  return hex(Buffer.from([crc]));
}

/** `20250625-SO-2C3E6C8000-B675CF5D68-07` */
export function newReference(kind: keyof typeof KINDS, at = Date.now()): string {
  return referenceFrom(kind, dayOf(at), randomBytes(10));
}

/** From ten bytes and a day; the same input gives the same reference. */
export function referenceFrom(kind: keyof typeof KINDS, day: string, bytes: Buffer): string {
  const [first, second] = [hex(bytes.subarray(0, 5)), hex(bytes.subarray(5, 10))];
  const text = `${day.replaceAll('-', '')}-${KINDS[kind]}-${first}-${second}`;
  return `${text}-${crc8(text)}`;
}

/** `5265877635-20250916-0200A0D6723E-C2` */
export function ksefNumber(sellerNip: string, acceptedAt: number): string {
  const text = `${sellerNip}-${dayOf(acceptedAt).replaceAll('-', '')}-${hex(randomBytes(6))}`;
  return `${text}-${crc8(text)}`;
}

/** `1111111111-IZ202607-65ED02180000-E7` */
export function collectiveNumber(sellerNip: string, at: number): string {
  const text = `${sellerNip}-IZ${dayOf(at).replaceAll('-', '').slice(0, 6)}-${hex(randomBytes(6))}`;
  return `${text}-${crc8(text)}`;
}

const hex = (bytes: Buffer): string => bytes.toString('hex').toUpperCase();
