import { say } from 'en16931-rules/vocabulary/message.ts';
import type { InvoiceTotal } from '../../domain/checks/pre-check/usual-total.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { CallerPlace, DocumentPlace } from '../../domain/documents/caller-place.ts';
import { selectLayers } from '../../domain/routes/select-layers.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import {
  type ComingVerdict,
  comingVerdict,
  MAX_COMING_DAYS,
  MAX_DAYS_AHEAD,
} from '../../domain/findings/coming-verdict.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { forTheSender } from '../../domain/findings/rules-ended.ts';
import { joinedByCause } from '../../domain/findings/related.ts';
import { originOf, type Origin } from '../../domain/catalogue/who-fixes.ts';
import type { Overlay } from 'en16931-rules/vocabulary/overlay.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { DocumentToCheck, PoolAccess, Validator } from '../../ports/validator.ts';
import type { Printer } from '../../ports/printer.ts';
import type { ReaderPool } from '../../ports/reader-pool.ts';
import { explainLayers, withTerms } from '../catalogue/explain-findings.ts';
import { type BuildsDocuments, canonicalSteps } from './canonical-steps.ts';
import { withRouteNumbers } from './earlier-invoices.ts';
import { withErpFields } from './export-reading.ts';
import { fileSteps } from './file-steps.ts';
import { inCallersTerms } from './in-callers-terms.ts';
import { findingsAtOnce, ownLayers } from './own-layers.ts';
import { printHybrid } from './printed-document.ts';
import { type ReadingWork, toLargeSubject } from './reading-work.ts';
import {
  type CanonicalSource,
  type ExaminedDocument,
  type FileSource,
  type LargeSource,
  type OwnStep,
  type Source,
  type Subject,
} from './subject.ts';

/** The steps of small documents; those of a large document run in a thread. */
type HereSource = Exclude<Source, LargeSource>;
type Steps = {
  readonly [F in HereSource['form']]: readonly OwnStep<Extract<HereSource, { readonly form: F }>>[];
};

export interface Examination {
  /** In order. An unreadable or unbuildable document has no official layers; what is not JSON has none at all. */
  readonly layers: readonly Layer[];
  readonly document?: ExaminedDocument | undefined;
  /** Of a document that was built here. */
  readonly total?: InvoiceTotal | undefined;
  /** As far as the document can be read. */
  readonly summary?: InvoiceSummary;
  /** Members past the limits of the canonical form, if any. */
  readonly pastLimit?: NonEmpty<Finding>;
  /** What packs say that come into force soon, if that is wanted and any do; the soonest first. */
  readonly next?: NonEmpty<ComingVerdict>;
}

/** Our own layers, then the official ones. */
interface Examined {
  readonly own: Examination;
  readonly official: readonly Layer[];
}

type Checks = (document: DocumentToCheck) => Promise<readonly Layer[]>;

/** What is read of a document that is built here, by the thread that checks it. */
interface Wanted {
  /** From whom and to whom it goes. */
  readonly addressing?: boolean;
  /** What packs say that come into force soon; with days: those in force on these. */
  readonly next?: boolean | readonly string[];
}

interface Ports {
  readonly documents: BuildsDocuments;
  readonly validator: Validator;
  readonly readerPool: ReaderPool<ReadingWork>;
  readonly invoices: Pick<InvoiceReads, 'findSent'>;
  readonly reader: FileReader;
  readonly printer: Pick<Printer, 'hybrid'>;
  readonly digests: Digests;
  readonly catalogue: Catalogue;
  readonly environment: Environment;
  readonly log: Pick<Log, 'error'>;
  readonly telemetry: Pick<Telemetry, 'layersRan'>;
}

/**
 * Checks an invoice, whatever form it came in: our own steps for the form, then the official layers. The intake, the dry run and the worker
 * all use it, so their verdicts agree.
 */
export class ExamineDocument {
  private readonly steps: Steps;

  constructor(private readonly ports: Ports) {
    const { reader } = ports;
    const readFile = ({ bytes, access }: FileSource) => reader.readFile(bytes, access);
    this.steps = { canonical: canonicalSteps(ports), file: fileSteps(readFile) };
  }

  /** @throws CallFailed `busy` if the validator is busy and the access is `refuse`. */
  async run(subject: Subject, access: PoolAccess, order: Wanted = {}): Promise<Examination> {
    const { telemetry } = this.ports;
    const { own, official } = isFile(subject)
      ? await this.examineFile(subject)
      : await this.examineInvoice(subject as Subject<CanonicalSource | LargeSource>, access, order);
    const { document, total, summary, pastLimit } = own;
    const layers = await this.explainLayers(subject, own.layers, official);
    telemetry.layersRan(layers);
    const next =
      order.next && document
        ? await this.lookAhead(subject, document, official, { access, order: order.next })
        : [];
    return {
      layers,
      ...(document && { document, total }),
      ...(summary && { summary }),
      ...(pastLimit && { pastLimit }),
      ...(isNonEmpty(next) && { next }),
    };
  }

