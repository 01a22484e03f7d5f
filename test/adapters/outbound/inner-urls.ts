/** Addresses that outsiders must not reach: this machine, its networks, and the metadata services of clouds. */
const TARGETS = {
  loopback: '127.0.0.1',
  'loopback, elsewhere': '127.8.9.10',
  'this host': '0.0.0.0',
  'private, class A': '10.1.2.3',
  'private, class B': '172.16.5.4',
  'private, class C': '192.168.7.7',
  'carrier-grade NAT': '100.64.0.1',
  'metadata of AWS, Azure, Google and others': '169.254.169.254',
  'metadata of ECS tasks': '169.254.170.2',
  'metadata of Alibaba': '100.100.100.200',
  'metadata of Oracle': '192.0.0.192',
  'the WireServer of Azure': '168.63.129.16',
} as const;

type Octets = readonly [number, number, number, number];
type Form = (octets: Octets) => string;

const toNumber = ([a, b, c, d]: Octets): number => ((a * 256 + b) * 256 + c) * 256 + d;
const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0');
const octal = (value: number): string => `0${value.toString(8)}`;
/** The halves of an IPv4 address as groups of IPv6. */
const groups = ([a, b, c, d]: Octets): string => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const dotted = (octets: Octets): string => octets.join('.');
const shifted = (text: string, by: number, letters: RegExp): string =>
  text.replace(letters, (letter) => String.fromCodePoint(letter.codePointAt(0)! + by));

/** Ways to write an IPv4 address in a URL: those of inet_aton, of Unicode, of percent-encoding, and within IPv6. */
const FORMS: Readonly<Record<string, Form>> = {
  dotted,
  'with a dot at the end': (octets) => `${dotted(octets)}.`,
  decimal: (octets) => String(toNumber(octets)),
  hexadecimal: (octets) => `0x${hex(toNumber(octets))}`,
  'hexadecimal, in capitals': (octets) => `0X${hex(toNumber(octets), 8).toUpperCase()}`,
  octal: (octets) => octal(toNumber(octets)),
  'octal, with more zeros': (octets) => `0000${octal(toNumber(octets))}`,
  'hexadecimal parts': (octets) => octets.map((octet) => `0x${hex(octet)}`).join('.'),
  'octal parts': (octets) => octets.map(octal).join('.'),
  'octal parts, with more zeros': (octets) => octets.map((octet) => `00${octal(octet)}`).join('.'),
  'mixed parts': ([a, b, c, d]) => `0x${hex(a)}.${b}.${octal(c)}.${d}`,
  'two parts': ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  'two parts, hexadecimal': ([a, b, c, d]) => `0x${hex(a)}.0x${hex((b * 256 + c) * 256 + d)}`,
  'three parts': ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`,
  'three parts, octal': ([a, b, c, d]) => `${octal(a)}.${octal(b)}.${octal(c * 256 + d)}`,
  'fullwidth digits': (octets) => shifted(dotted(octets), 0xff10 - 0x30, /\d/g),
  'circled digits': (octets) => shifted(dotted(octets), 0x2460 - 0x31, /[1-9]/g),
  'mathematical digits': (octets) => shifted(dotted(octets), 0x1d7ce - 0x30, /\d/g),
  'ideographic full stops': (octets) => octets.join('。'),
  'fullwidth full stops': (octets) => octets.join('．'),
  'halfwidth full stops': (octets) => octets.join('｡'),
  'percent-encoded dots': (octets) => octets.join('%2e'),
  'percent-encoded digits': (octets) => dotted(octets).replace(/\d/g, (digit) => `%3${digit}`),
  'a soft hyphen within': (octets) => octets.join('.\u00ad'),
  'IPv4-mapped': (octets) => `[::ffff:${groups(octets)}]`,
  'IPv4-mapped, dotted': (octets) => `[::ffff:${dotted(octets)}]`,
  'IPv4-mapped, written out': (octets) => `[0:0:0:0:0:FFFF:${groups(octets).toUpperCase()}]`,
  'IPv4-compatible': (octets) => `[::${dotted(octets)}]`,
  'IPv4-translated (RFC 2765)': (octets) => `[::ffff:0:${groups(octets)}]`,
  'NAT64 (RFC 6052)': (octets) => `[64:ff9b::${groups(octets)}]`,
  'NAT64, dotted': (octets) => `[64:ff9b::${dotted(octets)}]`,
  'local NAT64 (RFC 8215)': (octets) => `[64:ff9b:1::${groups(octets)}]`,
  '6to4 (RFC 3056)': (octets) => `[2002:${groups(octets)}::]`,
  '6to4, with a host': (octets) => `[2002:${groups(octets)}::1]`,
  'Teredo server (RFC 4380)': (octets) => `[2001:0:${groups(octets)}::]`,
  'Teredo client': (octets) => `[2001::${groups(octets.map((octet) => 255 - octet) as never)}]`,
};

/** Inner addresses that exist only in IPv6. */
const IPV6 = [
  ...[
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::]',
    '[::0.0.0.1]',
    '[fe80::1]',
    '[febf::1]',
    '[fec0::1]',
  ],
  ...[
    '[fc00::1]',
    '[fd12:3456::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
  ],
];

/** Names of inner hosts, independent of their addresses. */
const NAMES = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'loca\u00adlhost',
    'ⓛocalhost',
    'ｌｏｃａｌｈｏｓｔ',
    'l%6fcalhost',
  ],
  ...[
    'metadata.google.internal',
    'metadata.google.internal.',
    'METADATA.google.internal',
    'metadata.goog.internal',
  ],
  ...[
    'metadata',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.platformequinix.internal',
    'vault.internal',
  ],
  ...[
    'kubernetes.default.svc.cluster.local',
    'kubernetes',
    'printer.local',
    'db.lan',
    'router.home.arpa',
    'a.corp',
  ],
];

const octetsOf = (address: string): Octets => address.split('.').map(Number) as unknown as Octets;

export const INNER_HOSTS: readonly string[] = [
  ...new Set([
    ...Object.values(TARGETS).flatMap((target) => Object.values(FORMS).map((form) => form(octetsOf(target)))),
    ...IPV6,
    ...NAMES,
  ]),
];

/** Inner addresses in the forms of resolver answers. */
export const INNER_ANSWERS: readonly string[] = Object.values(TARGETS).flatMap((target) => [
  target,
  `::ffff:${target}`,
  `64:ff9b::${groups(octetsOf(target))}`,
  `2002:${groups(octetsOf(target))}::1`,
]);

/** Positions of a host in a URL that pretends to lead elsewhere. */
const DISGUISES: readonly ((host: string) => string)[] = [
  (host) => `https://${host}/`,
  (host) => `HTTPS://${host}/`,
  (host) => `http://${host}/`,
  (host) => `https://user@${host}/`,
  (host) => `https://user:password@${host}/`,
  (host) => `https://public.example@${host}/`,
  (host) => `https://public.example%2f@${host}/`,
  (host) => `https://public.example:443@${host}/`,
  (host) => `https://${host}#@public.example/`,
  (host) => `https://${host}?@public.example/`,
  (host) => `https://${host}\\@public.example/`,
  (host) => `https:\\\\${host}\\`,
  (host) => `https:/${host}/`,
  (host) => `https:${host}/`,
  (host) => ` \thttps://${host}/ `,
  (host) => `ht\ntps://${host}/`,
];

/** @param port of a listener, appended to each host. */
export const innerUrls = (port: number): readonly string[] =>
  INNER_HOSTS.flatMap((host) => DISGUISES.map((disguise) => disguise(`${host}:${port}`)));
