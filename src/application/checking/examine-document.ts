import { selectLayers } from '../../domain/checks/layers/layer-selection.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import type { Layer, Outcome } from '../../domain/findings/layer.ts';
import type { Environment } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { DocumentToCheck, Patience, Validator } from '../../ports/validator.ts';
import { explainedLayers } from '../catalogue/explained.ts';
import { canonicalSteps } from './canonical-steps.ts';
import { fileSteps } from './file-steps.ts';
import type { ExaminedDocument, Known, OwnStep, Source, Subject } from './subject.ts';

type Steps = { readonly [F in Source['form']]: readonly OwnStep<Extract<Source, { readonly form: F }>>[] };

export interface Examination {
  /** In order; a document that could not be read or built has no official layers. */
  readonly layers: readonly Layer[];
  readonly document?: ExaminedDocument;
}

interface Tools {
  readonly validator: Validator;
  readonly reader: FileReader;
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
  readonly #steps: Steps;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#steps = { canonical: canonicalSteps(tools.log), file: fileSteps(tools.reader) };
  }

  /** @throws CallFailed `busy` when the validator is and `patience` is `refuse`. */
  async run(subject: Subject, patience: Patience): Promise<Examination> {
    const { catalogue, telemetry } = this.#tools;
    const { layers: found, document } = await this.#examine(subject, patience);
    const layers = explainedLayers(found, catalogue);
    telemetry.layersRan(layers);
    return { layers, ...(document && { document }) };
  }

  /**
   * What can be said while a caller waits, as far as each step can be taken. Its findings are not explained yet.
   * @throws CallFailed `busy` when a step cannot be taken now.
   */
  async atOnce(subject: Subject): Promise<{ readonly findings: readonly Finding[]; readonly known: Known }> {
    const findings: Finding[] = [];
    let known: Known = {};
    for (const step of this.#stepsFor(subject).filter(({ atOnce }) => atOnce)) {
      const taken = await step.take(subject, known);
      if (taken.outcome.outcome === 'not_run') throw busy(taken.outcome.reason);
      findings.push(...taken.outcome.findings);
      known = taken.known;
    }
    return { findings, known };
  }

  async #examine(subject: Subject, patience: Patience): Promise<Examination> {
    const own: Layer[] = [];
    let known: Known = {};
    for (const step of this.#stepsFor(subject)) {
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

  /** The steps of a form take subjects of that form. */
  #stepsFor({ source }: Subject): readonly OwnStep<Source>[] {
    return this.#steps[source.form] as readonly OwnStep<Source>[];
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

const busy = (detail: string): CallFailed => new CallFailed({ kind: 'busy', retryAfterSeconds: 1, detail });

const layerOf = (
  { layer, source }: Pick<OwnStep<Source>, 'layer' | 'source'>,
  outcome: Outcome,
  ms: number,
): Layer => ({
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