  /** Checks the document again by the packs of each day to come on which others are in force. */
  private async lookAhead(
    subject: Subject,
    document: ExaminedDocument,
    official: readonly Layer[],
    { access, order }: { readonly access: PoolAccess; readonly order: true | readonly string[] },
  ): Promise<readonly ComingVerdict[]> {
    const { validator } = this.ports;
    if (this.isNeverChecked(document)) return [];
    const request = { ...toCheck(subject, document), client: access.client };
    const days = order === true ? await validator.comingDays(request, MAX_DAYS_AHEAD) : order;
    const now = await this.explained(subject, [], official);
    const coming: ComingVerdict[] = [];
    for (const on of days.slice(0, MAX_COMING_DAYS)) {
      const layers = await validator.check({ ...request, on }, access);
      const verdict = comingVerdict(on, now, await this.explained(subject, [], layers));
      if (verdict) coming.push(verdict);
    }
    return coming;
  }

  /**
   * The findings that a waiting caller gets, without the catalogue's explanations.
   * @throws CallFailed `busy` if a step cannot run now.
   */
  atOnce(subject: Subject<HereSource>): ReturnType<typeof findingsAtOnce> {
    return findingsAtOnce(this.stepsFor(subject), subject);
  }

  /** Of the rules that are judged early, too: see `CheckContext`. */
  overlaysOf(client: string): Promise<readonly Overlay[]> {
    return this.ports.validator.overlaysOf(client);
  }

  /** A finding for each pack that a readable file needs and that is not installed: its official layers could not run. */
  missingPacks(subject: Subject<FileSource>, document: ExaminedDocument): Promise<readonly Finding[]> {
    return this.isNeverChecked(document)
      ? Promise.resolve([])
      : this.ports.validator.missingPacks({
          ...toCheck(subject, document),
          client: subject.source.access.client,
        });
  }

  private async examineInvoice(
    subject: Subject<CanonicalSource | LargeSource>,
    access: PoolAccess,
    { addressing: isRead = false }: Wanted,
  ): Promise<Examined> {
    const own = await this.build(subject, access);
    if (isRead && own.document) return this.readAndCheck(subject, own, own.document, access);
    const check = (document: DocumentToCheck) => this.ports.validator.check(document, access);
    return { own, official: await this.runOfficialLayers(subject, own, check) };
  }

  /** Our own layers, with the document as the route would get it. */
  async build(subject: Subject<CanonicalSource | LargeSource>, access: PoolAccess): Promise<Examination> {
    const { client } = access;
    const numbered = await withRouteNumbers(subject, client, this.ports);
    const { source } = numbered;
    const context = { ...source.context, overlays: await this.overlaysOf(client) };
    const built = await this.runOwnSteps({ ...numbered, source: { ...source, context } });
    return printHybrid(built, access.whenBusy, this.ports);
  }

  private readAndCheck(
    subject: Subject,
    own: Examination,
    document: ExaminedDocument,
    access: PoolAccess,
  ): Promise<Examined> {
    return this.ports.reader.openFile(document.bytes, access, async (file) => {
      // What is checked does not depend on what is read: the thread need not wait between the two.
      const [read, official] = await Promise.all([
        file.read(),
        this.runOfficialLayers(subject, own, (document) => file.check(document)),
      ]);
      if (read.reading !== 'read') return { own, official };
      return { own: { ...own, document: { ...document, addressing: read.addressing } }, official };
    });
  }

  /** The thread that parses the document also checks it. */
  private examineFile(subject: Subject<FileSource>): Promise<Examined> {
    const { bytes, access } = subject.source;
    return this.ports.reader.openFile(bytes, access, async (file) => {
      const own = await ownLayers(
        fileSteps(() => file.read()),
        subject,
      );
      return {
        own,
        official: await this.runOfficialLayers(subject, own, (document) => file.check(document)),
      };
    });
  }

  /** The findings as the caller reads them: with hints and owners, in terms of the document that the caller sent. */
  private async explainLayers(
    subject: Subject,
    own: readonly Layer[],
    official: readonly Layer[],
  ): Promise<readonly Layer[]> {
    return joinedByCause(await this.explained(subject, own, official));
  }

