import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import ipaddr from 'ipaddr.js';
import { servesMetadata } from './metadata-addresses.ts';
import { isUrl } from '../../domain/is-url.ts';

/**
 * The IPv6 range that the internet routes today (RFC 4291). Every other address is not public, translated and mapped ones
 * included.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether a client may name it: an address of the internet at which no cloud serves its metadata. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (servesMetadata(address)) return false;
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Names that mean this machine, this network or the cloud host, whatever they resolve to. */
const INNER_NAMES = ['localhost', 'local', 'internal', 'intranet', 'home.arpa', 'lan', 'corp'] as const;

/** Why a client's address is not called, before it is resolved; undefined if there is no reason. */
export function reasonAgainstUrl(text: string): Text | undefined {
  if (!isUrl(text)) return say('networks.it-is-no-address');
  const url = new URL(text);
  if (url.protocol !== 'https:') return say('networks.it-is-not-https');
  if (url.username !== '' || url.password !== '') return say('networks.it-carries-user-name');
  const host = hostOf(url);
  if (ipaddr.isValid(host)) return isPublic(host) ? undefined : NOT_PUBLIC;
  if (!host.includes('.')) return NOT_PUBLIC;
  return INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`)) ? NOT_PUBLIC : undefined;
}

/** Ranges of receivers that the sandbox may allow. Link-local, metadata, multicast and reserved addresses are not among them. */
const PRIVATE_RANGES: ReadonlySet<string> = new Set(['unicast', 'private', 'loopback', 'uniqueLocal']);

export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/** Ranges that `OUTBOUND_ALLOW` may open: inner networks, never link-local addresses. */
const INNER_RANGES: ReadonlySet<string> = new Set([...PRIVATE_RANGES, 'carrierGradeNat']);

const isWithin = (ranges: ReadonlySet<string>, address: string): boolean =>
  ipaddr.isValid(address) && !servesMetadata(address) && ranges.has(ipaddr.process(address).range());

/** Whether a webhook may lead there, if private receivers are allowed. */
export const isPrivateReceiver = (address: string): boolean => isWithin(PRIVATE_RANGES, address);

export const isInnerOrPublic = (address: string): boolean => isWithin(INNER_RANGES, address);

export const NOT_PUBLIC = say('networks.it-is-not-public');

/** Without the brackets of IPv6 and the final dot of a name. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
