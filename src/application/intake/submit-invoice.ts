import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';
import { CallFailed, type Failure } from '../../domain/failures.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { RouteRuleName } from '../../domain/routing/rules.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReaderPool } from '../../ports/reader-pool.ts';
import { originOf } from '../../domain/catalogue/who-fixes.ts';
import { warningsAmong } from '../care/care.ts';
import { explainFailure, explainFindings } from '../catalogue/explain-findings.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { FindDefaults, KnownClient } from '../clients/client-defaults.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { type FactsReading, peppolReceiverIn } from '../checking/invoice-facts.ts';
import type { ReadingWork } from '../checking/reading-work.ts';
import { type Offer, sourceOf } from '../checking/subject.ts';
import type { RecentDocuments } from '../checking/recent-documents.ts';
import type { SentPart } from '../reading/opened-body.ts';
import type { ChooseMapping, WantedMapping } from '../mapping/choose-mapping.ts';
import { builtFormat } from './built-format.ts';
import type { ChooseRoute, ChosenRoute } from './choose-route.ts';
import { type OfferedDocument, offerDocument } from './offered-document.ts';
import type { FindDoubts } from '../doubts/find-doubts.ts';
import { issueOffline, MEMBERS, type OfflineIssuePorts } from './offline-issue.ts';
import { badRequest } from '../requests/request-finding.ts';
import { refuseAny } from './refuse-any.ts';
import type { Handover, Submitted, TakeIn } from './take-in.ts';
import type { UsualTotals } from '../doubts/usual-totals.ts';

interface Submission extends Handover {
  /** Canonical, or an ERP's export. */
  readonly document: SentPart;
  /** Of an export: its mapping. */
  readonly mapping?: WantedMapping | undefined;
  /** The invoice number when left out. */
  readonly invoiceRef?: string;
  /** The router chooses when left out. */
  readonly route?: Route;
  readonly format?: Format;
  readonly erpTotals?: unknown;
  /** Its client, if this call knows it already. */
  readonly known?: KnownClient;
}

/** Of a submission, before it is taken in or refused. */
interface Read {
  summary?: InvoiceSummary | undefined;
}

type Refused = Extract<FactsReading, { readonly ok: false }>;

interface Ports extends Omit<OfflineIssuePorts, 'invoices'> {
  readonly chooseRoute: Pick<ChooseRoute, 'run' | 'receiverOn'>;
  readonly examine: Pick<ExamineDocument, 'atOnce' | 'build' | 'overlaysOf'>;
  readonly readerPool: ReaderPool<ReadingWork>;
  readonly takeIn: Pick<TakeIn, 'seal' | 'run'>;
  readonly recent: Pick<RecentDocuments, 'keep'>;
  readonly chooseMapping: Pick<ChooseMapping, 'run'>;
  readonly findDefaults: Pick<FindDefaults, 'run'>;
  readonly findDoubts: Pick<FindDoubts, 'besideOthers' | 'atIntake'>;
  readonly usualTotals: Pick<UsualTotals, 'note'>;
  readonly catalogue: Catalogue;
  readonly invoices: Pick<InvoiceReads, 'attempts' | 'find'>;
  readonly digests: Pick<Digests, 'sha256'>;
}

/** Takes an invoice in. What can be refused at once is refused here; the rest is queued. */
export class SubmitInvoice {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `validation-failed`, `bad-request` (nothing builds this route or format), `no-master-key`, `busy` */
  async run(submission: Submission): Promise<Submitted> {
    const read: Read = {};
    try {
      return await this.submit(submission, read);
    } catch (error) {
      throw explainFailure(error, this.ports.catalogue, originOf(submission.mapping), read.summary);
    }
  }

