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

/** How a participant is registered. Absent members have the normal value. */
interface Registration {
  /** `none`: the name does not exist. `silent`: there is no answer. */
  readonly dns?: 'none' | 'silent';
  readonly smp?: 'not-found' | 'unavailable';
  readonly invoicesOnly?: true;
  /** How many SMPs redirect before one answers. */
  readonly redirects?: 1 | 2;
  /** The entry is there; the day of its endpoint is over. */
  readonly endpoint?: 'expired';
  readonly certificate?: 'expired';
}

/** Endings of values with a special registration. Every other participant is registered normally. */
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
  /** In lower case. */
  readonly value: string;
  readonly offers: readonly Offer[];
}

/** @returns undefined if it is not a participant identifier. */
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
/** Where providers of the sandbox have registered a participant. */
const REGISTERED = 'registered-participant';
const ROUTE = 'PEPPOL';

/** @param provider by its path below the network's address. @param account of the provider. */
interface RegisteredAt {
  readonly provider: string;
  readonly account: string;
}

/**
 * DNS has only the hash of a participant's value. The sandbox recognises the hash after the participant appeared in another
 * call.
 */
export class Names {
  constructor(private readonly state: State) {}

  learn({ value }: Participant): void {
    const hash = nameOf(value);
    if (this.state.findKept(ROUTE, KIND, hash) === undefined) this.state.keep(ROUTE, KIND, hash, value);
  }

  /** The participant for the first label of a DNS name, if it is known. */
  behind(hash: string): Participant | undefined {
    const value = this.state.findKept<string>(ROUTE, KIND, hash);
    return value === undefined ? undefined : this.find(value);
  }

  /** As `participant`; one that a provider here has registered is registered normally. */
  find(text: string): Participant | undefined {
    const who = participant(text);
    if (!who || !this.registeredAt(who.value)) return who;
    const { dns: _dns, smp: _smp, ...registered } = who;
    return registered;
  }

  registeredAt(value: string): RegisteredAt | undefined {
    return this.state.findKept(ROUTE, REGISTERED, value);
  }

  /** In the one register of the network. */
  register({ value }: Participant, at: RegisteredAt): void {
    this.state.keep(ROUTE, REGISTERED, value, at);
  }

  unregister({ value }: Participant): void {
    this.state.unkeep(ROUTE, REGISTERED, value);
  }

  all(): readonly Participant[] {
    return this.state.allKept<string>(ROUTE, KIND).flatMap((value) => this.find(value) ?? []);
  }
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** SHA-256 of the value in lower case, in base32 (RFC 4648) without padding, in lower case. */
export function nameOf(value: string): string {
  const bits = [...createHash('sha256').update(value.toLowerCase(), 'utf8').digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}
