import { parseErpTotals } from '../../domain/checks/pre-check/erp-totals.ts';
import type { Finding } from '../../domain/findings/finding.ts';
import { standsInForReference } from '../../domain/checks/early-rules/invoice-reference.ts';
import { type Layer, type Outcome, outcomeOf } from '../../domain/findings/layer.ts';
import { selectLayers } from '../../domain/checks/layers/layer-selection.ts';
import { precheck } from '../../domain/checks/pre-check/precheck.ts';
import { checkRoute } from '../../domain/checks/early-rules/route-rules.ts';
import type { Built, BuiltDocument } from '../../domain/documents/built-document.ts';
import { buildDocument } from '../../domain/documents/builders.ts';
import type { Format } from '../../domain/vocabulary/formats.ts';
import type { CanonicalInvoice } from '../../domain/invoice/canonical.ts';
import { parseCanonical } from '../../domain/invoice/parse-canonical.ts';
import type { Environment, Route } from '../../domain/vocabulary/route.ts';
import type { Log } from '../../ports/log.ts';
import type { Telemetry } from '../../ports/telemetry.ts';
import type { DocumentToCheck, Patience, Validator } from '../../ports/validator.ts';

export interface DocumentToExamine {
  /** The canonical document as read by `readJson`. */
  readonly canonical: unknown;
  readonly route: Route;
  readonly format: Format;
  /** The call's `invoice_ref`; the invoice number when left out. */
  readonly invoiceRef?: string | undefined;
  /** The call's `erp_totals`. */
  readonly erpTotals?: unknown;
}

export interface Examination {
  /** In order; a document that could not be read or built has no official layers. */
  readonly layers: readonly Layer[];
  readonly document?: BuiltDocument;
}

interface Tools {
  readonly validator: Validator;
  readonly environment: Environment;
  readonly log: Log;
  readonly telemetry: Pick<Telemetry, 'layersRan'>;
}

/**
 * Everything that is checked about a canonical document, in the order of the decisions: `schema`, `pre-check`,
 * `serializer`, then the official layers. The dry run and the worker both ask here, so they never judge differently.
 */
export class ExamineDocument {
  readonly #validator: Validator;
  readonly #environment: Environment;
  readonly #log: Log;
  readonly #telemetry: Pick<Telemetry, 'layersRan'>;

  constructor({ validator, environment, log, telemetry }: Tools) {
    this.#validator = validator;
    this.#environment = environment;
    this.#log = log;
    this.#telemetry = telemetry;
  }

  /** @throws CallFailed `busy` when the validator is and `patience` is `refuse`. */
  async run(subject: DocumentToExamine, patience: Patience): Promise<Examination> {
    const examination = await this.#examine(subject, patience);
    this.#telemetry.layersRan(examination.layers);
    return examination;
  }

  async #examine(subject: DocumentToExamine, patience: Patience): Promise<Examination> {
    const { route, format } = subject;
    const [read, schema] = timed('schema', () => readSubject(subject));
    if (!read) return { layers: [schema] };
    const { invoice, totals } = read;
    const [, preCheck] = timed('pre-check', () => [null, outcomeOf(precheck(invoice, totals))]);
    const [built, serializer] = timed('serializer', () => this.#build(invoice, route, format));
    const own = [schema, preCheck, serializer];
    if (!built?.ok) return { layers: own };
    const { document } = built;
    const official = await this.#official(invoice, document, route, patience);
    return { layers: [...own, ...official], document };
  }

  /** A builder that throws is our fault and may be mended: the invoice is tried again, not refused. */
  #build(invoice: CanonicalInvoice, route: Route, format: Format): readonly [Built | undefined, Outcome] {
    try {
      const built = buildDocument(invoice, route, format);
      return [built, outcomeOf(built.ok ? [] : built.findings)];
    } catch (error) {
      this.#log.error({ err: error, route, format }, 'the document could not be built');
      const reason = 'the document could not be built';
      return [undefined, { outcome: 'not_run', code: 'KOSIT-RUN', reason, findings: [] }];
    }
  }

  async #official(
    { invoice }: CanonicalInvoice,
    document: BuiltDocument,
    route: Route,
    patience: Patience,
  ): Promise<readonly Layer[]> {
    const subject: DocumentToCheck = {
      bytes: new TextEncoder().encode(document.text),
      syntax: document.syntax,
      customization: document.specification,
      route,
      issueDate: invoice.issueDate,
    };
    if (this.#environment === 'sandbox' && invoice.number.endsWith(MAGIC_NORUN)) return playedNotRun(subject);
    return this.#validator.check(subject, patience);
  }
}

/** The document in the domain's terms, unless the canonical form or a rule of the route refuses it. */
function readSubject({ canonical, route, format, invoiceRef, erpTotals }: DocumentToExamine) {
  const parsed = parseCanonical(canonical);
  const stated = parseErpTotals(erpTotals);
  const findings = [
    ...(parsed.ok
      ? [...checkRoute(parsed.invoice, route, format), ...standsInForReference(parsed.invoice, invoiceRef)]
      : parsed.findings),
    ...(stated.ok ? [] : stated.findings),
  ];
  const outcome = outcomeOf(findings);
  const read =
    parsed.ok && stated.ok && outcome.outcome === 'valid'
      ? { invoice: parsed.invoice, totals: stated.totals }
      : undefined;
  return [read, outcome] as const;
}

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

/** Runs one of our own checks, whose layer and source have one name. */
function timed<T>(name: string, check: () => readonly [T, Outcome]): readonly [T, Layer] {
  const started = performance.now();
  const [value, outcome] = check();
  const durationMs = Math.round((performance.now() - started) * 1000) / 1000;
  return [value, { layer: name, source: name, pack: null, durationMs, ...outcome }];
}
