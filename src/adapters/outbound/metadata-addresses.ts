import ipaddr from 'ipaddr.js';

/**
 * Where clouds serve metadata and credentials to their machines, and the publication that says so. No setting opens these addresses. The
 * many that are link-local (`169.254.0.0/16`, `fe80::/10`) are not listed: no setting opens such ranges.
 */
const METADATA = [
  {
    network: 'fd00:ec2::/32',
    of: 'AWS: metadata (::254), credentials of EKS pods (::23)',
    source: 'docs.aws.amazon.com: AWSEC2, instancedata-data-retrieval; eks, pod-id-agent-setup',
  },
  {
    network: 'fd20:ce::254/128',
    of: 'Google Cloud, machines with IPv6 only',
    source: 'cloud.google.com/compute/docs/metadata/querying-metadata',
  },
  {
    network: 'fd00:c1::a9fe:a9fe/128',
    of: 'Oracle Cloud',
    source: 'github.com/oracle/oci-python-sdk: instance_principals_security_token_signer',
  },
  { network: 'fd00:42::42/128', of: 'Scaleway', source: 'cloud-init, data source Scaleway' },
  {
    network: 'fd00:a9fe:a9fe::1/128',
    of: 'Akamai (Linode)',
    source: 'techdocs.akamai.com/cloud-computing/docs/metadata-service-api',
  },
  { network: '100.100.100.200/32', of: 'Alibaba Cloud', source: 'cloud-init, data source AliYun' },
  { network: 'fd00:100::100:200/128', of: 'Alibaba Cloud', source: 'cloud-init, data source AliYun' },
  { network: '192.0.0.192/32', of: 'Oracle Cloud at Customer', source: 'docs.oracle.com' },
  // In a public range.
  {
    network: '168.63.129.16/32',
    of: 'Azure, WireServer',
    source: 'learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16',
  },
] as const;

const NETWORKS = METADATA.map(({ network }) => ipaddr.parseCIDR(network));

/** @param address valid; an IPv4 address inside IPv6 counts as that IPv4 address. */
export function servesMetadata(address: string): boolean {
  const parsed = ipaddr.process(address);
  return NETWORKS.some(([network, bits]) => parsed.kind() === network.kind() && parsed.match(network, bits));
}
