import ipaddr from 'ipaddr.js';

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Addresses that are not public and that the operator allows clients to name (`OUTBOUND_ALLOW`). */
export interface AllowList {
  readonly isEmpty: boolean;
  /** Whether the list has networks, so that a name may lead into one. */
  readonly hasRanges: boolean;
  hasName(host: string): boolean;
  hasAddress(address: string): boolean;
}

const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/;

/**
 * Host names, addresses and CIDRs, separated by commas.
 * @returns undefined if an entry is none of these.
 */
export function allowListOf(text: string): AllowList | undefined {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().toLowerCase().replace(/\.$/, ''))
    .filter((entry) => entry !== '');
  const names = new Set<string>();
  const ranges: Range[] = [];
  for (const entry of entries) {
    const range = rangeOf(entry);
    if (range) ranges.push(range);
    else if (NAME.test(entry) && !/^[\d.]*$/.test(entry)) names.add(entry);
    else return undefined;
  }
  return {
    isEmpty: entries.length === 0,
    hasRanges: ranges.length > 0,
    hasName: (host) => names.has(host.toLowerCase()),
    hasAddress: (address) => ipaddr.isValid(address) && ranges.some((range) => isIn(address, range)),
  };
}

export const isAllowList = (text: string): boolean => allowListOf(text) !== undefined;

function rangeOf(entry: string): Range | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry);
  if (!ipaddr.IPv6.isValid(entry) && !ipaddr.IPv4.isValidFourPartDecimal(entry)) return undefined;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** An IPv4 address inside IPv6 counts as that IPv4 address. */
function isIn(address: string, [network, bits]: Range): boolean {
  const parsed = ipaddr.process(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
}
