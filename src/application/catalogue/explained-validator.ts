import type { Layer } from '../../domain/findings/layer.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { DocumentToCheck, Patience, Validator } from '../../ports/validator.ts';
import { explainedLayers } from './explained.ts';

/** Adds what the catalogue knows of a rule to its findings: who fixes it, how, and its business term. */
export class ExplainedValidator implements Validator {
  readonly #validator: Validator;
  readonly #catalogue: Catalogue;

  constructor(validator: Validator, catalogue: Catalogue) {
    this.#validator = validator;
    this.#catalogue = catalogue;
  }

  async check(document: DocumentToCheck, patience: Patience): Promise<readonly Layer[]> {
    return explainedLayers(await this.#validator.check(document, patience), this.#catalogue);
  }
}
