import { isError } from '../../domain/findings/finding.ts';
import { fingerprintText } from '../../domain/invoice/fingerprint.ts';
import type { ParsedInvoice } from '../../domain/invoice/parse-canonical.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Workbench } from '../../ports/workbench.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { type AskedFacts, askedFacts, factsOf } from '../checking/invoice-facts.ts';
import { type Judged, type ReadingWork, written } from '../checking/reading-work.ts';
import { canonicalSource, type Offer, readOnce } from '../checking/subject.ts';
import { isLarge } from '../reading/body-reader.ts';
import { partOfBody, type SentPart } from '../reading/opened-body.ts';

/** A canonical document on its way in: worked on here when it is small, elsewhere when it is large. */
export interface OfferedDocument {
  facts(): Promise<AskedFacts>;
  judge(route: Route, offer: Offer): Promise<Judged>;
}

interface Tools {
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly bench: Workbench<ReadingWork>;
}

export const offeredDocument = ({ examine, bench }: Tools, document: SentPart): OfferedDocument =>
  isLarge(document.bytes) ? new OfferedElsewhere(bench, document.bytes) : new OfferedHere(examine, document);

class OfferedHere implements OfferedDocument {
  readonly #examine: Tools['examine'];
  readonly #json: unknown;
  readonly #read: () => ParsedInvoice;

  constructor(examine: Tools['examine'], { bytes, json }: SentPart) {
    this.#examine = examine;
    this.#json = json ?? partOfBody(bytes);
    this.#read = readOnce(this.#json);
  }

  facts(): Promise<AskedFacts> {
    return Promise.resolve(askedFacts(this.#read()));
  }

  async judge(route: Route, offer: Offer): Promise<Judged> {
    const source = canonicalSource({ ...offer, read: this.#read });
    const { findings, known } = await this.#examine.atOnce({ route, source });
    if (!known.invoice || findings.some(isError)) return { findings };
    const text = fingerprintText(route, offer.format, this.#json);
    return { findings, fit: { facts: factsOf(known.invoice), fingerprintText: text } };
  }
}

class OfferedElsewhere implements OfferedDocument {
  readonly #bench: Tools['bench'];
  readonly #bytes: Uint8Array;

  constructor(bench: Tools['bench'], bytes: Uint8Array) {
    this.#bench = bench;
    this.#bytes = bytes;
  }

  facts(): Promise<AskedFacts> {
    return this.#bench.run('facts', this.#bytes);
  }

  async judge(route: Route, offer: Offer): Promise<Judged> {
    const source = { form: 'large', bytes: this.#bytes, ...offer } as const;
    return this.#bench.run('judge', written({ route, source }));
  }
}
