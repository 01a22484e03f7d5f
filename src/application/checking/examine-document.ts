import { selectLayers } from '../../domain/checks/layers/layer-selection.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { Layer, Outcome } from '../../domain/findings/layer.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { DocumentToCheck, Patience, Validator } from '../../ports/validator.ts';
import { explainedLayers } from '../catalogue/explained.ts';
import { canonicalSteps } from './canonical-steps.ts';
import type { ExaminedDocument, Known, OwnStep, Source, Subject } from './subject.ts';

export interface Examination {
  /** In order; a document that could not be read or built has no official layers. */
  readonly layers: readonly Layer[];
  readonly document?: ExaminedDocument;
}

interface Tools {
  readonly validator: Validator;
  readonly catalogue: Catalogue;
  readonly environment: Environment;
  readonly log: Pick<Log, 'error'>;
  readonly telemetry: Pick<Telemetry, 'layersRan'>;
}

/**
 * Everything that is checked about an invoice, whatever form it came in: our own steps of its form, then the official
 * layers. The intake, the dry run and the worker all ask here, so they never judge differently.
 */
export class ExamineDocument {
  readonly #tools: Tools;
  readonly #steps: Readonly<Record<Source['form'], readonly OwnStep[]>>;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#steps = { canonical: canonicalSteps(tools.log) };
  }

  /** @throws CallFailed `busy` when the validator is and `patience` is `refuse`. */
  async run(subject: Subject, patience: Patience): Promise<Examination> {
    const { catalogue, telemetry } = this.#tools;
    const { layers: found, document } = await this.#examine(subject, patience);
    const layers = explainedLayers(found, catalogue);
    telemetry.layersRan(layers);
    return { layers, ...(document && { document }) };
  }

  /** What can be said while a caller waits, as far as each step can be taken. Its findings are not explained yet. */
  async atOnce(subject: Subject): Promise<{ readonly findings: readonly Finding[]; readonly known: Known }> {
    const findings: Finding[] = [];
    let known: Known = {};
    for (const step of this.#steps[subject.source.form].filter(({ atOnce }) => atOnce)) {
      const taken = await step.take(subject, known);
      findings.push(...taken.outcome.findings);
      known = taken.known;
    }
    return { findings, known };
  }

  async #examine(subject: Subject, patience: Patience): Promise<Examination> {
    const own: Layer[] = [];
    let known: Known = {};
    for (const step of this.#steps[subject.source.form]) {
      const started = performance.now();
      const taken = await step.take(subject, known);
      own.push(layerOf(step, taken.outcome, performance.now() - started));
      if (step.stops && taken.outcome.outcome !== 'valid') return { layers: own };
      known = taken.known;
    }
    const { document } = known;
    if (!document) return { layers: own };
    return { layers: [...own, ...(await this.#official(subject, document, patience))], document };
  }

  #official({ route }: Subject, document: ExaminedDocument, patience: Patience): Promise<readonly Layer[]> {
    const { validator, environment } = this.#tools;
    const { bytes, syntax, specification: customization, issueDate, number } = document;
    const toCheck: DocumentToCheck = { bytes, syntax, customization, route, issueDate };
    if (environment === 'sandbox' && number?.endsWith(MAGIC_NORUN))
      return Promise.resolve(playedNotRun(toCheck));
    return validator.check(toCheck, patience);
  }
}

const layerOf = ({ layer, source }: OwnStep, outcome: Outcome, ms: number): Layer => ({
  layer,
  source,
  pack: null,
  durationMs: Math.round(ms * 1000) / 1000,
  ...outcome,
});

/** Decisions, "Sandbox": the official layers never run. */
const MAGIC_NORUN = '-NORUN';

const playedNotRun = (subject: DocumentToCheck): readonly Layer[] =>
  selectLayers(subject).map(({ layer, source }) => ({
    layer,
    source,
    pack: null,
    durationMs: 0,
    outcome: 'not_run',
    code: 'KOSIT-RUN',
    reason: 'the sandbox plays a validator that does not run',
    findings: [] as readonly Finding[],
  }));
