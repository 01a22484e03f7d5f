import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import { ENVIRONMENTS, type Environment } from '../domain/vocabulary/route.ts';

/** A setting that cannot be used: one sentence for whoever starts the process. */
export class SettingRefused extends Error {
  constructor(name: string, reason: string) {
    super(`${name} ${reason}`);
    this.name = 'SettingRefused';
  }
}

export interface Settings {
  readonly environment: Environment;
  readonly role: 'all' | 'api' | 'worker';
  readonly port: number;
  readonly metricsPort: number;
  /** All interfaces when left out. */
  readonly host?: string;
  readonly metricsHost?: string;
  readonly store: StoreAddress;
  readonly masterKey: MasterKeySource;
  readonly operatorKey?: string;
  readonly baseUrl: string;
  readonly problemBase: string;
  readonly rulesDir: string;
  readonly ruleEngine: 'compiled' | 'saxon';
  readonly xsdEngine: 'libxml2' | 'java';
  /** Share of documents that both engines judge, 0 to 1. */
  readonly crossCheck: number;
  readonly poolThreads: number;
  /** Rounds of sample invoices after the first answers. */
  readonly poolWarmUp: number;
  readonly poolQueue: number;
  readonly auditDays: number;
  readonly logLevel: LogLevel;
  readonly trustProxy: number;
  readonly retryScale: number;
  readonly clockControl: boolean;
  /** The networks to try against; nothing of it is used in production. */
  readonly simulator: Simulator;
  /** Of the sandbox: where every access point is that speaks a dialect, whatever a credential says. */
  readonly accessPoints?: AccessPoints;
  readonly anaf: Anaf;
  readonly ksef: Ksef;
  /** Of the sandbox: where every French platform is, whatever a credential says. */
  readonly frenchPlatform?: FrenchPlatform;
  readonly lookUp: LookUp;
  /** Names that are set although nothing reads them: whoever set them is told at the start. */
  readonly unread: readonly string[];
}

/** ANAF's system and its log-in. */
export interface Anaf {
  /** Up to `rest`. */
  readonly url: string;
  /** Of `token` and its siblings. */
  readonly oauthUrl: string;
}

/** The Polish system. */
export interface Ksef {
  /** Up to `v2`. */
  readonly url: string;
  /** Where the codes on printed invoices lead. */
  readonly qrUrl: string;
}

export interface FrenchPlatform {
  readonly url: string;
  readonly isSimulator: boolean;
}

/** By the dialect that is spoken there. */
export type AccessPoints = Readonly<Record<'phase4' | 'phoss-ap', string>>;

/** Where Peppol is asked whether a buyer is registered. */
export interface LookUp {
  readonly zone: string;
  /** `<host>:<port>`; the system's resolvers when left out. */
  readonly dns?: string;
  /** Who certifies SMPs: a file, or of the sandbox the simulator's address; nobody when left out. */
  readonly trusted?: { readonly file: string } | { readonly url: string };
  /** The resolver is the simulator or on this machine, in the sandbox: so may be what it names. */
  readonly isLocal: boolean;
}

export interface Simulator {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly stepMs: number;
  readonly limits: 'real' | 'off';
  /** What it remembers is kept here: beside the SQLite file, or `./data` with MongoDB. */
  readonly folder: string;
}

export type StoreAddress =
  { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'mongodb'; readonly url: string };

export type MasterKeySource =
  | { readonly from: 'value'; readonly base64: string }
  | { readonly from: 'file'; readonly path: string }
  /** Sandbox without a setting: made on first start. */
  | { readonly from: 'made'; readonly path: string }
  | { readonly from: 'nowhere' };

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

type Text = string | undefined;

/** How a value reads. `read` gets the text of the environment variable and throws the reason when it does not fit. */
interface Setting<T> {
  readonly name: string;
  readonly default: string;
  readonly takes: string;
  readonly meaning: string;
  readonly sandboxOnly?: true;
  readonly secret?: true;
  readonly read: (text: Text) => T;
}

const setting = <T>(spec: Setting<T>): Setting<T> => spec;

class Unfit extends Error {}

const oneOf =
  <const T extends readonly string[]>(values: T, fallback: T[number]) =>
  (text: Text): T[number] => {
    if (text === undefined) return fallback;
    const found = values.find((value) => value === text);
    if (found === undefined)
      throw new Unfit(`must be ${values.length > 1 ? 'one of ' : ''}${values.join(', ')}.`);
    return found;
  };

