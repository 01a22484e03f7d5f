import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';
import { DEFAULT_XSD_ENGINE, XSD_ENGINES } from 'en16931-rules/pool/task.ts';
import { ENVIRONMENTS } from '../../domain/vocabulary/route.ts';
import {
  numberBetween,
  oneOf,
  optional,
  type Setting,
  setting,
  type Text,
  webAddress,
} from '../../ports/settings.ts';
import { allowedRegistries } from 'en16931-rules/layers/registries.ts';
import { isAllowList } from '../../adapters/outbound/allow-list.ts';
import { LOG_FORMATS } from '../../adapters/pino/readable-lines.ts';
import { isHost, isMailServer, masterKey, newMasterKey, storeAddress } from './kinds.ts';
import { LOOK_UP_SETTINGS, SIMULATOR_SETTINGS } from './networks.ts';
import { RAIL_SETTINGS } from './rails.ts';
import { LOG_LEVELS } from './settings.ts';
import { SIGN_IN_SETTINGS } from './sign-in.ts';
import { TRACING_SETTINGS } from './tracing.ts';

/** Every setting except those of the rails: its values, its meaning, its reader. */
export const SETTINGS = {
  ENVIRONMENT: setting({
    name: 'ENVIRONMENT',
    default: 'sandbox',
    takes: '`sandbox`, `production`',
    meaning: 'The environment of this process. Keys of the other one are unknown here.',
    read: oneOf(ENVIRONMENTS, 'sandbox'),
  }),
  ROLE: setting({
    name: 'ROLE',
    default: 'all',
    takes: '`all`, `api`, `worker`',
    meaning: 'The role of this process: answer calls, work on queued invoices, or both.',
    read: oneOf(['all', 'api', 'worker'], 'all'),
  }),
  PORT: setting({
    name: 'PORT',
    default: '8080',
    takes: 'port number; 0 picks a free one',
    meaning: 'Port of the API.',
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
    meaning: 'Address of the API: `127.0.0.1` if only a proxy on the same machine may reach it.',
    read: optional(isHost, 'an IP address or a host name'),
  }),
  METRICS_HOST: setting({
    name: 'METRICS_HOST',
    default: 'all interfaces',
    takes: 'IP address or host name of this machine',
    meaning: 'Address of the internal listener: one that the internet cannot reach.',
    read: optional(isHost, 'an IP address or a host name'),
  }),
  STORE_URL: setting({
    name: 'STORE_URL',
    default: 'sqlite:./data/ids.db',
    takes: '`sqlite:<path>`, `mongodb://…`, `mongodb+srv://…`',
    meaning:
      'The store of invoices. The first start creates an SQLite file; MongoDB is for several machines.',
    read: storeAddress,
  }),
  MASTER_KEY: setting({
    name: 'MASTER_KEY',
    default: 'made in the sandbox',
    takes: '32 bytes in base64, or `none`',
    meaning:
      'Wraps the data keys that seal content. The sandbox creates one beside the SQLite file (`./data/master.key` with MongoDB). In production calls that need it answer 503 `no-master-key` if it is not set. `none` switches it off.',
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
  NEW_MASTER_KEY: setting({
    name: 'NEW_MASTER_KEY',
    default: 'none',
    takes: '32 bytes in base64',
    meaning:
      'The successor of `MASTER_KEY`: set it in every process before `ids rotate-master`, and as `MASTER_KEY` afterwards.',
    secret: true,
    read: newMasterKey,
  }),
  NEW_MASTER_KEY_FILE: setting({
    name: 'NEW_MASTER_KEY_FILE',
    default: 'none',
    takes: 'path of a file',
    meaning: 'A file that holds it, in place of `NEW_MASTER_KEY`.',
    read: optional(() => true, 'a path'),
  }),
  OPERATOR_KEY: setting({
    name: 'OPERATOR_KEY',
    default: 'none',
    takes: '24 to 200 visible ASCII characters',
    meaning: 'Accepted as an operator key, in addition to those made with `ids keys`.',
    secret: true,
    read: optional((text) => /^[\x21-\x7e]{24,200}$/.test(text), '24 to 200 visible ASCII characters'),
  }),
  BASE_URL: setting({
    name: 'BASE_URL',
    default: '`http://localhost:<PORT>`',
    takes: 'http or https address',
    meaning: 'The address that callers use, for links in answers.',
    read: webAddress,
  }),
  PROBLEM_BASE: setting({
    name: 'PROBLEM_BASE',
    default: '`{BASE_URL}/problems`',
    takes: 'http or https address',
    meaning: 'Base of problem type identifiers in error answers.',
    read: webAddress,
  }),
  CONSOLE: setting({
    name: 'CONSOLE',
    default: 'on',
    takes: '`on`, `off`',
    meaning:
      'Pages for people at `/console`, for every kind of key ([console.md](console.md)). `off` removes them.',
    read: oneOf(['on', 'off'], 'on'),
  }),
  ...SIGN_IN_SETTINGS,
  RULES_DIR: setting({
    name: 'RULES_DIR',
    default: './rules',
    takes: 'folder',
    meaning:
      'Compiled rule packs, one folder per pack version. A user who can write there can run code in the service.',
    read: (text: Text) => text ?? './rules',
  }),
  MAPPINGS_DIR: setting({
    name: 'MAPPINGS_DIR',
    default: 'the `mappings` of the program',
    takes: 'folder',
    meaning:
      'Connector mappings, one folder per connector with a file per version. The process does not start if a file is not a mapping, or if a connector does not have exactly one `live` version.',
    read: (text: Text) => text ?? join(projectFolder(), 'mappings'),
  }),
  RULE_ENGINE: setting({
    name: 'RULE_ENGINE',
    default: 'compiled',
    takes: '`compiled`, `saxon`',
    meaning: 'The engine of Schematron rules: modules compiled from them, or SaxonJS (much slower).',
    read: oneOf(['compiled', 'saxon'], 'compiled'),
  }),
  CROSS_CHECK: setting({
    name: 'CROSS_CHECK',
    default: '0',
    takes: '0 to 1',
    meaning:
      'Share of documents that both engines check, of rules and of schemas (`libxml2` and `own`). The verdict of the chosen one counts, and a difference is reported.',
    read: numberBetween(0, 1, 0, false),
  }),
  XSD_ENGINE: setting({
    name: 'XSD_ENGINE',
    default: DEFAULT_XSD_ENGINE,
    takes: '`own`, `libxml2`, `java`',
    meaning:
      'The engine of schemas. `own` reads the document that the rules read, and leaves to `libxml2` what it does not know. `java` checks UBL and CII with Xerces, 0.2 to 1 s for each document; it needs Java and the optional npm package `xsd-schema-validator`.',
    read: oneOf(XSD_ENGINES, DEFAULT_XSD_ENGINE),
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
      'How often each thread checks sample invoices after the first answers of a start, until the rules are machine code; about 2 s of processor time in total.',
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
  REFUSALS_DAYS: setting({
    name: 'REFUSALS_DAYS',
    default: '14',
    takes: '0 to 90',
    meaning:
      'Days for which submissions that were answered 422 are kept with their findings and, sealed, their body; 0: none are. A client whose ' +
      'invoices are kept for fewer days has them for that long.',
    read: numberBetween(0, 90, 14),
  }),
  ANNOUNCE_PACKS: setting({
    name: 'ANNOUNCE_PACKS',
    default: 'off',
    takes: '`off`, `care`, `mail`, `care,mail`',
    meaning:
      'What is done once a rule pack is installed that comes into force within 120 days: the invoices of the last 100 days are judged by it in ' +
      'the background, and clients whose invoices it refuses get care rows, a mail to `contact_email`, or both ' +
      '([rules.md](rules.md#a-pack-that-comes-into-force)).',
    read: oneOf(['off', 'care', 'mail', 'care,mail'], 'off'),
  }),
  PACKS_ALLOW: setting({
    name: 'PACKS_ALLOW',
    default: 'none',
    takes: '`npm`, `pypi`, `maven`, `github`, or `npm=https://mirror.example`, separated by commas',
    meaning:
      'Registries that `ids packs outdated --online`, and a worker once a day, ask for newer rule packs. Nothing is adopted by itself ' +
      '([rules.md](rules.md#a-pack-that-has-grown-old)).',
    read: optional((text: string) => allowedRegistries(text) !== undefined, 'a list such as npm,pypi'),
  }),
  PARTY_SEARCH: setting({
    name: 'PARTY_SEARCH',
    default: 'on',
    takes: '`on`, `off`',
    meaning:
      '`q` of `GET /invoices` finds buyers, by keyed hashes of their words ([security.md](security.md#search-by-buyer)). ' +
      '`off` keeps no such hashes and searches for none.',
    read: oneOf(['on', 'off'], 'on'),
  }),
  MCP_SEND: setting({
    name: 'MCP_SEND',
    default: '0',
    takes: '`0`, `1`',
    meaning:
      '`1`: the tools of `/mcp` include one that sends, for keys with the scope `submit` ([guides/agent.md](guides/agent.md)). `ids mcp` reads it, too.',
    read: oneOf(['0', '1'], '0'),
  }),
  LOG_LEVEL: setting({
    name: 'LOG_LEVEL',
    default: 'info',
    takes: LOG_LEVELS.map((level) => `\`${level}\``).join(', '),
    meaning: 'Least severity that is logged.',
    read: oneOf(LOG_LEVELS, 'info'),
  }),
  LOG_FORMAT: setting({
    name: 'LOG_FORMAT',
    default: 'auto',
    takes: LOG_FORMATS.map((format) => `\`${format}\``).join(', '),
    meaning:
      'Form of the log: JSON lines, or lines for people. `auto`: for people if standard output is a terminal.',
    read: oneOf(LOG_FORMATS, 'auto'),
  }),
  TRUST_PROXY: setting({
    name: 'TRUST_PROXY',
    default: '0',
    takes: '0 to 10',
    meaning: 'Number of proxies before the API whose X-Forwarded-For is trusted.',
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
      'Lets `POST /clock` (operator), also that of the internal listener, move the clock forward. It moves for all processes on the store, as far as the year 9998.',
    sandboxOnly: true,
    read: (text: Text) => oneOf(['0', '1'], '0')(text) === '1',
  }),
  SMTP_URL: setting({
    name: 'SMTP_URL',
    default: 'none',
    takes: '`smtp://user:password@host:587?from=invoices@example.org`, `smtps://…`',
    meaning:
      'Mail server for notices of dead webhook deliveries to contacts; without it they are only logged and counted. It also takes documents for buyers whom a client names. The password goes to a server without STARTTLS only on this machine, or with `&allow_clear=1`; `&requireTLS=true` sends such a server no mail at all.',
    read: optional(isMailServer, 'an smtp or smtps address'),
  }),
  OUTBOUND_ALLOW: setting({
    name: 'OUTBOUND_ALLOW',
    default: 'none',
    takes: 'host names, addresses and CIDRs, separated by commas',
    meaning:
      'Addresses that credentials may name although they are not public, for instance your own access point; also with `http://`. A name must match exactly; a CIDR opens all its addresses to every client.',
    read: optional(isAllowList, 'host names, addresses and CIDRs, separated by commas'),
  }),
  WEBHOOK_ALLOW_PRIVATE: setting({
    name: 'WEBHOOK_ALLOW_PRIVATE',
    default: '0',
    takes: '`0`, `1`',
    meaning:
      'Lets webhooks lead to loopback and private addresses, with any certificate; `http://` to this machine only.',
    sandboxOnly: true,
    read: (text: Text) => oneOf(['0', '1'], '0')(text) === '1',
  }),
  ...SIMULATOR_SETTINGS,
  ...LOOK_UP_SETTINGS,
  ...TRACING_SETTINGS,
} as const;

/** Every setting, once. docs/configuration.md is made from this table. */
export const ALL_SETTINGS: Readonly<Record<string, Setting<unknown>>> = Object.assign(
  { ...SETTINGS },
  ...[...RAIL_SETTINGS.values()].map(({ table }) => table),
);
