import type { Layer } from '../../domain/findings/layer.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import { explainedFailure } from '../catalogue/explained.ts';
import type { SentPart } from '../reading/opened-body.ts';
import type { ExamineDocument } from './examine-document.ts';
import { type Offer, sourceOf } from './subject.ts';

export interface DryRun extends Offer {
  readonly client: string;
  readonly document: SentPart;
  readonly route: Route;
}

export interface DryRunResult {
  readonly layers: readonly Layer[];
  /** The document, when one could be built. */
  readonly file?: { readonly kind: DocumentKind; readonly sha256: string; readonly bytes: Uint8Array };
}

/** Builds and checks without sending; stores nothing. */
export class ValidateInvoice {
  readonly #examine: Pick<ExamineDocument, 'run'>;
  readonly #digests: Digests;
  readonly #catalogue: Catalogue;

  constructor(examine: Pick<ExamineDocument, 'run'>, digests: Digests, catalogue: Catalogue) {
    this.#examine = examine;
    this.#digests = digests;
    this.#catalogue = catalogue;
  }

  /** @throws CallFailed `validation-failed` for what is past the limits only; `busy` when every validator is. */
  async run({ client, route, document: sent, ...offer }: DryRun): Promise<DryRunResult> {
    const source = sourceOf(sent, offer);
    if (!source) throw new Error('the document of a readable body cannot be read');
    const turn = { client, patience: 'refuse' } as const;
    const { layers, document, pastLimit } = await this.#examine.run({ route, source }, turn);
    if (pastLimit) {
      const failed = new CallFailed({ kind: 'validation-failed', findings: pastLimit });
      throw explainedFailure(failed, this.#catalogue);
    }
    if (!document) return { layers };
    const { kind, bytes } = document;
    return { layers, file: { kind, sha256: this.#digests.sha256(bytes), bytes } };
  }
}
