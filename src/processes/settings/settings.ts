import type { AllowedRegistries } from 'en16931-rules/layers/registries.ts';
import type { RoleRow } from '../../domain/access/role-row.ts';
import type { RadarTelling } from '../../domain/radar/radar.ts';
import type { LogFormat } from '../../adapters/pino/readable-lines.ts';
import type { XsdEngine } from 'en16931-rules/pool/task.ts';
import type { RailSettingsRead } from '../../ports/rail/rail-settings.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';

/** A setting that cannot be used: one sentence for the operator who starts the process. */
export class SettingRefused extends Error {
  constructor(name: string, reason: string) {
    super(`${name} ${reason}`);
    this.name = 'SettingRefused';
  }
}

/** How people sign in by OpenID Connect. */
export interface SignInSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly roles: readonly RoleRow[];
  readonly personClaim: string;
  readonly scopes: string;
  readonly prompt?: string;
  readonly refreshMs: number;
  readonly redirectUri: string;
}

export interface Settings {
  readonly environment: Environment;
  readonly role: 'all' | 'api' | 'worker';
  readonly port: number;
  readonly metricsPort: number;
  /** All interfaces if left out. */
  readonly host?: string;
  readonly metricsHost?: string;
  readonly store: StoreAddress;
  readonly masterKey: MasterKeySource;
  /** The new key of a rotation; `nowhere` outside of one. */
  readonly newMasterKey: MasterKeySource;
  readonly operatorKey?: string;
  readonly baseUrl: string;
  readonly problemBase: string;
  /** The API serves /console. */
  readonly console: boolean;
  /** Without it people have keys only. */
  readonly signIn?: SignInSettings;
  readonly rulesDir: string;
  /** Connector mappings, a folder per connector. */
  readonly mappingsDir: string;
  readonly ruleEngine: 'compiled' | 'saxon';
  readonly xsdEngine: XsdEngine;
  /** Share of documents that both engines judge, 0 to 1. */
  readonly crossCheck: number;
  readonly poolThreads: number;
  /** Rounds of sample invoices after the first answers. */
  readonly poolWarmUp: number;
  readonly poolQueue: number;
  readonly auditDays: number;
  readonly refusalsDays: number;
  /** Buyers are searched for by hashes of their words. */
  readonly partySearch: boolean;
  /** `/mcp` has tools that send. */
  readonly mcpSend: boolean;
  /** How clients are told of packs that come into force; empty: not at all. */
  readonly announcePacks: readonly RadarTelling[];
  readonly logLevel: LogLevel;
  readonly logFormat: LogFormat;
  readonly trustProxy: number;
  /** As it was set. */
  readonly outboundAllow?: string;
  /** Registries that may be asked for newer rule packs. */
  readonly packsAllow: AllowedRegistries;
  readonly retryScale: number;
  readonly clockControl: boolean;
  /** In the sandbox: webhooks may lead to private addresses. */
  readonly webhookAllowPrivate: boolean;
  /** Without it no mail is sent. */
  readonly smtpUrl?: string;
  /** The simulated networks; unused in production. */
  readonly simulator: Simulator;
  /** Of each route with a rail, as its own settings read them. */
  readonly rails: RailSettingsRead;
  readonly lookUp: LookUp;
  /** Left out if no spans are written. */
  readonly tracing?: SpanSettings;
}

interface SpanSettings {
  /** Of a collector; `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  /** Share of traces that is kept, 0 to 1. */
  readonly share: number;
}

/** The Peppol look-up of buyers. */
export interface LookUp {
  readonly zone: string;
  /** `<host>:<port>`; the system's resolvers if left out. */
  readonly dns?: string;
  /** The certificates of SMPs: a file, or in the sandbox the simulator's address; none is trusted if left out. */
  readonly trusted?: { readonly file: string } | { readonly url: string };
  /** The resolver is the simulator or on this machine, in the sandbox: addresses that it returns may be local, too. */
  readonly isLocal: boolean;
}

export interface Simulator {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly stepMs: number;
  readonly limits: 'real' | 'off';
  /** Its state is kept here: beside the SQLite file, or in `./data` with MongoDB. */
  readonly folder: string;
}

export type StoreAddress =
  { readonly kind: 'sqlite'; readonly path: string } | { readonly kind: 'mongodb'; readonly url: string };

export type MasterKeySource =
  | { readonly from: 'value'; readonly base64: string }
  | { readonly from: 'file'; readonly path: string }
  /** Sandbox without a setting: made at the first start. */
  | { readonly from: 'made'; readonly path: string }
  | { readonly from: 'nowhere' };

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];
