import { isIPv6 } from 'node:net';
import type { Request } from 'express';

/** IPv4 in the form of IPv6, RFC 4291 section 2.5.5.2. */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The address for which calls without a key are counted: an IPv4 address, or the /64 of an IPv6 address, the smallest network
 * that one sender gets (RFC 6177). Behind `TRUST_PROXY` proxies it is the address that they report.
 */
export function senderOf(request: Request): string {
  const address = request.ip ?? '';
  const [, mapped] = MAPPED.exec(address) ?? [];
  return mapped ?? (isIPv6(address) ? `${networkOf(address)}::/64` : address.slice(0, 100));
}

/** The first four of eight groups. */
function networkOf(address: string): string {
  const [head = '', tail] = address.replace(/%.*/, '').split('::').map(groupsOf);
  const groups = tail === undefined ? [...head] : [...head, ...zeros(8 - head.length - tail.length), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** A dotted quad at the end stands for two groups. */
const groupsOf = (part: string): string[] =>
  part === '' ? [] : part.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));

const zeros = (count: number): string[] => Array.from({ length: count }, () => '0');
