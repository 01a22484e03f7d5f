import { parseErpTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import type { Layer } from '../../domain/findings/layer.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import { CallFailed } from '../../domain/failures.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Digests } from '../../ports/digests.ts';
import type { ExamineDocument } from './examine-document.ts';
import { explainedFailure, explainedLayers } from '../catalogue/explained.ts';

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
  readonly file?: { readonly kind: Format; readonly sha256: string; readonly bytes: Uint8Array };
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
  async run({ document: canonical, route, format, invoiceRef, erpTotals }: DryRun): Promise<DryRunResult> {
    for (const read of [parseCanonical(canonical), parseErpTotals(erpTotals)])
      if (!read.ok && read.pastLimit)
        throw explainedFailure(
          new CallFailed({ kind: 'validation-failed', findings: read.findings }),
          this.#catalogue,
        );
    const { layers: found, document } = await this.#examine.run(
      { canonical, route, format, invoiceRef, erpTotals },
      'refuse',
    );
    const layers = explainedLayers(found, this.#catalogue);
    if (!document) return { layers };
    const bytes = new TextEncoder().encode(document.text);
    return { layers, file: { kind: document.kind, sha256: this.#digests.sha256(bytes), bytes } };
  }
}
