import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ComingVerdict } from '../../domain/findings/coming-verdict.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { AppliedMapping } from '../../domain/mapping/mapping.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Digests } from '../../ports/digests.ts';
import { originOf } from '../../domain/catalogue/who-fixes.ts';
import { actingFor } from '../access/tenancy.ts';
import type { AdmitClient } from '../clients/admit-client.ts';
import type { FindDefaults } from '../clients/client-defaults.ts';
import { explainFailure } from '../catalogue/explain-findings.ts';
import type { ChooseMapping, WantedMapping } from '../mapping/choose-mapping.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { SentPart } from '../reading/opened-body.ts';
import type { ExamineDocument } from './examine-document.ts';
import type { Unrecognised } from './reading-work.ts';
import type { FindDoubts } from '../doubts/find-doubts.ts';
import { explainFindings } from '../catalogue/explain-findings.ts';
import { doubtedLayers } from './doubted-layers.ts';
import type { SendingWarnings } from './sending-warnings.ts';
import { type Offer, sourceOf } from './subject.ts';

interface DryRun extends Omit<Offer, 'format' | 'receiver' | 'context' | 'defaults' | 'exported'> {
  /** Of an export: how it is read. */
  readonly mapping?: WantedMapping | undefined;
  readonly caller: Caller;
  /** The client that the call names, if it names one. */
  readonly client?: string | undefined;
  readonly document: SentPart;
  readonly route: Route;
  /** One document is built in each. */
  readonly formats: NonEmpty<Format>;
  /** The day by whose packs, calendar and law it is checked, `YYYY-MM-DD`; today and its own date if left out. */
  readonly on?: string | undefined;
}

type Call = Omit<DryRun, 'formats' | 'mapping'> & Pick<Offer, 'receiver' | 'defaults' | 'exported'>;

interface Ports {
  readonly examine: Pick<ExamineDocument, 'run' | 'overlaysOf'>;
  readonly digests: Digests;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly admitClient: Pick<AdmitClient, 'run'>;
  readonly chooseMapping: Pick<ChooseMapping, 'run'>;
  readonly findDefaults: Pick<FindDefaults, 'run'>;
  readonly findDoubts: Pick<FindDoubts, 'besideOthers' | 'asWanted'>;
  readonly sendingWarnings: Pick<SendingWarnings, 'run'>;
  readonly offerDry: {
    findUnrecognised(sent: SentPart, exported: AppliedMapping): Promise<Unrecognised | undefined>;
    fingerprintOf(sent: SentPart, route: Route, offer: Offer): Promise<string>;
    /** See `Offer`. */
    findReceiver(
      sent: SentPart,
      route: Route,
      client: string,
      exported: AppliedMapping | undefined,
    ): Promise<Pick<Offer, 'receiver'>>;
  };
}

interface DryRunResult {
  /** Present if an export was mapped. */
  readonly mappingVersion?: string | undefined;
  /** Of one format after the other. */
  readonly layers: readonly Layer[];
  /** See `Examination`; of the first format. */
  readonly next?: readonly ComingVerdict[] | undefined;
  /** About the sending of the document. */
  readonly warnings: readonly Finding[];
  /** The documents that could be built. */
  readonly files: readonly BuiltFile[];
}

interface BuiltFile {
  readonly kind: DocumentKind;
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

/** Builds and checks without sending; stores nothing. */
export class ValidateInvoice {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `forbidden`; `validation-failed` for what is past the limits only; `busy` when every validator is. */
  async run({ formats, mapping, ...dryRun }: DryRun): Promise<DryRunResult> {
    const client = actingFor(dryRun.caller, dryRun.client);
    const { admitClient, chooseMapping, findDefaults } = this.ports;
    if (dryRun.caller.kind !== 'client') await admitClient.run(client, 'change');
    const exported = mapping && (await chooseMapping.run(client, mapping));
    const unrecognised = exported && (await this.ports.offerDry.findUnrecognised(dryRun.document, exported));
    if (unrecognised) throw badRequest(unrecognised.field, unrecognised.message);
    const defaults = await findDefaults.run(client, dryRun.route);
    const receiver = await this.ports.offerDry.findReceiver(dryRun.document, dryRun.route, client, exported);
    const call = { ...dryRun, ...receiver, exported, defaults };
    const [first, ...others] = formats;
    const mappingVersion = exported?.mapping.version;
    if (others.length === 0) return { ...(await this.checkInFormat(call, first)), mappingVersion };
    const results: DryRunResult[] = [];
    for (const format of formats) {
      const { layers, warnings, files, next } = await this.checkInFormat(call, format);
      results.push({ layers: layers.map((layer) => ({ ...layer, format })), warnings, files, next });
    }
    return {
      mappingVersion,
      layers: results.flatMap(({ layers }) => layers),
      next: results.find(({ next }) => next)?.next,
      warnings: results.flatMap(({ warnings }) => warnings),
      files: results.flatMap(({ files }) => files),
    };
  }

  private async checkInFormat(call: Call, format: Format): Promise<DryRunResult> {
    const { caller, client, route, document: sent, on, ...offer } = call;
    const access = { client: actingFor(caller, client), whenBusy: 'refuse' } as const;
    const now = on === undefined ? this.ports.clock.now() : new Date(`${on}T12:00:00Z`);
    const context = {
      today: profileOf(route).context?.today(now),
      cameOn: dayOfFiling(route, now),
      overlays: await this.ports.examine.overlaysOf(access.client),
    };
    const source = sourceOf(sent, { ...offer, format, context }, route);
    if (!source) throw new Error('the document of a readable body cannot be read');
    const subject = { route, source, on };
    const { layers, document, total, pastLimit, next } = await this.ports.examine.run(subject, access, {
      next: true,
    });
    if (pastLimit) {
      const failure = new CallFailed({ kind: 'validation-failed', findings: pastLimit });
      throw explainFailure(failure, this.ports.catalogue, originOf(offer.exported));
    }
    const { findDoubts } = this.ports;
    const offered = { ...offer, format, context };
    const fingerprint = () => this.ports.offerDry.fingerprintOf(sent, route, offered);
    const { number = null, credited } = document ?? {};
    const beside = await findDoubts.besideOthers({
      client: access.client,
      route,
      number,
      total,
      credited,
      fingerprint,
      deliveredSha256: () => document && this.ports.digests.sha256(document.bytes),
    });
    const doubted = await doubtedLayers(
      layers,
      explainFindings(beside, this.ports.catalogue, originOf(offer.exported)),
      (findings) => findDoubts.asWanted(access.client, findings),
    );
    if (!document) return { layers: doubted, warnings: [], files: [] };
    const { kind, bytes } = document;
    const warnings = await this.ports.sendingWarnings.run(route, document, access);
    const files = [{ kind, sha256: this.ports.digests.sha256(bytes), bytes }];
    return { layers: doubted, next, warnings, files };
  }
}