const numberBetween =
  (low: number, high: number, fallback: number, whole = true) =>
  (text: Text): number => {
    if (text === undefined) return fallback;
    const value = /^[0-9]+(\.[0-9]+)?$/.test(text) ? Number(text) : NaN;
    if (!(value >= low && value <= high) || (whole && !Number.isInteger(value)))
      throw new Unfit(`must be a ${whole ? 'whole ' : ''}number from ${low} to ${high}.`);
    return value;
  };

const optional =
  (fits: (text: string) => boolean, what: string) =>
  (text: Text): Text => {
    if (text !== undefined && !fits(text)) throw new Unfit(`must be ${what}.`);
    return text;
  };

const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/.test(text);

/** Node ends the process at port 0. */
function isResolver(text: string): boolean {
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const fits = bracketed === undefined ? isHost(plain ?? '') : isIP(bracketed) === 6;
  return fits && Number(port) >= 1 && Number(port) <= 65535;
}

/** It stands in addresses as it is. */
const isPlainHost = (text: string): boolean => isHost(text) && isIP(text) !== 6;

const webAddress = (text: string): boolean => /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);

function storeAddress(text = 'sqlite:./data/ids.db'): StoreAddress {
  if (/^mongodb(\+srv)?:\/\/./.test(text)) return { kind: 'mongodb', url: text };
  const path = /^sqlite:(.+)$/.exec(text)?.[1];
  if (path === undefined) throw new Unfit('must be sqlite:<path>, mongodb://… or mongodb+srv://….');
  if (path === ':memory:') throw new Unfit('must name a file: what is kept only in memory is lost.');
  return { kind: 'sqlite', path };
}

const masterKey = (text: Text): Text => {
  if (text === undefined || text === 'none') return text;
  const canonical = Buffer.from(text, 'base64');
  if (canonical.length !== 32 || canonical.toString('base64') !== text)
    throw new Unfit('must be 32 bytes in base64 (44 characters), or none.');
  return text;
};

const LOOPBACK = '127.0.0.1';
const ANAF: Anaf = {
  url: 'https://api.anaf.ro/prod/FCTEL/rest',
  oauthUrl: 'https://logincert.anaf.ro/anaf-oauth2/v1',
};
const KSEF: Ksef = { url: 'https://api.ksef.mf.gov.pl/v2', qrUrl: 'https://qr.ksef.mf.gov.pl' };
const PEPPOL_ZONE = 'participant.sml.prod.tech.peppol.org';

