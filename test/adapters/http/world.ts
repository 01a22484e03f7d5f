import { inEnglish } from '../../support/words.ts';
import type { Publisher } from 'en16931-rules/layers/pack-age.ts';
import { AN_ADDRESSING } from '../../support/records.ts';
import { aPack } from '../../support/rule-packs.ts';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { ARCHIVE_PAGES } from '../../../src/adapters/http/reference/archive-pages.ts';
import { BatchShare } from '../../../src/adapters/http/call/batch-share.ts';
import { BodyBudget } from '../../../src/adapters/http/call/body-budget.ts';
import { Gate } from '../../../src/adapters/piscina/gate.ts';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { RecentDocuments } from '../../../src/application/checking/recent-documents.ts';
import type { Identity } from '../../../src/application/access/identity.ts';
import { ExamineDocument } from '../../../src/application/checking/examine-document.ts';
import { BodyReader } from '../../../src/application/reading/body-reader.ts';
import type { UseCases } from '../../../src/application/use-cases.ts';
import { addUseCases } from '../../../src/processes/lazily.ts';
import { type ApiKey, keyValue } from '../../../src/domain/access/api-key.ts';
import type { Scope } from '../../../src/domain/access/caller.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { FileReading } from '../../../src/domain/findings/file-reading.ts';
import { type Layer, outcomeOf, type PackRef } from 'en16931-rules/vocabulary/layer.ts';
import type { Environment } from '../../../src/domain/vocabulary/route.ts';
import type { LogFields } from '../../../src/ports/log.ts';
import type { LookedUp, Participants } from '../../../src/ports/participants.ts';
import type { PackChanges, PackName, PackRules, RulesOfPack } from '../../../src/ports/pack-rules.ts';
import type { InstalledRules } from '../../../src/ports/rule-packs.ts';
import type { OpenedCredential } from '../../../src/ports/rail/opened-credential.ts';
import type { Rails } from '../../../src/ports/rail/rail.ts';
import type { Probe } from '../../../src/ports/probe.ts';
import type { DocumentToCheck } from '../../../src/ports/validator.ts';
import type { TestClock } from '../../../src/ports/clock.ts';
import { FakeClock } from '../../fakes/clock.ts';
import { FakeContentStore } from '../../fakes/content-store.ts';
import type { KositReporting, KositReports } from '../../../src/ports/kosit-reports.ts';
import { FakeFileReader } from '../../fakes/file-reader.ts';
import { FakeIds } from '../../fakes/ids.ts';
import { FakeJobs } from '../../fakes/jobs.ts';
import type { LiveProcess } from '../../../src/ports/live-processes.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../src/ports/outbound.ts';
import { NodeDeliverySigner } from '../../../src/adapters/system/node-delivery-signer.ts';
import { JoseProofs } from '../../../src/adapters/signing/jose-proofs.ts';
import { FakeTelemetry } from '../../fakes/telemetry.ts';
import { FakePrinter } from '../../fakes/printer.ts';
import { FakeReaderPool } from '../../fakes/reader-pool.ts';
import { memoryStores } from '../../support/memory-stores.ts';
import { DOCUMENTS } from '../../support/documents.ts';
import { ZipArchives } from '../../../src/adapters/zip/zip-archives.ts';
import { MAPPINGS } from '../../support/mappings.ts';

export const OPERATOR_KEY = 'the-operator-of-these-tests';

/** All dependencies of the API, in memory. Tests replace the parts that have to fail. */
const A_PROCESS: LiveProcess = {
  id: 'prc_000000000000000000000001',
  role: 'worker',
  lanes: ['check'],
  version: '0.1.0',
  masterKeys: ['f1'],
  startedAt: new Date('2026-10-05T08:00:00Z'),
  seenAt: new Date('2026-10-05T09:00:00Z'),
};

const packNamed = (name: string): PackName | undefined => {
  const [, version] = /^en16931-([\d.]+)$/.exec(name) ?? [];
  return version === undefined ? undefined : { id: 'en16931', version, origin: 'built-in' };
};