  private async explained(
    subject: Subject,
    own: readonly Layer[],
    official: readonly Layer[],
  ): Promise<readonly Layer[]> {
    const { catalogue } = this.ports;
    const explain = (layers: readonly Layer[], origin: Origin): readonly Layer[] =>
      explainLayers(layers, catalogue, origin);
    const { source } = subject;
    if (source.form === 'file') {
      const origin = source.isBuiltHere ? 'built' : 'file';
      return [...explain(own, origin), ...this.inTheirPlaces(explain(forTheSender(official), origin))];
    }
    const termed = withTerms(official, catalogue);
    const named = await inCallersTerms(termed, (places) => this.places(subject, places));
    return explain(
      [...own, ...named],
      originOf(source.form === 'canonical' ? source.mapped : source.exported),
    );
  }

  /**
   * A schema knows no business terms; the table of the syntax does. Other layers name the term of their rule, which may be that of another
   * element with the same content.
   */
  private inTheirPlaces(layers: readonly Layer[]): readonly Layer[] {
    const { documents } = this.ports;
    return layers.map((layer) => ({
      ...layer,
      findings: layer.findings.map((finding) => {
        const { location, term: named, ...rest } = finding;
        if (!location) return finding;
        const term =
          layer.layer === 'xsd'
            ? (documents.termAt(location.xpath) ?? named)
            : named && documents.termMeantAt(named, location.xpath);
        return { ...rest, location, ...(term !== undefined && { term }) };
      }),
    })) as readonly Layer[];
  }

  private places(subject: Subject, places: readonly DocumentPlace[]): Promise<readonly CallerPlace[]> {
    const { readerPool: bench, documents } = this.ports;
    if (isLarge(subject)) return bench.run('places', { ...toLargeSubject(subject), places });
    const { route, source } = subject as Subject<CanonicalSource>;
    const read = source.read();
    if (!read.ok) throw new Error('a document was built of what cannot be read');
    const matchingPlaces = documents.places(read.invoice, route, source.format, places, source.defaults);
    return Promise.resolve(withErpFields(matchingPlaces, source.mapped?.()));
  }

  private async runOwnSteps(subject: Subject): Promise<Examination> {
    const { readerPool: bench, log } = this.ports;
    if (isLarge(subject)) {
      const own = await bench.run('layers', toLargeSubject(subject));
      for (const [fields, message] of own.faults) log.error(fields, message);
      return own;
    }
    const here = subject as Subject<HereSource>;
    return ownLayers(this.stepsFor(here), here);
  }

  /** The steps of a form take subjects of that form. */
  private stepsFor({ source }: Subject<HereSource>): readonly OwnStep<HereSource>[] {
    return this.steps[source.form] as readonly OwnStep<HereSource>[];
  }

  private runOfficialLayers(
    subject: Subject,
    { document }: Examination,
    check: Checks,
  ): Promise<readonly Layer[]> {
    if (!document) return Promise.resolve([]);
    const requestedDocument = toCheck(subject, document);
    return this.isNeverChecked(document)
      ? Promise.resolve(playNotRun(requestedDocument))
      : check(requestedDocument);
  }

  private isNeverChecked({ number }: ExaminedDocument): boolean {
    return this.ports.environment === 'sandbox' && number?.endsWith(MAGIC_NORUN) === true;
  }
}

function toCheck({ route, source, on }: Subject, document: ExaminedDocument): DocumentToCheck {
  const { bytes, syntax, specification: customization, issueDate, mediaType, sale } = document;
  const hybrid = mediaType === 'application/pdf';
  const isBuiltHere = source.form !== 'file' || source.isBuiltHere === true;
  return {
    bytes,
    syntax,
    customization,
    route,
    issueDate,
    ...(on !== undefined && { on }),
    ...(hybrid && { hybrid, isBuiltHere }),
    ...(sale && { isReported: true }),
  };
}

const isNonEmpty = <T>(list: readonly T[]): list is NonEmpty<T> => list.length > 0;

const isFile = (subject: Subject): subject is Subject<FileSource> => subject.source.form === 'file';

const isLarge = (subject: Subject): subject is Subject<LargeSource> => subject.source.form === 'large';

/** Decisions, "Sandbox": the official layers never run for such a number. */
const MAGIC_NORUN = '-NORUN';

const playNotRun = (subject: DocumentToCheck): readonly Layer[] =>
  selectLayers(subject).map(({ layer, source }) => ({
    layer,
    source,
    pack: null,
    durationMs: 0,
    outcome: 'not_run',
    code: 'KOSIT-RUN',
    reason: say('calls.sandbox-plays-validator-that-does-not-run'),
    findings: [] as readonly Finding[],
  }));
