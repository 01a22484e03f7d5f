import { allowedRegistries } from 'en16931-rules/layers/registries.ts';
import { RADAR_TELLINGS, type RadarTelling } from '../../domain/radar/radar.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { RailSettingsRead, RailSurroundings } from '../../ports/rail/rail-settings.ts';
import { type Setting, type Text, Unfit } from '../../ports/settings.ts';
import { lookUpOf } from './networks.ts';
import { RAIL_SETTINGS } from './rails.ts';
import { type MasterKeySource, SettingRefused, type Settings, type StoreAddress } from './settings.ts';
import { signInOf } from './sign-in.ts';
import { tracingOf } from './tracing.ts';
import { ALL_SETTINGS, SETTINGS } from './table.ts';

type SettingName = keyof typeof SETTINGS;
type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/**
 * Reads all settings; an empty variable counts as unset.
 * @throws SettingRefused naming the first setting that does not fit.
 */
export function readSettings(env: EnvironmentVariables): Settings {
  const value = <N extends SettingName>(name: N) =>
    valueOf(SETTINGS[name], env) as ReturnType<(typeof SETTINGS)[N]['read']>;
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
  const baseUrl = value('BASE_URL') ?? `http://localhost:${port}`;
  const operatorKey = value('OPERATOR_KEY');
  const smtpUrl = value('SMTP_URL');
  const outboundAllow = value('OUTBOUND_ALLOW');
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
    newMasterKey: newMasterKeySource(value('NEW_MASTER_KEY'), value('NEW_MASTER_KEY_FILE')),
    ...(operatorKey === undefined ? {} : { operatorKey }),
    baseUrl,
    problemBase: value('PROBLEM_BASE') ?? `${baseUrl}/problems`,
    console: value('CONSOLE') === 'on',
    ...signInOf(
      {
        OIDC_ISSUER: value('OIDC_ISSUER'),
        OIDC_CLIENT_ID: value('OIDC_CLIENT_ID'),
        OIDC_CLIENT_SECRET: value('OIDC_CLIENT_SECRET'),
        OIDC_ROLES: value('OIDC_ROLES'),
        OIDC_PERSON: value('OIDC_PERSON'),
        OIDC_SCOPES: value('OIDC_SCOPES'),
        OIDC_PROMPT: value('OIDC_PROMPT'),
        OIDC_REFRESH_MINUTES: value('OIDC_REFRESH_MINUTES'),
      },
      { baseUrl, hasConsole: value('CONSOLE') === 'on' },
    ),
    rulesDir: value('RULES_DIR'),
    mappingsDir: value('MAPPINGS_DIR'),
    ruleEngine: value('RULE_ENGINE'),
    xsdEngine: value('XSD_ENGINE'),
    crossCheck: value('CROSS_CHECK'),
    poolThreads: value('POOL_THREADS'),
    poolWarmUp: value('POOL_WARM_UP'),
    poolQueue: value('POOL_QUEUE'),
    auditDays: value('AUDIT_DAYS'),
    refusalsDays: value('REFUSALS_DAYS'),
    packsAllow: allowedRegistries(value('PACKS_ALLOW') ?? '') ?? new Map(),
    announcePacks: tellingsOf(value('ANNOUNCE_PACKS')),
    mcpSend: value('MCP_SEND') === '1',
    partySearch: value('PARTY_SEARCH') === 'on',
    logLevel: value('LOG_LEVEL'),
    logFormat: value('LOG_FORMAT'),
    trustProxy: value('TRUST_PROXY'),
    retryScale: value('RETRY_SCALE'),
    clockControl: value('CLOCK_CONTROL'),
    webhookAllowPrivate: value('WEBHOOK_ALLOW_PRIVATE'),
    ...(outboundAllow !== undefined && { outboundAllow }),
    ...(smtpUrl !== undefined && { smtpUrl }),
    simulator: {
      ...simulated,
      stepMs: value('SIM_STEP_MS'),
      limits: value('SIM_LIMITS'),
      folder: `${folderOf(store)}sandbox`,
    },
    rails: railsIn(env, { environment, simulator: `http://${simulated.host}:${simulated.port}` }),
    lookUp: lookUpOf(environment, simulated, {
      zone: value('SML_ZONE'),
      dns: value('SML_DNS'),
      file: value('PEPPOL_SMP_CA'),
    }),
    ...tracingOf({
      OTEL_TRACES_EXPORTER: value('OTEL_TRACES_EXPORTER'),
      OTEL_EXPORTER_OTLP_ENDPOINT: value('OTEL_EXPORTER_OTLP_ENDPOINT'),
      OTEL_EXPORTER_OTLP_HEADERS: value('OTEL_EXPORTER_OTLP_HEADERS'),
      OTEL_SERVICE_NAME: value('OTEL_SERVICE_NAME'),
      OTEL_TRACES_SAMPLER_ARG: value('OTEL_TRACES_SAMPLER_ARG'),
    }),
  };
}

const valueOf = ({ name, read }: Setting<unknown>, env: EnvironmentVariables): unknown =>
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
      const values = Object.entries(table).map(([name, spec]) => [name, valueOf(spec, env)] as const);
      return [route, fitting(route, () => read(Object.fromEntries(values), around))];
    }),
  );

function refuseSandboxSwitches(env: EnvironmentVariables): void {
  const read = Object.values(ALL_SETTINGS).flatMap((spec) => ('sandboxOnly' in spec ? spec.name : []));
  for (const name of read)
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

function newMasterKeySource(value: Text, path: Text): MasterKeySource {
  if (value !== undefined && path !== undefined)
    throw new SettingRefused('NEW_MASTER_KEY', 'and NEW_MASTER_KEY_FILE are both set; keep one.');
  if (value !== undefined) return { from: 'value', base64: value };
  return path === undefined ? { from: 'nowhere' } : { from: 'file', path };
}

/** The folder for files outside of the store, ending in a slash. */
const folderOf = (store: StoreAddress): string =>
  store.kind === 'sqlite' ? store.path.replace(/[^/\\]*$/, '') : './data/';

const tellingsOf = (words: string): readonly RadarTelling[] =>
  RADAR_TELLINGS.filter((telling) => words.split(',').includes(telling));