export class World {
  readonly clock = new FakeClock('2026-10-05T08:00:00.000Z');
  readonly ids = new FakeIds();
  readonly digests = new NodeDigests();
  private readonly stores = memoryStores();
  readonly audit = this.stores.audit;
  /** Calls that store or schedule something, in order. */
  readonly writes: string[] = [];
  readonly idempotency = this.watched(this.stores.idempotency, ['claim', 'keep', 'release']);
  readonly invoices = this.watched(this.stores.invoices, ['takeIn', 'commit']);
  readonly eventFeed = this.stores.eventFeed;
  readonly received = this.stores.received;
  readonly recent = new RecentDocuments();
  readonly content = this.watched(new FakeContentStore(), ['seal']);
  readonly buyerIndex = this.content;
  readonly keys = this.stores.keys;
  readonly browserSessions = this.stores.browserSessions;
  readonly counters = this.stores.rates;
  readonly jobs = this.watched(new FakeJobs(), ['schedule']);
  readonly telemetry = new FakeTelemetry();
  readonly readerPool = new FakeReaderPool();
  readonly bodies = new BodyReader(this.readerPool);
  readonly bodyBudget = new BodyBudget();
  readonly share = new BatchShare(() => new Gate(1, 0));
  readonly printer = new FakePrinter();
  readonly logged: { level: string; fields: LogFields; message: string }[] = [];
  readonly log = {
    info: (fields: LogFields, message: string) => void this.logged.push({ level: 'info', fields, message }),
    warn: (fields: LogFields, message: string) => void this.logged.push({ level: 'warn', fields, message }),
    error: (fields: LogFields, message: string) => void this.logged.push({ level: 'error', fields, message }),
  };
  hasPeppolCredential = false;
  /** The credentials of a route's rail. */
  opened: readonly OpenedCredential[] = [];
  readonly credentials = {
    hasLive: async () => this.hasPeppolCredential,
    chooseSigner: async (): Promise<OpenedCredential | undefined> => undefined,
    live: async () => this.opened,
    choose: async () => this.opened[0],
    versionOf: async () => JSON.stringify(this.opened),
    open: async () => this.opened[0],
    openStored: async () => this.opened[0]!,
  };
  rails: Rails = new Map();
  /** The clients whose messages were fetched because of a hint. */
  readonly pulled: string[] = [];
  readonly answers = {
    runFor: async ({ client, route }: { client: string; route: string }) =>
      void this.pulled.push(`${route} ${client}`),
    takePushed: async () => this.isPushedSettled,
  };
  /** Whether pushed messages can be stored. */
  isPushedSettled = true;
  /** The answer of Peppol about every participant. */
  lookedUp: LookedUp = { registered: 'unknown', reason: 'no answer' };
  readonly participants: Participants = {
    lookUp: async () => this.lookedUp,
    smpOf: async () => ({ kind: 'none' }),
  };
  /** The installed packs. */
  rulePacks: readonly InstalledRules[] = [aPack({ id: 'en16931', version: '1.3.16', layer: 'en16931' })];
  readonly packs = { entries: async () => this.rulePacks };
  /** Of each pack `en16931`. */
  packEntries: RulesOfPack['entries'] = [];
  packChanges: PackChanges['entries'] = [];
  readonly packRules: PackRules = {
    rules: async (name) => {
      const pack = packNamed(name);
      return pack && { pack, entries: this.packEntries };
    },
    changes: async (one, other) => {
      const [before, after] = [packNamed(one), packNamed(other)];
      return before && after && { before, after, entries: this.packChanges };
    },
  };
  readonly refusals = this.stores.refusals;
  refusalsDays = 14;
  readonly radars = this.stores.radars;
  readonly shares = this.stores.shares;
  readonly cursorKey = this.stores.cursorKey;
  readonly routeStates = this.stores.routeStates;
  readonly oldPacks = this.stores.oldPacks;
  readonly sessions = this.stores.sessions;
  readonly registrations = this.stores.registrations;
  readonly receiverRegistrations = this.stores.receiverRegistrations;
  readonly watchWorkers = {
    live: async (): Promise<readonly LiveProcess[]> => [A_PROCESS],
    lanes: async () => [{ lane: 'check', workers: 1 }],
  };
  readonly checked: DocumentToCheck[] = [];
  /** What is said of a document whose rules are not installed. */
  missingPacks: readonly Finding[] = [];
  /** The days on which packs come into force. */
  comingDays: readonly string[] = [];
  findingsOn: (day: string | undefined) => readonly Finding[] = () => [];
  packOn: (day: string | undefined) => PackRef | null = () => null;
  readonly validator = {
    missingPacks: async () => this.missingPacks,
    comingDays: async () => this.comingDays,
    overlaysOf: async () => [],
    check: async (document: DocumentToCheck): Promise<readonly Layer[]> => {
      this.checked.push(document);
      const pack = this.packOn(document.on);
      return [
        { layer: 'xsd', source: 'XSD', pack, durationMs: 1, ...outcomeOf(this.findingsOn(document.on)) },
      ];
    },
  };
  /** The headers of the next files. */
  reading: FileReading = {
    reading: 'read',
    facts: { syntax: 'ubl-invoice', specification: null, number: 'X-1', issueDate: '2026-10-05' },
    addressing: AN_ADDRESSING,
    summary: { number: 'X-1' },
  };
  readonly reader = new FakeFileReader(() => this.reading, this.validator);
  /** Of the next files, and what was asked for. */
  kositReporting: KositReporting = { made: true, xml: '<rep:report/>', texts: [], accepted: true };
  readonly reportsAsked: { readonly name: string; readonly on?: string | undefined }[] = [];
  readonly kositReports: KositReports = {
    reportOn: async (file, { name }) => {
      this.reportsAsked.push({ name, ...('on' in file && { on: file.on }) });
      return this.kositReporting;
    },
  };
  readonly publishers: Publisher[] = [];
  readonly catalogue = {
    find: (code: string) => (code === CATALOGUE_ENTRY.code ? CATALOGUE_ENTRY : undefined),
    all: () => CATALOGUE,
  };
  probes: Probe[] = (
    ['store', 'master_key', 'scheduler', 'validators', 'rule_packs', 'workers', 'descriptors', 'log'] as const
  ).map((name) => ({
    name,
    check: async () => 'ok',
  }));
  /** The deliveries to receivers of webhooks, and their next answers. */
  readonly posted: OutboundRequest[] = [];
  receiver: OutboundAnswer = { outcome: 'answered', status: 204, headers: {}, body: new Uint8Array() };
  readonly outbound: Outbound = {
    reasonAgainst: async (url: string) => (url.includes('inner') ? 'it is not public' : undefined),
    call: async (request) => {
      this.posted.push(request);
      return this.receiver;
    },
  };
  readonly clients = this.stores.clients;
  readonly archives = new ZipArchives();
  readonly pageWriter = ARCHIVE_PAGES;
  readonly mappings = MAPPINGS;
  readonly deliveries = this.stores.deliveries;
  readonly webhooks = this.stores.webhooks;
  readonly signer = new NodeDeliverySigner();
  readonly realClock = this.clock;
  /** Undefined: `CLOCK_CONTROL` is off. */
  testClock: TestClock | undefined = { advance: async (ms) => this.clock.advance(ms) };
  readonly credentialStore = this.stores.credentials;
  readonly connections = this.stores.connections;

