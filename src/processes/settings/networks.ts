import type { Environment } from '../../domain/vocabulary/route.ts';
import {
  isHost,
  isPlainHost,
  isResolver,
  numberBetween,
  oneOf,
  optional,
  setting,
  type Text,
  webAddress,
} from './kinds.ts';
import type { AccessPoints, Anaf, FrenchPlatform, Ksef, LookUp, Simulator } from './settings.ts';

const LOOPBACK = '127.0.0.1';
const ANAF: Anaf = {
  url: 'https://api.anaf.ro/prod/FCTEL/rest',
  oauthUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1',
};
const KSEF: Ksef = { url: 'https://api.ksef.mf.gov.pl/v2', qrUrl: 'https://qr.ksef.mf.gov.pl' };
const PEPPOL_ZONE = 'participant.sml.prod.tech.peppol.org';

/** Where the networks of the routes are. */
export const NETWORK_SETTINGS = {
  SIM_HOST: setting({
    name: 'SIM_HOST',
    default: LOOPBACK,
    takes: 'IPv4 address or host name',
    meaning:
      'Where the simulated networks listen and are called. By default on loopback, as a process beside the service; anywhere else they run alone (`npm run sandbox`) for several services: in a network that nobody else is in, for they ask for no key.',
    sandboxOnly: true,
    read: (text: Text) => optional(isPlainHost, 'an IPv4 address or a host name')(text) ?? LOOPBACK,
  }),
  SIM_PORT: setting({
    name: 'SIM_PORT',
    default: '8090',
    takes: 'port number; 0 picks a free one',
    meaning: 'Port of the simulated networks: TCP, and UDP for DNS ([sandbox.md](sandbox.md)).',
    sandboxOnly: true,
    read: numberBetween(0, 65535, 8090),
  }),
  SIM_STEP_MS: setting({
    name: 'SIM_STEP_MS',
    default: '500',
    takes: '0 to 60000',
    meaning: 'How long a step of a simulated network takes, in milliseconds.',
    sandboxOnly: true,
    read: numberBetween(0, 60_000, 500),
  }),
  SIM_LIMITS: setting({
    name: 'SIM_LIMITS',
    default: 'real',
    takes: '`real`, `off`',
    meaning: 'Whether the simulated networks have the rate limits of the real ones.',
    sandboxOnly: true,
    read: oneOf(['real', 'off'], 'real'),
  }),
  ACCESS_POINT_URL: setting({
    name: 'ACCESS_POINT_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning: 'Access point that every client uses in the sandbox, for instance that of a test system.',
    sandboxOnly: true,
    read: webAddress,
  }),
  PA_URL: setting({
    name: 'PA_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning:
      'French platform that every client uses in the sandbox, up to `flow-service`: for instance that of a test system. Its log-in is where the credential says, else at `oauth/token`.',
    sandboxOnly: true,
    read: webAddress,
  }),
  ANAF_URL: setting({
    name: 'ANAF_URL',
    default: `\`${ANAF.url}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's system, up to `rest`; `https://api.anaf.ro/test/FCTEL/rest` is its test system.",
    read: webAddress,
  }),
  ANAF_OAUTH_URL: setting({
    name: 'ANAF_OAUTH_URL',
    default: `\`${ANAF.oauthUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's log-in, up to `v1`.",
    read: webAddress,
  }),
  KSEF_URL: setting({
    name: 'KSEF_URL',
    default: `\`${KSEF.url}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "KSeF's system, up to `v2`; `https://api-test.ksef.mf.gov.pl/v2` is its test system.",
    read: webAddress,
  }),
  KSEF_QR_URL: setting({
    name: 'KSEF_QR_URL',
    default: `\`${KSEF.qrUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning:
      'Where the codes on printed invoices lead (`verificationLink` in `route.raw`); `https://qr-test.ksef.mf.gov.pl` is that of the test system.',
    read: webAddress,
  }),
  KSEF_BATCH: setting({
    name: 'KSEF_BATCH',
    default: '0',
    takes: '`0`, `1`',
    meaning:
      'Whether invoices of a client that would wait long under the caps of KSeF go there together, in batch sessions (docs/routes/pl-ksef.md).',
    read: (text: Text) => oneOf(['0', '1'], '0')(text) === '1',
  }),
  SML_ZONE: setting({
    name: 'SML_ZONE',
    default: PEPPOL_ZONE,
    takes: 'DNS zone',
    meaning:
      'Where Peppol registers participants; `participant.sml.test.tech.peppol.org` is its test network.',
    read: (text: Text) => optional(isHost, 'a DNS zone')(text) ?? PEPPOL_ZONE,
  }),
  SML_DNS: setting({
    name: 'SML_DNS',
    default: "the system's resolvers; in the sandbox the simulator",
    takes: '`<host>:<port>`',
    meaning: 'The DNS resolver that is asked for participants.',
    read: optional(isResolver, '<host>:<port>'),
  }),
  PEPPOL_SMP_CA: setting({
    name: 'PEPPOL_SMP_CA',
    default: 'none; in the sandbox that of the simulator',
    takes: 'path of a file',
    meaning:
      'Certificates (PEM) of the CAs that certify Peppol SMPs. Without them no answer is believed, and the router cannot tell who is registered.',
    read: optional(() => true, 'a path'),
  }),
} as const;

export function lookUpOf(
  environment: Environment,
  simulator: Place,
  own: { readonly zone: string; readonly dns: Text; readonly file: Text },
): LookUp {
  const isSandbox = environment === 'sandbox';
  // A port that is not known yet cannot be asked.
  const { host, port } = simulator;
  const dns = own.dns ?? (isSandbox && port > 0 ? `${host}:${port}` : undefined);
  const url = isSandbox ? `http://${host}:${port}/peppol/smp-ca.pem` : undefined;
  return {
    zone: own.zone,
    ...(dns !== undefined && { dns }),
    ...(own.file !== undefined ? { trusted: { file: own.file } } : url !== undefined && { trusted: { url } }),
    isLocal: isSandbox && (dns === `${host}:${port}` || (dns?.startsWith('127.') ?? false)),
  };
}

type Place = Pick<Simulator, 'host' | 'port'>;

export function accessPoints(own: Text, { host, port }: Place): AccessPoints {
  const simulator = `http://${host}:${port}/peppol`;
  const [phase4, phossAp] = own === undefined ? [`${simulator}/ap`, `${simulator}/phoss-ap`] : [own, own];
  return { phase4, 'phoss-ap': phossAp };
}

export const frenchPlatform = (own: Text, { host, port }: Place): FrenchPlatform =>
  own === undefined
    ? { url: `http://${host}:${port}/fr-pa`, isSimulator: true }
    : { url: own, isSimulator: false };

export function anafOf(
  environment: Environment,
  { host, port }: Place,
  own: { readonly url: Text; readonly oauthUrl: Text },
): Anaf {
  const home = `http://${host}:${port}/anaf`;
  const usual =
    environment === 'sandbox' ? { url: `${home}/test/FCTEL/rest`, oauthUrl: `${home}/anaf-oauth2/v1` } : ANAF;
  return { url: own.url ?? usual.url, oauthUrl: own.oauthUrl ?? usual.oauthUrl };
}

export function ksefOf(
  environment: Environment,
  { host, port }: Place,
  own: { readonly url: Text; readonly qrUrl: Text },
): Ksef {
  const home = `http://${host}:${port}/ksef`;
  const usual = environment === 'sandbox' ? { url: `${home}/v2`, qrUrl: `${home}/qr` } : KSEF;
  return { url: own.url ?? usual.url, qrUrl: own.qrUrl ?? usual.qrUrl };
}
