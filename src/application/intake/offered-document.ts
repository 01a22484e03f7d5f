import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import type { AppliedMapping } from '../../domain/mapping/mapping.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Digests } from '../../ports/digests.ts';
import type { ReaderPool } from '../../ports/reader-pool.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { type EarlyFindings, earlyFindings } from '../checking/early-findings.ts';
import { type FactsReading, peppolReceiverIn, readFacts } from '../checking/invoice-facts.ts';
import {
  type LargePart,
  type ReadingWork,
  findUnrecognised,
  type Unrecognised,
  toLargeSubject,
  writtenMapping,
} from '../checking/reading-work.ts';
import { ReadDocument } from '../checking/recent-documents.ts';
import { canonicalSource, type Offer, readingOf } from '../checking/subject.ts';
import { isLarge } from '../reading/body-reader.ts';
import { partOfBody, type SentPart } from '../reading/opened-body.ts';
import type { ChooseRoute, ChosenRoute } from './choose-route.ts';

/** A canonical document at intake: a small one is read here, a large one in a thread. */
export interface OfferedDocument {
  /** Why the mapping cannot read an export; undefined if it can, and for canonical documents. */
  unrecognised(): Promise<Unrecognised | undefined>;
  facts(): Promise<FactsReading>;
  judge(route: Route, offer: Offer): Promise<EarlyFindings>;
  /** Of a small canonical document: the check may go on with it. */
  readonly document?: ReadDocument;
}

interface Ports {
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly readerPool: ReaderPool<ReadingWork>;
}

/** @param exported how it is mapped, if it is an export. */
export const offerDocument = (
  { examine, readerPool: bench }: Ports,
  document: SentPart,
  exported?: AppliedMapping,
): OfferedDocument =>
  isLarge(document.bytes)
    ? new PooledDocument(bench, document.bytes, exported)
    : new InlineDocument(examine, document, exported);

interface DryPorts extends Ports {
  readonly chooseRoute: Pick<ChooseRoute, 'receiverOn'>;
  readonly digests: Pick<Digests, 'sha256'>;
}

/** What a dry run asks about a document. */
export class OfferDry {
  constructor(private readonly ports: DryPorts) {}

  /** Why the mapping cannot read an export. */
  findUnrecognised(sent: SentPart, exported: AppliedMapping): Promise<Unrecognised | undefined> {
    return offerDocument(this.ports, sent, exported).unrecognised();
  }

  /** Of the submission that the dry run is of. */
  async fingerprintOf(sent: SentPart, route: Route, offer: Offer): Promise<string> {
    const { fit } = await offerDocument(this.ports, sent, offer.exported).judge(route, offer);
    return this.ports.digests.sha256(fit?.fingerprintText ?? '');
  }

  /** Of a document whose route is named; undefined if the document names its receiver itself, or no route asks. */
  async findReceiver(
    sent: SentPart,
    route: Route,
    client: string,
    exported?: AppliedMapping,
  ): Promise<Pick<ChosenRoute, 'receiver'>> {
    const read = async () => peppolReceiverIn(await offerDocument(this.ports, sent, exported).facts());
    return this.ports.chooseRoute.receiverOn(route, client, read);
  }
}

class InlineDocument implements OfferedDocument {
  readonly document?: ReadDocument;
  private readonly json: unknown;

  constructor(
    private readonly examine: Ports['examine'],
    { bytes, json }: SentPart,
    private readonly exported: AppliedMapping | undefined,
  ) {
    this.json = json ?? partOfBody(bytes);
    if (!exported) this.document = new ReadDocument(this.json);
  }

  unrecognised(): Promise<Unrecognised | undefined> {
    return Promise.resolve(this.exported && findUnrecognised(this.exported, this.json));
  }

  facts(): Promise<FactsReading> {
    return Promise.resolve(readFacts(this.reading()));
  }

  async judge(route: Route, offer: Offer): Promise<EarlyFindings> {
    const source = canonicalSource({ ...offer, ...this.reading(route) });
    const outcome = await this.examine.atOnce({ route, source });
    const document = source.mapped?.().document ?? this.json;
    return earlyFindings(outcome, () => fingerprintText(route, offer.format, document));
  }

  private reading(route?: Route) {
    const { document } = this;
    if (!document) return readingOf(this.json, this.exported, route);
    return { read: document.read, judgeOnce: document.judgeOnce };
  }
}

class PooledDocument implements OfferedDocument {
  constructor(
    private readonly readerPool: Ports['readerPool'],
    private readonly bytes: Uint8Array,
    private readonly exported: AppliedMapping | undefined,
  ) {}

  async unrecognised(): Promise<Unrecognised | undefined> {
    return this.exported && this.readerPool.run('unrecognised', this.part());
  }

  facts(): Promise<FactsReading> {
    return this.readerPool.run('facts', this.part());
  }

  async judge(route: Route, offer: Offer): Promise<EarlyFindings> {
    const source = { form: 'large', bytes: this.bytes, ...offer, exported: this.exported } as const;
    return this.readerPool.run('judge', toLargeSubject({ route, source }));
  }

  private part(): LargePart {
    return { bytes: this.bytes, exported: writtenMapping(this.exported) };
  }
}
