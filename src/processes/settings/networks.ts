import type { Environment } from '../../domain/vocabulary/route.ts';
import { numberBetween, oneOf, optional, setting, type Text, type ValuesOf } from '../../ports/settings.ts';
import { isHost, isPlainHost, isResolver } from './kinds.ts';
import type { LookUp, Simulator } from './settings.ts';

const LOOPBACK = '127.0.0.1';
const PEPPOL_ZONE = 'participant.sml.prod.tech.peppol.org';

/** The simulated networks. */
export const SIMULATOR_SETTINGS = {
  SIM_HOST: setting({
    name: 'SIM_HOST',
    default: LOOPBACK,
    takes: 'IPv4 address or host name',
    meaning:
      'Where the simulated networks listen and are called. By default on loopback, as a process beside the service; anywhere else they run alone (`ids sandbox`) for several services: in a network without other users, for they ask for no key.',
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
} as const;

/** The Peppol look-up of buyers. */
export const LOOK_UP_SETTINGS = {
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
  simulator: Address,
  read: ValuesOf<typeof LOOK_UP_SETTINGS>,
): LookUp {
  const isSandbox = environment === 'sandbox';
  // A port that is unknown yet cannot be asked.
  const { host, port } = simulator;
  const file = read.PEPPOL_SMP_CA;
  const dns = read.SML_DNS ?? (isSandbox && port > 0 ? `${host}:${port}` : undefined);
  const url = isSandbox ? `http://${host}:${port}/peppol/smp-ca.pem` : undefined;
  return {
    zone: read.SML_ZONE,
    ...(dns !== undefined && { dns }),
    ...(file !== undefined ? { trusted: { file } } : url !== undefined && { trusted: { url } }),
    isLocal: isSandbox && (dns === `${host}:${port}` || (dns?.startsWith('127.') ?? false)),
  };
}

type Address = Pick<Simulator, 'host' | 'port'>;