/** Every setting, once: what it takes, what it means, how it is read. docs/configuration.md is made from this table. */
export const SETTINGS = {
  ENVIRONMENT: setting({
    name: 'ENVIRONMENT',
    default: 'sandbox',
    takes: '`sandbox`, `production`',
    meaning: 'The environment this process serves. Keys of the other one are unknown here.',
    read: oneOf(ENVIRONMENTS, 'sandbox'),
  }),
  ROLE: setting({
    name: 'ROLE',
    default: 'all',
    takes: '`all`, `api`, `worker`',
    meaning: 'What this process does: answer calls, work on queued invoices, or both.',
    read: oneOf(['all', 'api', 'worker'], 'all'),
  }),
  PORT: setting({
    name: 'PORT',
    default: '8080',
    takes: 'port number; 0 picks a free one',
    meaning: 'Where the API listens.',
    read: numberBetween(0, 65535, 8080),
  }),
  METRICS_PORT: setting({
    name: 'METRICS_PORT',
    default: '9464',
    takes: 'port number; 0 picks a free one',
    meaning: 'Internal listener with `/metrics` for Prometheus; no key, so keep it off the internet.',
    read: numberBetween(0, 65535, 9464),
  }),
  HOST: setting({
    name: 'HOST',
    default: 'all interfaces',
    takes: 'IP address or host name of this machine',
    meaning: 'Where the API listens: `127.0.0.1` when only a proxy on the same machine may reach it.',
    read: optional(isHost, 'an IP address or a host name'),
  }),
  METRICS_HOST: setting({
    name: 'METRICS_HOST',
    default: 'all interfaces',
    takes: 'IP address or host name of this machine',
    meaning: 'Where the internal listener listens: an address that the internet cannot reach.',
    read: optional(isHost, 'an IP address or a host name'),
  }),
  STORE_URL: setting({
    name: 'STORE_URL',
    default: 'sqlite:./data/ids.db',
    takes: '`sqlite:<path>`, `mongodb://…`, `mongodb+srv://…`',
    meaning:
      'Where invoices are kept. An SQLite file is made on first start; MongoDB is for several machines.',
    read: storeAddress,
  }),
  MASTER_KEY: setting({
    name: 'MASTER_KEY',
    default: 'made in the sandbox',
    takes: '32 bytes in base64, or `none`',
    meaning:
      'Wraps the data keys under which content is sealed. The sandbox makes one beside the SQLite file (`./data/master.key` with MongoDB); production needs it set, else calls that need it answer 503 `no-master-key`. `none` switches it off.',
    secret: true,
    read: masterKey,
  }),
  MASTER_KEY_FILE: setting({
    name: 'MASTER_KEY_FILE',
    default: 'none',
    takes: 'path of a file',
    meaning: 'A file that holds the master key in base64, in place of `MASTER_KEY`.',
    read: optional(() => true, 'a path'),
  }),
  OPERATOR_KEY: setting({
    name: 'OPERATOR_KEY',
    default: 'none',
    takes: '24 to 200 visible ASCII characters',
    meaning: 'Accepted as an operator key, beside those minted with `npm run keys`.',
    secret: true,
    read: optional((text) => /^[\x21-\x7e]{24,200}$/.test(text), '24 to 200 visible ASCII characters'),
  }),
  BASE_URL: setting({
    name: 'BASE_URL',
    default: '`http://localhost:<PORT>`',
    takes: 'http or https address',
    meaning: 'The address callers use, for links that leave the service.',
    read: optional(webAddress, 'an http or https address without query'),
  }),
  PROBLEM_BASE: setting({
    name: 'PROBLEM_BASE',
    default: '`{BASE_URL}/problems`',
    takes: 'http or https address',
    meaning: 'Base of problem type identifiers in error answers.',
    read: optional(webAddress, 'an http or https address without query'),
  }),
  RULES_DIR: setting({
    name: 'RULES_DIR',
    default: './rules',
    takes: 'folder',
    meaning:
      'Compiled rule packs, one folder per pack version. Whoever can write there runs code in the service.',
    read: (text: Text) => text ?? './rules',
  }),
  RULE_ENGINE: setting({
    name: 'RULE_ENGINE',
    default: 'compiled',
    takes: '`compiled`, `saxon`',
    meaning: 'What runs Schematron rules: modules compiled from them, or SaxonJS (slower by far).',
    read: oneOf(['compiled', 'saxon'], 'compiled'),
  }),
  CROSS_CHECK: setting({
    name: 'CROSS_CHECK',
    default: '0',
    takes: '0 to 1',
    meaning:
      'Share of documents that both engines judge. The compiled verdict counts, a difference is reported.',
    read: numberBetween(0, 1, 0, false),
  }),
  XSD_ENGINE: setting({
    name: 'XSD_ENGINE',
    default: 'libxml2',
    takes: '`libxml2` or `java`',
    meaning:
      'What checks documents against their schema. `java` asks Xerces about UBL and CII, 0.2 to 1 s for each document; it needs Java and the optional npm package `xsd-schema-validator`.',
    read: oneOf(['libxml2', 'java'], 'libxml2'),
  }),
  POOL_THREADS: setting({
    name: 'POOL_THREADS',
    default: 'number of cores, at most 4',
    takes: '1 to 64',
    meaning: 'Threads that validate documents.',
    read: numberBetween(1, 64, Math.min(availableParallelism(), 4)),
  }),
  POOL_WARM_UP: setting({
    name: 'POOL_WARM_UP',
    default: '100',
    takes: '0 to 1000',
    meaning:
      'How often each thread judges sample invoices behind the first answers of a start, until the rules are machine code; some 2 s of processor time in all.',
    read: numberBetween(0, 1000, 100),
  }),
  POOL_QUEUE: setting({
    name: 'POOL_QUEUE',
    default: '16',
    takes: '0 to 10000',
    meaning: 'Documents that may wait for a thread; past it POST /validate answers 503 `busy`.',
    read: numberBetween(0, 10000, 16),
  }),
  AUDIT_DAYS: setting({
    name: 'AUDIT_DAYS',
    default: '400',
    takes: '1 to 36500',
    meaning: 'Days for which rows of the audit log are kept.',
    read: numberBetween(1, 36_500, 400),
  }),
  LOG_LEVEL: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    takes: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
    meaning: 'Least severity that is logged.',
    read: oneOf(LOG_LEVELS, 'info'),
  }),
  TRUST_PROXY: setting({
    name: 'TRUST_PROXY',
    default: '0',
    takes: '0 to 10',
    meaning: 'Number of proxies before the API whose X-Forwarded-For is believed.',
    read: numberBetween(0, 10, 0),
  }),
  RETRY_SCALE: setting({
    name: 'RETRY_SCALE',
    default: '1',
    takes: '0.001 to 1',
    meaning: 'Factor on the waits between retries.',
    sandboxOnly: true,
    read: numberBetween(0.001, 1, 1, false),
  }),
  CLOCK_CONTROL: setting({
    name: 'CLOCK_CONTROL',
    default: '0',
    takes: '`0`, `1`',
    meaning:
      'Lets `POST /clock` on the internal listener move the clock of all processes on the store forward, as far as the year 9998.',
    sandboxOnly: true,
    read: (text: Text) => oneOf(['0', '1'], '0')(text) === '1',
  }),
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
    read: optional(webAddress, 'an http or https address without query'),
  }),
  PA_URL: setting({
    name: 'PA_URL',
    default: "the simulator's",
    takes: 'http or https address',
    meaning:
      'French platform that every client uses in the sandbox, up to `flow-service`: for instance that of a test system. Its log-in is where the credential says, else at `oauth/token`.',
    sandboxOnly: true,
    read: optional(webAddress, 'an http or https address without query'),
  }),
  ANAF_URL: setting({
    name: 'ANAF_URL',
    default: `\`${ANAF.url}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's system, up to `rest`; `https://api.anaf.ro/test/FCTEL/rest` is its test system.",
    read: optional(webAddress, 'an http or https address without query'),
  }),
  ANAF_OAUTH_URL: setting({
    name: 'ANAF_OAUTH_URL',
    default: `\`${ANAF.oauthUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "ANAF's log-in, up to `v1`.",
    read: optional(webAddress, 'an http or https address without query'),
  }),
  KSEF_URL: setting({
    name: 'KSEF_URL',
    default: `\`${KSEF.url}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning: "KSeF's system, up to `v2`; `https://api-test.ksef.mf.gov.pl/v2` is its test system.",
    read: optional(webAddress, 'an http or https address without query'),
  }),
  KSEF_QR_URL: setting({
    name: 'KSEF_QR_URL',
    default: `\`${KSEF.qrUrl}\`; in the sandbox the simulator's`,
    takes: 'http or https address',
    meaning:
      'Where the codes on printed invoices lead (`verificationLink` in `route.raw`); `https://qr-test.ksef.mf.gov.pl` is that of the test system.',
    read: optional(webAddress, 'an http or https address without query'),
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

/** Sandbox-only switches of what is not built yet (webhooks): refused in production like the others, read by nothing. */
export const UNREAD_SWITCHES = ['WEBHOOK_ALLOW_PRIVATE'] as const;

type SettingName = keyof typeof SETTINGS;
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reads all settings; an empty variable counts as unset.
 * @throws SettingRefused naming the first setting that does not fit.
 */
export function readSettings(env: EnvironmentVariables): Settings {
  const value = <N extends SettingName>(name: N): ReturnType<(typeof SETTINGS)[N]['read']> => {
    try {
      return SETTINGS[name].read(env[name] || undefined) as ReturnType<(typeof SETTINGS)[N]['read']>;
    } catch (error) {
      if (error instanceof Unfit) throw new SettingRefused(name, error.message);
      throw error;
    }
  };
  const environment = value('ENVIRONMENT');
  if (environment === 'production') refuseSandboxSwitches(env);
  const store = value('STORE_URL');
  const port = value('PORT');
  const metricsPort = value('METRICS_PORT');
  const host = value('HOST');
  const metricsHost = value('METRICS_HOST');
  if (metricsPort === port && port !== 0 && metricsHost === host)
    throw new SettingRefused(
      'METRICS_PORT',
      `and PORT are both ${port}; the API and the metrics listen apart.`,
    );
  const baseUrl = (value('BASE_URL') ?? `http://localhost:${port}`).replace(/\/+$/, '');
  const operatorKey = value('OPERATOR_KEY');
  const simulated = { host: value('SIM_HOST'), port: value('SIM_PORT') };
  return {
    environment,
    role: value('ROLE'),
    port,
    metricsPort,
    ...(host !== undefined && { host }),
    ...(metricsHost !== undefined && { metricsHost }),
    store,
    masterKey: masterKeySource(environment, store, value('MASTER_KEY'), value('MASTER_KEY_FILE')),
    ...(operatorKey === undefined ? {} : { operatorKey }),
    baseUrl,
    problemBase: (value('PROBLEM_BASE') ?? `${baseUrl}/problems`).replace(/\/+$/, ''),
    rulesDir: value('RULES_DIR'),
    ruleEngine: value('RULE_ENGINE'),
    xsdEngine: value('XSD_ENGINE'),
    crossCheck: value('CROSS_CHECK'),
    poolThreads: value('POOL_THREADS'),
    poolWarmUp: value('POOL_WARM_UP'),
    poolQueue: value('POOL_QUEUE'),
    auditDays: value('AUDIT_DAYS'),
    logLevel: value('LOG_LEVEL'),
    trustProxy: value('TRUST_PROXY'),
    retryScale: value('RETRY_SCALE'),
    clockControl: value('CLOCK_CONTROL'),
    simulator: {
      ...simulated,
      stepMs: value('SIM_STEP_MS'),
      limits: value('SIM_LIMITS'),
      folder: `${folderOf(store)}sandbox`,
    },
    ...(environment === 'sandbox' && {
      accessPoints: accessPoints(value('ACCESS_POINT_URL'), simulated),
      frenchPlatform: frenchPlatform(value('PA_URL'), simulated),
    }),
    anaf: anafOf(environment, simulated, { url: value('ANAF_URL'), oauthUrl: value('ANAF_OAUTH_URL') }),
    ksef: ksefOf(environment, simulated, { url: value('KSEF_URL'), qrUrl: value('KSEF_QR_URL') }),
    lookUp: lookUpOf(environment, simulated, {
      zone: value('SML_ZONE'),
      dns: value('SML_DNS'),
      file: value('PEPPOL_SMP_CA'),
    }),
    unread: UNREAD_SWITCHES.filter((name) => env[name]),
  };
}

function lookUpOf(
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

function accessPoints(own: Text, { host, port }: Place): AccessPoints {
  const simulator = `http://${host}:${port}/peppol`;
  const [phase4, phossAp] = own === undefined ? [`${simulator}/ap`, `${simulator}/phoss-ap`] : [own, own];
  return { phase4: phase4.replace(/\/+$/, ''), 'phoss-ap': phossAp.replace(/\/+$/, '') };
}

const frenchPlatform = (own: Text, { host, port }: Place): FrenchPlatform =>
  own === undefined
    ? { url: `http://${host}:${port}/fr-pa`, isSimulator: true }
    : { url: own.replace(/\/+$/, ''), isSimulator: false };

function anafOf(
  environment: Environment,
  { host, port }: Place,
  own: { readonly url: Text; readonly oauthUrl: Text },
): Anaf {
  const home = `http://${host}:${port}/anaf`;
  const usual =
    environment === 'sandbox' ? { url: `${home}/test/FCTEL/rest`, oauthUrl: `${home}/anaf-oauth2/v1` } : ANAF;
  const plain = (url: string): string => url.replace(/\/+$/, '');
  return { url: plain(own.url ?? usual.url), oauthUrl: plain(own.oauthUrl ?? usual.oauthUrl) };
}

function ksefOf(
  environment: Environment,
  { host, port }: Place,
  own: { readonly url: Text; readonly qrUrl: Text },
): Ksef {
  const home = `http://${host}:${port}/ksef`;
  const usual = environment === 'sandbox' ? { url: `${home}/v2`, qrUrl: `${home}/qr` } : KSEF;
  const plain = (url: string): string => url.replace(/\/+$/, '');
  return { url: plain(own.url ?? usual.url), qrUrl: plain(own.qrUrl ?? usual.qrUrl) };
}

function refuseSandboxSwitches(env: EnvironmentVariables): void {
  const read = Object.values(SETTINGS).flatMap((spec) => ('sandboxOnly' in spec ? spec.name : []));
  for (const name of [...read, ...UNREAD_SWITCHES])
    if (env[name])
      throw new SettingRefused(name, 'is for the sandbox only; unset it where ENVIRONMENT is production.');
}

function masterKeySource(
  environment: Environment,
  store: StoreAddress,
  value: Text,
  path: Text,
): MasterKeySource {
  if (value !== undefined && path !== undefined)
    throw new SettingRefused('MASTER_KEY', 'and MASTER_KEY_FILE are both set; keep one.');
  if (value === 'none') return { from: 'nowhere' };
  if (value !== undefined) return { from: 'value', base64: value };
  if (path !== undefined) return { from: 'file', path };
  if (environment === 'production') return { from: 'nowhere' };
  return { from: 'made', path: `${folderOf(store)}master.key` };
}

/** Where files belong that are not the store's, ending in a slash. */
const folderOf = (store: StoreAddress): string =>
  store.kind === 'sqlite' ? store.path.replace(/[^/\\]*$/, '') : './data/';