  private async submit(submission: Submission, read: Read): Promise<Submitted> {
    const { takeIn, findDoubts, usualTotals, digests, recent, catalogue } = this.ports;
    const { client, document } = submission;
    const judged = await this.judge(submission, read);
    const { offered, mapping, route, rule, receiver, offer, findings, fit, summary } = judged;
    const { number, issueDate, credited } = fit.facts;
    const invoiceRef = submission.invoiceRef ?? number;
    const wished = { client, route, invoiceRef, wish: fit.facts.offline, fields: MEMBERS };
    const offline = await issueOffline(wished, this.ports);
    const fingerprint = digests.sha256(fit.fingerprintText);
    const compared = {
      client,
      route,
      number,
      total: fit.total,
      credited,
      fingerprint: () => fingerprint,
      deliveredSha256: () => this.builtSha256(client, route, document, { ...offer, exported: mapping }),
    };
    const [beside, file] = await Promise.all([
      findDoubts.besideOthers(compared),
      takeIn.seal(submission, document.bytes, summary),
    ]);
    const intake = { client, intakeKey: submission.claim.claimId, fingerprint };
    const doubts = await findDoubts.atIntake(intake, [...findings, ...beside]);
    refuseAny(doubts);
    // Before the intake, whose check may begin at once.
    if (offered.document) recent.keep(client, file, offered.document);
    const submitted = await takeIn.run(submission, {
      route,
      rule,
      invoiceRef,
      number,
      issueDate,
      receiver,
      defaults: offer.defaults,
      format: offer.format,
      fingerprint,
      mapping,
      kind: mapping ? 'erp-export' : 'canonical',
      file,
      isFinished: false,
      offline,
      warnings: warningsAmong(explainFindings(doubts, catalogue, originOf(submission.mapping))),
    });
    if (!submitted.duplicate) void usualTotals.note({ client, route }, fit.total);
    return submitted;
  }

  /** By its route, with the checks that need no document. */
  private async judge(submission: Submission, read: Read) {
    const { client, mapping: wantedMapping, invoiceRef, erpTotals, known } = submission;
    const mapping = wantedMapping && (await this.ports.chooseMapping.run(client, wantedMapping));
    const offered = offerDocument(this.ports, submission.document, mapping);
    const unrecognised = await offered.unrecognised();
    if (unrecognised) throw badRequest(unrecognised.field, unrecognised.message);
    const { route, rule, receiver } = await this.chooseRoute(submission, offered, read);
    const format = builtFormat(route, submission.format);
    const now = this.ports.clock.now();
    const context = {
      today: profileOf(route).context?.today(now),
      cameOn: dayOfFiling(route, now),
      overlays: await this.ports.examine.overlaysOf(client),
    };
    const defaults = await this.ports.findDefaults.run(client, route, known);
    const offer = { format, receiver, invoiceRef, erpTotals, context, defaults };
    const { findings, fit, summary } = await offered.judge(route, offer);
    read.summary = summary;
    if (!fit) throw new CallFailed({ kind: 'validation-failed', findings });
    return { offered, mapping, route, rule, receiver, offer, findings, fit, summary };
  }

  /** Of the document that would be built; undefined if it cannot be built now. */
  private async builtSha256(
    client: string,
    route: Route,
    sent: SentPart,
    offer: Offer,
  ): Promise<string | undefined> {
    const source = sourceOf(sent, offer, route);
    if (!source) return undefined;
    try {
      const { document } = await this.ports.examine.build({ route, source }, { client, whenBusy: 'refuse' });
      return document && this.ports.digests.sha256(document.bytes);
    } catch (error) {
      if (error instanceof CallFailed) return undefined;
      throw error;
    }
  }

  private async chooseRoute(
    { client, route, format }: Submission,
    offered: OfferedDocument,
    read: Read,
  ): Promise<Pick<ChosenRoute, 'route' | 'receiver'> & { readonly rule?: RouteRuleName }> {
    if (route) {
      const receiverIn = async () => peppolReceiverIn(await offered.facts());
      return { route, ...(await this.ports.chooseRoute.receiverOn(route, client, receiverIn)) };
    }
    const reading = await offered.facts();
    read.summary = reading.summary;
    return reading.ok
      ? this.ports.chooseRoute.run(client, reading.facts, format)
      : this.routeOfRefused(client, reading, format);
  }

  /** A refused invoice gets the findings of its route as well, if it has one. */
  private async routeOfRefused(
    client: string,
    { findings, routedInvoice }: Refused,
    format?: Format,
  ): Promise<ChosenRoute> {
    const refuseWith = (...more: readonly Finding[]): CallFailed =>
      new CallFailed({ kind: 'validation-failed', findings: [...findings, ...more] });
    if (!routedInvoice) throw refuseWith();
    try {
      const chosen = await this.ports.chooseRoute.run(client, routedInvoice, format);
      builtFormat(chosen.route, format);
      return chosen;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      if (error.failure.kind === 'validation-failed') throw refuseWith(...error.failure.findings);
      throw REFUSED_ANYWAY.has(error.failure.kind) ? refuseWith() : error;
    }
  }
}

/** An invoice with such findings is refused, whatever route is chosen. */
const REFUSED_ANYWAY: ReadonlySet<Failure['kind']> = new Set(['bad-request', 'rate-limited']);
