import { say, type Text } from '../vocabulary/message.ts';
import { type Layer, type Outcome, outcomeOf } from '../vocabulary/layer.ts';
import { ksefFileFindings } from '../ksef-file/ksef-file.ts';
import { PackDamaged, PackGone } from '../packs/pack-damaged.ts';
import type { Engine, EntryRef } from '../packs/manifest.ts';
import type { RuleRun } from '../engine/result.ts';
import { askSchema } from './ask-schema.ts';
import { type CheckedFile, Unreadable } from './checked-file.ts';
import { difference } from './difference.ts';
import { repeatedElement } from './repeated-element.ts';
import { judge, lower, notRun, tallyOf } from './judge.ts';
import { overlaid } from './overlaid.ts';
import { inOwnWords } from './own-words.ts';
import { unreadableXml } from './unreadable.ts';
import { makeReport } from './report.ts';
import type { PdfCheck } from '../pdf/pdf-rule.ts';
import { rootOf } from '../xml/xml-tree.ts';
import type { OpenedFile } from './opened-file.ts';
import type { Rules } from './rules.ts';
import type { LoadedPacks } from './loaded-packs.ts';
import type { KositReport } from '../report/report-facts.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { XsdRun } from '../xsd/findings.ts';
import type {
  CheckOrder,
  EngineDifference,
  EntryTask,
  Fault,
  FiredTally,
  LayerTask,
  ReportOrder,
  XsdEngine,
} from './task.ts';

/** A file that can be checked. */
type OpenedInvoice = Exclude<OpenedFile, { readonly refused: unknown }>;

/** W3C: a sequence of more than one item where one is required. */
const SEVERAL_VALUES = 'XPTY0004';

/** The check of one document. An error in a layer makes that layer `not_run`, and no other. */
export class DocumentCheck {
  readonly differences: EngineDifference[] = [];
  readonly faults: Fault[] = [];
  packGone = false;
  readonly tallies = new Map<LayerTask, readonly FiredTally[] | undefined>();
  private readonly file: CheckedFile;
  private readonly checkPdf: OpenedInvoice['checkPdf'];
  private readonly done: Layer[] = [];
  private loaded: Promise<void> | undefined;
  /** Why no further layer can run. It has no code: the document is refused, so the check is not repeated. */
  private refused: Text | undefined;
  private unreadable = false;

  constructor(
    file: OpenedInvoice,
    private readonly order: CheckOrder,
    private readonly packCache: LoadedPacks,
  ) {
    this.file = file.xml;
    this.checkPdf = file.checkPdf;
  }

  async run(layer: LayerTask): Promise<Layer> {
    const started = performance.now();
    const judged = await this.outcome(layer).catch((error: unknown) => this.fail(layer, error));
    const outcome = overlaid(judged, layer.overlays);
    const { layer: name, source, advisory, entry } = layer;
    const layered: Layer = {
      layer: name,
      source,
      pack: entry?.pack ?? null,
      ...(entry?.ownRulesNotRun && { ownRulesNotRun: entry.ownRulesNotRun }),
      durationMs: Math.round((performance.now() - started) * 1000) / 1000,
      ...(advisory ? { ...lower(outcome), advisory } : outcome),
    };
    this.done.push(layered);
    return layered;
  }

  /** After the last layer. @returns undefined if it cannot be made. */
  async report(order: ReportOrder): Promise<KositReport | undefined> {
    return makeReport(order, await this.ready(), this.order, this.done, this.packCache).catch(
      (error: unknown) => {
        this.faults.push({ layer: 'report', ...traceOf(error) });
        return undefined;
      },
    );
  }

  private async outcome(layer: LayerTask): Promise<Outcome> {
    if (layer.coded && !this.unreadable) return this.code(layer.coded);
    if (this.refused !== undefined) return { outcome: 'not_run', reason: this.refused, findings: [] };
    if (!layer.entry) return layer.missing ?? notRun(say('pool.no-rule-pack-is-installed-for'));
    return layer.entry.kind === 'xsd' ? this.schema(layer, layer.entry) : this.rules(layer, layer.entry);
  }

  private async schema(layer: LayerTask, entry: EntryTask): Promise<Outcome> {
    const run = await this.askSchema(entry.ref, entry.xsdEngine);
    if (this.order.crossCheck) await this.compareSchemas(layer, entry, run);
    if (run.kind === 'escape') return notRun(say('pool.schema-check-failed'));
    const outcome = outcomeOf(run.findings);
    if (outcome.outcome === 'invalid') this.refused = say('pool.not-valid-against-its-schema');
    return outcome;
  }

  private async askSchema(ref: EntryTask['ref'], engine: XsdEngine): Promise<XsdRun> {
    return askSchema(this.packCache, ref, engine, await this.ready());
  }

  /** Their words differ, and after the first fault so does what they report: only the acceptance is compared. */
  private async compareSchemas(layer: LayerTask, entry: EntryTask, run: XsdRun): Promise<void> {
    const other = entry.xsdEngine === 'own' ? 'libxml2' : 'own';
    const theirs = await this.askSchema(entry.ref, other).catch((error: unknown) =>
      error instanceof Unreadable ? undefined : this.otherFailed(layer, error),
    );
    if (run.kind !== 'verdict' || theirs?.kind !== 'verdict') return;
    if ((run.findings.length === 0) === (theirs.findings.length === 0)) return;
    const kinds = [acceptanceOf(run.findings), acceptanceOf(theirs.findings)] as const;
    this.differences.push({ layer: layer.layer, pack: nameOfPack(entry), ids: [], kinds });
  }

