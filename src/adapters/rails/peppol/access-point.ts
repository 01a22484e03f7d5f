import { baseAddress } from 'en16931-rules/vocabulary/base-address.ts';
import { looksLikeCountry } from 'en16931-rules/vocabulary/identifiers.ts';
import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { jsonObject, text } from './report.ts';
import { participantFrom } from './identifiers.ts';

const DIALECT_NAMES = ['phoss-ap', 'recommand', 'e-invoice-be', 'storecove', 'phase4'] as const;
export type DialectName = (typeof DIALECT_NAMES)[number];

/** The address of a provider that has one for all its clients. */
const USUAL_ADDRESSES: Readonly<Partial<Record<DialectName, string>>> = {
  recommand: 'https://app.recommand.eu/api/v1',
  'e-invoice-be': 'https://api.e-invoice.be',
  storecove: 'https://api.storecove.com/api/v2',
};

/** How to reach the client's access point: the value of an `access-point` credential. */
export interface AccessPoint {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly token: string;
  /** `0204:…`: the participant for whom the access point sends. */
  readonly sender: string;
  readonly dialect: DialectName;
  /** The bridge from which the buyer's answers are fetched, in place of the access point's own list. */
  readonly answersUrl?: string;
  /** The provider's id of the sender. */
  readonly companyId?: string;
  /** Of the participant, as its service provider reports it to Peppol: two letters. */
  readonly country?: string;
  /** The SMP beside an access point that is run by its owner. */
  readonly smp?: Smp;
  /** How the access point's pushed calls are authenticated. */
  readonly callback?: { readonly header: string; readonly secret: string };
}

export interface Smp {
  /** Without a slash at its end. */
  readonly url: string;
  /** A bearer token, or `user:password`. */
  readonly token: string;
  /** The AS4 address under which senders reach the access point. */
  readonly endpoint: string;
  /** Of the access point: base64 of DER. */
  readonly certificate: string;
}

/** @returns undefined for an unusable value; it counts as refused by the route. */
export function accessPointOf(value: string): AccessPoint | undefined {
  const read = jsonObject(new TextEncoder().encode(value));
  if (!read || !isObject(read)) return undefined;
  const dialect = dialectIn(read);
  if (!dialect) return undefined;
  const baseUrl = text(read['base_url']) ?? USUAL_ADDRESSES[dialect];
  const token = text(read['token']);
  const sender = participantFrom(text(read['sender_participant_id']) ?? '');
  const answersUrl = text(read['answers_url']);
  const companyId = companyIdIn(read);
  const country = text(read['country']);
  if (baseUrl === undefined || token === undefined || sender === undefined) return undefined;
  if (
    !mayBeCountry(country) ||
    !isHeaderValue(token) ||
    COMPANY_IDS[dialect]?.test(companyId ?? '') === false
  )
    return undefined;
  const callback = callbackOf(read);
  const smp = smpOf(read);
  return {
    baseUrl: baseAddress(baseUrl),
    token,
    sender,
    dialect,
    ...(answersUrl !== undefined && { answersUrl }),
    ...(companyId !== undefined && { companyId }),
    ...(country !== undefined && { country }),
    ...(smp && { smp }),
    ...(callback && { callback }),
  };
}

/** The form of the sender's id at a provider that has one: at Storecove the number of its legal entity. */
const COMPANY_IDS: Readonly<Partial<Record<DialectName, RegExp>>> = {
  recommand: /^[\w-]{1,100}$/,
  storecove: /^[1-9]\d{0,14}$/,
};

type Given = Readonly<Record<string, unknown>>;

/** A number may be written as one. */
const companyIdIn = ({ company_id: id }: Given): string | undefined =>
  text(typeof id === 'number' ? String(id) : id);

const dialectIn = (given: Given): DialectName | undefined =>
  DIALECT_NAMES.find((name) => name === (given['dialect'] ?? 'phoss-ap'));

/** What makes a value unusable; the first row that fits. */
const FAULTS: readonly (readonly [isWrong: (given: Given) => boolean, says: Text])[] = [
  [
    (given) => !dialectIn(given),
    say('networks-peppol.its-dialect-is-none-of', { list: DIALECT_NAMES.join(', ') }),
  ],
  [
    (given) => !text(given['base_url']) && !USUAL_ADDRESSES[dialectIn(given) ?? 'phoss-ap'],
    say('networks-peppol.its-base-url-is-missing'),
  ],
  [
    ({ token }) => !isHeaderValue(text(token) ?? ''),
    say('networks-peppol.its-token-is-missing-or-has-blank-or'),
  ],
  [
    (given) => !participantFrom(text(given['sender_participant_id']) ?? ''),
    say('networks-peppol.its-sender-participant-id-is-missing-or-has'),
  ],
  [({ country }) => !mayBeCountry(text(country)), say('networks-peppol.its-country-is-no-code')],
];

/** @returns undefined for a usable value. */
export function faultOf(value: string): Text | undefined {
  if (accessPointOf(value)) return undefined;
  const given = jsonObject(new TextEncoder().encode(value));
  if (!given) return say('networks-peppol.it-is-no-json-object');
  return (
    FAULTS.find(([isWrong]) => isWrong(given))?.[1] ??
    say('networks-peppol.its-company-id-is-missing-or-malformed')
  );
}

/** @returns undefined if it is not whole: then no registration is offered. */
function smpOf(read: Given): Smp | undefined {
  const url = text(read['smp_url']);
  const token = text(read['smp_token']);
  const endpoint = text(read['smp_endpoint']);
  const certificate = text(read['smp_certificate'])?.replaceAll(/-----[A-Z ][A-Z ]*-----|\s/g, '');
  if (url === undefined || token === undefined || endpoint === undefined || certificate === undefined)
    return undefined;
  return isHeaderValue(token) ? { url: baseAddress(url), token, endpoint, certificate } : undefined;
}

/** A shorter secret can be guessed. */
const MIN_SECRET_LENGTH = 16;

function callbackOf(read: Readonly<Record<string, unknown>>): AccessPoint['callback'] {
  const secret = text(read['callback_secret']);
  const header = (text(read['callback_header']) ?? 'X-Callback-Secret').toLowerCase();
  if (secret === undefined || secret.length < MIN_SECRET_LENGTH || !/^[a-z0-9-]{1,64}$/.test(header))
    return undefined;
  return { header, secret };
}

const mayBeCountry = (value: string | undefined): boolean => value === undefined || looksLikeCountry(value);
const isHeaderValue = (value: string): boolean => /^[\x21-\x7e][\x21-\x7e]*$/.test(value);
