import type { Translator } from '../domain/words/translator.ts';
import type { Environment } from '../domain/vocabulary/route.ts';
import type { Archives } from '../ports/archives.ts';
import type { BlindIndex } from '../ports/blind-index.ts';
import type { SearchableCatalogue } from '../ports/catalogue.ts';
import type { Mappings } from '../domain/mapping/mappings.ts';
import type { Clock, TestClock } from '../ports/clock.ts';
import type { ContentStore, TextSealer } from '../ports/content-store.ts';
import type { CredentialStore } from '../ports/credential-store.ts';
import type { Credentials } from '../ports/credentials.ts';
import type { Digests } from '../ports/digests.ts';
import type { FileReader } from '../ports/file-reader.ts';
import type { Ids } from '../ports/ids.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Outbound } from '../ports/outbound.ts';
import type { Participants } from '../ports/participants.ts';
import type { ReportWriter } from '../ports/report-writer.ts';
import type { PageWriter } from '../ports/page-writer.ts';
import type { Printer } from '../ports/printer.ts';
import type { Probe } from '../ports/probe.ts';
import type { ProofSigner } from '../ports/proof-signer.ts';
import type { Rails } from '../ports/rail/rail.ts';
import type { PackRules } from '../ports/pack-rules.ts';
import type { Publisher } from 'en16931-rules/layers/pack-age.ts';
import type { RulePacks } from '../ports/rule-packs.ts';
import type { KositReports } from '../ports/kosit-reports.ts';
import type { Stores } from '../ports/stores.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { ReaderPool } from '../ports/reader-pool.ts';
import type { Identity } from './access/identity.ts';
import type { ExamineDocument } from './checking/examine-document.ts';
import type { RecentDocuments } from './checking/recent-documents.ts';
import type { ReadingWork } from './checking/reading-work.ts';
import type { ChooseCredential } from './credentials/choose-credential.ts';
import type { PullAnswers } from './messages/pull-answers.ts';
import type { WatchWorkers } from './operation/watch-workers.ts';
import type { DeliverySigner } from '../ports/delivery-signer.ts';

import * as list from './use-case-list.ts';

/** Stores that no use case of the API reads, or that are opened before anything is made. */
type OtherStore =
  | 'caps'
  | 'check'
  | 'clientData'
  | 'clock'
  | 'collectionCursors'
  | 'credentials'
  | 'feeds'
  | 'leasedKeys'
  | 'processes'
  | 'sealed';

/** The ports that the use cases of the API need. */
export interface ApiPorts extends Omit<Stores, OtherStore> {
  readonly answers: Pick<PullAnswers, 'runFor' | 'takePushed'>;
  readonly archives: Archives;
  readonly readerPool: ReaderPool<ReadingWork>;
  readonly catalogue: SearchableCatalogue;
  readonly clock: Clock;
  /** Undefined if this clock does not move. */
  readonly testClock?: TestClock | undefined;
  readonly content: ContentStore & TextSealer;
  /** The credentials that the router sees. */
  readonly credentials: Credentials & Pick<ChooseCredential, 'live' | 'choose' | 'chooseSigner'>;
  readonly credentialStore: CredentialStore;
  readonly digests: Digests;
  /** Of files that have one language. */
  readonly english: Translator;
  readonly environment: Environment;
  readonly examine: ExamineDocument;
  /** Undefined without `OIDC_ISSUER`. */
  readonly identity?: Identity | undefined;
  readonly ids: Ids;
  readonly jobs: Jobs;
  readonly kositReports: KositReports;
  readonly reportWriter: ReportWriter;
  readonly participants: Participants;
  readonly log: Log;
  readonly mappings: Mappings;
  readonly operatorKey?: string | undefined;
  readonly pageWriter: PageWriter;
  readonly printer: Printer;
  readonly outbound: Outbound;
  readonly signer: DeliverySigner;
  /** Signatures of webhook deliveries carry real time. */
  readonly realClock: Clock;
  readonly probes: readonly Probe[];
  readonly packs: RulePacks;
  readonly publishers: readonly Publisher[];
  readonly packRules: PackRules;
  readonly watchWorkers: Pick<WatchWorkers, 'live' | 'lanes'>;
  readonly rails: Rails;
  readonly reader: FileReader;
  readonly recent: RecentDocuments;
  /** Undefined for `PARTY_SEARCH=off`. */
  readonly buyerIndex?: BlindIndex | undefined;
  /** `REFUSALS_DAYS`. */
  readonly refusalsDays: number;
  readonly telemetry: Telemetry;
  readonly proofSigner: ProofSigner;
  readonly serviceVersion: string;
}

export type UseCases = {
  readonly [Name in keyof typeof list as Uncapitalize<Name>]: InstanceType<(typeof list)[Name]>;
};

/** By name, and what each is made with: one that needs something else is refused by the compiler. */
export const USE_CASES: {
  readonly [Name in keyof typeof list]: new (ports: ApiPorts & UseCases) => InstanceType<(typeof list)[Name]>;
} = list;
