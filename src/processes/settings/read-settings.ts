import { allowedRegistries } from 'en16931-rules/layers/registries.ts';
import { RADAR_TELLINGS, type RadarTelling } from '../../domain/radar/radar.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { RailSettingsRead, RailSurroundings } from '../../ports/rail/rail-settings.ts';
import { type Setting, type SettingTable, Unfit, type ValuesOf } from '../../ports/settings.ts';
import { lookUpOf } from './networks.ts';
import { RAIL_SETTINGS } from './rails.ts';
import { type MasterKeySource, SettingRefused, type Settings, type StoreAddress } from './settings.ts';
import { signInOf } from './sign-in.ts';
import { tracingOf } from './tracing.ts';
import { ALL_SETTINGS, SETTINGS } from './table.ts';

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;
type Values = ValuesOf<typeof SETTINGS>;

/**
 * Reads all settings; an empty variable counts as unset.
 * @throws SettingRefused naming the first setting that does not fit.
 */
export function readSettings(env: EnvironmentVariables): Settings {
  if (valueOf(SETTINGS.ENVIRONMENT, env) === 'production') refuseSandboxSwitches(env);
  const read = valuesOf(SETTINGS, env);
  refuseSharedPort(read);
  const { ENVIRONMENT: environment, STORE_URL: store, PORT: port } = read;
  const baseUrl = read.BASE_URL ?? `http://localhost:${port}`;
  const hasConsole = read.CONSOLE === 'on';
  const simulated = { host: read.SIM_HOST, port: read.SIM_PORT };
  return {
    environment,
    role: read.ROLE,
    port,
    metricsPort: read.METRICS_PORT,
    ...(read.HOST !== undefined && { host: read.HOST }),
    ...(read.METRICS_HOST !== undefined && { metricsHost: read.METRICS_HOST }),
    store,
    masterKey: masterKeySource('MASTER_KEY', read, withoutMasterKey(environment, store)),
    newMasterKey: masterKeySource('NEW_MASTER_KEY', read, { from: 'nowhere' }),
    ...(read.OPERATOR_KEY !== undefined && { operatorKey: read.OPERATOR_KEY }),
    baseUrl,
    problemBase: read.PROBLEM_BASE ?? `${baseUrl}/problems`,
    console: hasConsole,
    ...signInOf(read, { baseUrl, hasConsole }),
    rulesDir: read.RULES_DIR,
    mappingsDir: read.MAPPINGS_DIR,
    ruleEngine: read.RULE_ENGINE,
    xsdEngine: read.XSD_ENGINE,
    crossCheck: read.CROSS_CHECK,
    poolThreads: read.POOL_THREADS,
    poolWarmUp: read.POOL_WARM_UP,
    poolQueue: read.POOL_QUEUE,
    auditDays: read.AUDIT_DAYS,
    refusalsDays: read.REFUSALS_DAYS,
    packsAllow: allowedRegistries(read.PACKS_ALLOW ?? '') ?? new Map(),
    announcePacks: tellingsOf(read.ANNOUNCE_PACKS),
    mcpSend: read.MCP_SEND === '1',
    partySearch: read.PARTY_SEARCH === 'on',
    logLevel: read.LOG_LEVEL,
    logFormat: read.LOG_FORMAT,
    trustProxy: read.TRUST_PROXY,
    retryScale: read.RETRY_SCALE,
    clockControl: read.CLOCK_CONTROL,
    webhookAllowPrivate: read.WEBHOOK_ALLOW_PRIVATE,
    ...(read.OUTBOUND_ALLOW !== undefined && { outboundAllow: read.OUTBOUND_ALLOW }),
    ...(read.SMTP_URL !== undefined && { smtpUrl: read.SMTP_URL }),
    simulator: {
      ...simulated,
      stepMs: read.SIM_STEP_MS,
      limits: read.SIM_LIMITS,
      folder: `${folderOf(store)}sandbox`,
    },
    rails: railsIn(env, { environment, simulator: `http://${simulated.host}:${simulated.port}` }),
    lookUp: lookUpOf(environment, simulated, read),
    ...tracingOf(read),
  };
}

const valuesOf = <T extends SettingTable>(table: T, env: EnvironmentVariables): ValuesOf<T> =>
  Object.fromEntries(Object.entries(table).map(([name, spec]) => [name, valueOf(spec, env)])) as ValuesOf<T>;

const valueOf = <T>({ name, read }: Setting<T>, env: EnvironmentVariables): T =>
  fitting(name, () => read(env[name] || undefined));

/** @throws SettingRefused of the setting that the reason names, else of `name`. */
function fitting<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unfit) throw new SettingRefused(error.setting ?? name, error.message);
    throw error;
  }
}

const railsIn = (env: EnvironmentVariables, around: RailSurroundings): RailSettingsRead =>
  new Map(
    [...RAIL_SETTINGS].map(([route, { table, read }]) => {
      const values = valuesOf(table, env);
      return [route, fitting(route, () => read(values, around))];
    }),
  );

function refuseSandboxSwitches(env: EnvironmentVariables): void {
  const read = Object.values(ALL_SETTINGS).flatMap((spec) => ('sandboxOnly' in spec ? spec.name : []));
  for (const name of read)
    if (env[name])
      throw new SettingRefused(name, 'is for the sandbox only; unset it where ENVIRONMENT is production.');
}

function refuseSharedPort({ PORT, METRICS_PORT, HOST, METRICS_HOST }: Values): void {
  if (METRICS_PORT === PORT && PORT !== 0 && METRICS_HOST === HOST)
    throw new SettingRefused(
      'METRICS_PORT',
      `and PORT are both ${PORT}; the API and the metrics listen apart.`,
    );
}

function masterKeySource(
  name: 'MASTER_KEY' | 'NEW_MASTER_KEY',
  read: Values,
  without: MasterKeySource,
): MasterKeySource {
  const [value, path] = [read[name], read[`${name}_FILE`]];
  if (value !== undefined && path !== undefined)
    throw new SettingRefused(name, `and ${name}_FILE are both set; keep one.`);
  if (value !== undefined) return value === 'none' ? { from: 'nowhere' } : { from: 'value', base64: value };
  return path === undefined ? without : { from: 'file', path };
}

/** In the sandbox a key is made. */
const withoutMasterKey = (environment: Environment, store: StoreAddress): MasterKeySource =>
  environment === 'production' ? { from: 'nowhere' } : { from: 'made', path: `${folderOf(store)}master.key` };

/** The folder for files outside of the store, ending in a slash. */
const folderOf = (store: StoreAddress): string =>
  store.kind === 'sqlite' ? store.path.replace(/(?<![^/\\])[^/\\]*$/, '') : './data/';

const tellingsOf = (words: string): readonly RadarTelling[] =>
  RADAR_TELLINGS.filter((telling) => words.split(',').includes(telling));
