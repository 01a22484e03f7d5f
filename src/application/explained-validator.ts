import type { Finding } from '../domain/checks/finding.ts';
import type { Layer } from '../domain/checks/layer.ts';
import type { Catalogue } from '../ports/catalogue.ts';
import type { DocumentToCheck, Patience, Validator } from '../ports/validator.ts';

/** Adds what the catalogue knows of a rule to its findings: who fixes it, how, and its business term. */
export class ExplainedValidator implements Validator {
  readonly #validator: Validator;
  readonly #catalogue: Catalogue;

  constructor(validator: Validator, catalogue: Catalogue) {
    this.#validator = validator;
    this.#catalogue = catalogue;
  }

  async check(document: DocumentToCheck, patience: Patience): Promise<readonly Layer[]> {
    const layers = await this.#validator.check(document, patience);
    return layers.map((layer) => ({
      ...layer,
      findings: layer.findings.map((finding) => this.#explained(finding)),
    })) as readonly Layer[];
  }

  /** What the finding says itself stands: it knows the case. */
  #explained(finding: Finding): Finding {
    const entry = this.#catalogue.find(finding.code);
    if (!entry) return finding;
    const { whoFixes, fixHint, term } = entry;
    return { whoFixes, fixHint, ...(term !== undefined && { term }), ...finding };
  }
}