  readonly documents = DOCUMENTS;
  readonly reportWriter = JSON_REPORT_WRITER;
  readonly statuses = this.stores.statuses;
  readonly reports = this.stores.reports;
  readonly signingKeys = this.stores.signingKeys;
  readonly proofSigner = new JoseProofs();
  readonly serviceVersion = '0.1.0';
  /** Undefined: people have keys only. */
  identity: Identity | undefined = undefined;
  environment: Environment = 'sandbox';

  useCases(): UseCases {
    const { counters: rates, credentials, ...rest } = this;
    const examine = new ExamineDocument(this);
    return addUseCases({
      ...rest,
      rates,
      credentials,
      examine,
      operatorKey: OPERATOR_KEY,
      english: inEnglish(),
    });
  }

  private watched<T extends object>(store: T, names: readonly (keyof T & string)[]): T {
    for (const name of names) {
      const method = store[name] as (...given: unknown[]) => unknown;
      const watch = (...given: unknown[]): unknown => {
        this.writes.push(name);
        return method.apply(store, given);
      };
      Object.defineProperty(store, name, { value: watch, writable: true, configurable: true });
    }
    return store;
  }

  /** Stores a valid key of the holder. @returns the value to send */
  async key(holder: ApiKey['holder'], environment: Environment = this.environment): Promise<string> {
    const value = keyValue(environment, this.digests.newSecret());
    const hash = this.digests.sha256(value);
    await this.keys.add({
      id: this.ids.next('key'),
      holder,
      hash,
      createdAt: this.clock.now(),
      ancestors: [],
    });
    return value;
  }

  clientKey(client: string, scopes: readonly Scope[] = ['submit', 'read', 'admin']): Promise<string> {
    return this.key({ kind: 'client', client, scopes });
  }
}

export const CATALOGUE_ENTRY = {
  code: 'EI-SCHEMA',
  aliases: [],
  family: 'schema',
  whoFixes: 'us',
  title: 'The document does not match the model',
  explanation: 'A field is missing, unknown or of the wrong kind.',
  fixHint: 'Correct the field that the finding names.',
  routes: [],
  layer: 'schema',
} as const;
const CATALOGUE = [CATALOGUE_ENTRY];
