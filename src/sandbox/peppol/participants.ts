import { createHash } from 'node:crypto';
import type { State } from '../state.ts';
import {
  DUTCH_OFFERS,
  FACTUR_X,
  FRENCH_OFFERS,
  GERMAN_OFFERS,
  INVOICE_RESPONSE,
  type Offer,
  participantValue,
  PINT_OFFERS,
  USUAL_OFFERS,
} from './identifiers.ts';

/** How a participant is registered; what is left out is as it should be. */
export interface Registration {
  /** `none`: the name does not exist. `silent`: no answer comes. */
  readonly dns?: 'none' | 'silent';
  readonly smp?: 'not-found' | 'unavailable';
  readonly invoicesOnly?: true;
  /** How many SMPs send on before one answers. */
  readonly redirects?: 1 | 2;
  /** Its endpoint is still announced, and is gone when something is sent to it. */
  readonly endpoint?: 'expired';
  readonly certificate?: 'expired';
}

/** Participants whose value ends so are registered in a special way. Every other one is registered as one should be. */
const MAGIC: Readonly<Record<string, Registration>> = {
  '0404': { dns: 'none' },
  '0408': { dns: 'silent' },
  '0414': { smp: 'not-found' },
  '0503': { smp: 'unavailable' },
  '0381': { invoicesOnly: true },
  '0302': { redirects: 1 },
  '0310': { redirects: 2 },
  '0410': { endpoint: 'expired' },
  '0495': { certificate: 'expired' },
};

export const MAGIC_ENDINGS = Object.keys(MAGIC);

export interface Participant extends Registration {
  /** In small letters. */
  readonly value: string;
  readonly offers: readonly Offer[];
}

/** @returns undefined when it is no participant identifier. */
export function participant(text: string): Participant | undefined {
  const value = participantValue(text);
  if (value === undefined) return undefined;
  const registration = MAGIC[value.slice(-4)] ?? {};
  return { value, ...registration, offers: offersOf(value, registration) };
}

function offersOf(value: string, { invoicesOnly }: Registration): readonly Offer[] {
  const offers = [
    ...USUAL_OFFERS,
    ...(/^(0204|9930):/.test(value) ? GERMAN_OFFERS : []),
    ...(/^0225:/.test(value) ? [FACTUR_X, ...FRENCH_OFFERS] : []),
    ...(/^(0106|0190|9944):/.test(value) ? DUTCH_OFFERS : []),
    ...(/^(0151|0188|0195|0221|0230|0235):/.test(value) ? PINT_OFFERS : []),
    INVOICE_RESPONSE,
  ];
  return invoicesOnly ? offers.filter((offer) => /::Invoice##/.test(offer.documentType)) : offers;
}

const KIND = 'participant';
const ROUTE = 'PEPPOL';

/**
 * DNS sees the hash of a participant's value and nothing else. Whose hash it is, is known of participants that were
 * named anywhere else before.
 */
export class Names {
  constructor(private readonly state: State) {}

  learn({ value }: Participant): void {
    const hash = nameOf(value);
    if (this.state.kept(ROUTE, KIND, hash) === undefined) this.state.keep(ROUTE, KIND, hash, value);
  }

  /** The participant of a DNS name's first label, where it is known. */
  behind(hash: string): Participant | undefined {
    const value = this.state.kept<string>(ROUTE, KIND, hash);
    return value === undefined ? undefined : participant(value);
  }

  all(): readonly Participant[] {
    return this.state.allKept<string>(ROUTE, KIND).flatMap((value) => participant(value) ?? []);
  }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** SHA-256 of the value in small letters, in base32 (RFC 4648) without padding, in small letters. */
export function nameOf(value: string): string {
  const bits = [...createHash('sha256').update(value.toLowerCase(), 'utf8').digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