  /** It needs nothing of the schema, so a file that breaks both gets both findings. */
  private async code(request: NonNullable<LayerTask['coded']>): Promise<Outcome> {
    const file = await this.ready();
    if (request.check === 'pdf') return this.checkedPdf(file, request);
    return outcomeOf(ksefFileFindings({ bytes: file.bytes, document: file.document(), check: request }));
  }

  private checkedPdf(file: CheckedFile, check: PdfCheck): Outcome {
    if (!this.checkPdf) throw new Error('a file that is no PDF is to be checked as one');
    return this.checkPdf({ root: rootOf(file.document()), check, layers: this.done });
  }

  private async rules(layer: LayerTask, entry: EntryTask): Promise<Outcome> {
    const [first, second] = entry.engines;
    if (!first) return notRun(say('pool.rule-pack-has-no-program'));
    let run = await this.ask(entry, first);
    // The compiled engine could not decide; the second one may, but has no limits of its own.
    if (run.kind === 'escape' && run.cause !== 'text' && second) run = await this.ask(entry, second);
    else if (this.order.crossCheck && second) await this.compare(layer, entry, second, run);
    if (this.order.tallies) this.tallies.set(layer, tallyOf(run));
    const { origin } = entry.pack;
    const outcome = this.explained(
      judge(origin === 'own' ? reaching(run) : run, layer.source, this.order.severities),
    );
    return origin === 'official' ? this.tell(outcome, entry) : outcome;
  }

  /** A rule that reads one value where several stand: which, and where. */
  private explained(outcome: Outcome): Outcome {
    if (outcome.outcome !== 'not_run' || outcome.rulesEnd?.code !== SEVERAL_VALUES) return outcome;
    const { rulesEnd } = outcome;
    const repeated = rulesEnd.location && repeatedElement(this.file.document(), rulesEnd.location.xpath);
    return repeated ? { ...outcome, rulesEnd: { ...rulesEnd, repeated } } : outcome;
  }

  /** Only a document in which something was found is looked at twice. */
  private async tell(outcome: Outcome, { ownWords }: EntryTask): Promise<Outcome> {
    if (outcome.findings.length === 0) return outcome;
    return inOwnWords(outcome, ownWords && (await this.ownRun(ownWords)));
  }

  /** Words are worth no verdict: whatever fails here, the official ones stay. */
  private async ownRun(ref: EntryRef): Promise<RuleRun | undefined> {
    try {
      const rules = await this.packCache.rules(ref, 'compiled');
      return await rules.run(this.file, this.order.layerMs);
    } catch {
      return undefined;
    }
  }

  private async ask(entry: EntryTask, engine: Engine): Promise<RuleRun> {
    const rules = await this.packCache.rules(entry.ref, engine);
    return rules.run(await this.ready(), this.order.layerMs);
  }

  /** Loading rules adds names to the vocabulary, so all rules of this document are loaded before it is parsed. */
  private async ready(): Promise<CheckedFile> {
    await (this.loaded ??= this.loadAll());
    return this.file;
  }

  private async loadAll(): Promise<void> {
    const loads = this.order.layers.flatMap(({ entry }) => {
      const [engine] = entry?.kind === 'schematron' ? entry.engines : [];
      return entry && engine ? [this.packCache.rules(entry.ref, engine)] : [];
    });
    // Its own layer reports one that cannot be loaded.
    await Promise.allSettled<Rules>(loads);
    for (const { entry } of this.order.layers)
      if (entry?.kind === 'xsd' && (entry.xsdEngine === 'own' || this.order.crossCheck))
        await this.packCache.ownSchema(entry.ref).catch(() => undefined);
  }

  private async compare(layer: LayerTask, entry: EntryTask, engine: Engine, run: RuleRun): Promise<void> {
    const other = await this.ask(entry, engine).catch((error: unknown) => this.otherFailed(layer, error));
    const matchingDifference = other && difference(run, other);
    if (matchingDifference)
      this.differences.push({ layer: layer.layer, pack: nameOfPack(entry), ...matchingDifference });
  }

  private otherFailed(layer: LayerTask, error: unknown): undefined {
    this.fail(layer, error);
  }

  private fail({ layer, source }: LayerTask, error: unknown): Outcome {
    if (error instanceof PackGone) this.packGone = true;
    if (error instanceof PackDamaged) return notRun(error.message);
    if (error instanceof Unreadable) {
      this.unreadable = true;
      this.refused = say('pool.file-cannot-be-read');
      return outcomeOf(unreadableXml(error.failure, source));
    }
    this.faults.push({ layer, ...traceOf(error) });
    const failed = notRun(say('pool.check-failed'));
    return layer === 'pdf' ? { ...failed, code: 'EI-PDF-CHECK' } : failed;
  }
}

/** Own rules may be about a part that few invoices have: a document without it keeps them. */
const reaching = (run: RuleRun): RuleRun => (run.kind === 'verdict' ? { ...run, reached: true } : run);

function traceOf(error: unknown): Pick<Fault, 'cause' | 'trace'> {
  const { name, stack = '' } = error instanceof Error ? error : new Error('not an error');
  // A stack begins with the message, which may quote the document.
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return { cause: name, trace: frames.slice(0, 6).join('\n') };
}

const nameOfPack = ({ pack }: EntryTask): string => `${pack.id} ${pack.version}`;
const acceptanceOf = (findings: readonly Finding[]): string => (findings.length === 0 ? 'valid' : 'invalid');
