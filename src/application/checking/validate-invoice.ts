import type { Layer } from '../../domain/findings/layer.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import { explainedFailure } from '../catalogue/explained.ts';
import type { ExamineDocument } from './examine-document.ts';
import { canonicalSource, readOnce } from './subject.ts';

export interface DryRun {
  readonly document: unknown;
  readonly route: Route;
  readonly format: Format;
  readonly invoiceRef?: string | undefined;
  readonly erpTotals?: unknown;
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
  async run({ route, document: json, ...given }: DryRun): Promise<DryRunResult> {
    const source = canonicalSource({ ...given, read: readOnce(json) });
    for (const read of [source.read(), source.stated])
      if (!read.ok && read.pastLimit) {
        const failed = new CallFailed({ kind: 'validation-failed', findings: read.findings });
        throw explainedFailure(failed, this.#catalogue);
      }
    const { layers, document } = await this.#examine.run({ route, source }, 'refuse');
    if (!document) return { layers };
    const { kind, bytes } = document;
    return { layers, file: { kind, sha256: this.#digests.sha256(bytes), bytes } };
  }
}
