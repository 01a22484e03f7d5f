import { BY_BT24 } from '../layers/added-layers.ts';
import { isOfEn16931 } from '../vocabulary/syntax.ts';
import { isKnown } from '../layers/layer-selection.ts';
import { CheckedFile, Unreadable } from '../pool/checked-file.ts';
import { type DocumentKind, kindOf } from '../pool/document-kind.ts';
import { judgeFile } from '../pool/judge-file.ts';
import { noInvoice } from '../pool/no-invoice.ts';
import type { OpenedFile, openFile } from '../pool/opened-file.ts';
import { planLayers } from '../pool/plan-layers.ts';
import { unreadableXml } from '../pool/unreadable.ts';
import { type CheckOrder, DEFAULT_XSD_ENGINE } from '../pool/task.ts';
import { isComingEdition } from '../vocabulary/coming-edition.ts';
import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import { type Layer, verdictOf } from '../vocabulary/layer.ts';
import { saysPdf } from '../vocabulary/pdf-header.ts';
import { sentences } from '../vocabulary/message.ts';
import { quotedName } from '../vocabulary/quoted.ts';
import { rowOf } from '../vocabulary/row-of.ts';
import { dayOf } from '../vocabulary/utc-days.ts';
import { MessageCatalogue } from '../words/message-catalogue.ts';
import { worded } from '../words/worded.ts';
import { rootOf } from '../xml/xml-tree.ts';
import {
  type CheckOptions,
  type OpenedRules,
  PROFILES,
  type RulesOutcome,
  type RulesReport,
} from './opened-rules.ts';
import { PacksInside } from './packs-inside.ts';
import type { LoadModule, PackInside, RulesIndex } from './rules-index.ts';

export interface Surroundings {
  readonly load: LoadModule;
  /** Left out where no PDF can be opened. */
  readonly openPdf?: typeof openFile;
}

const ENGINES = { ruleEngine: 'compiled', xsdEngine: DEFAULT_XSD_ENGINE } as const;
/** Far more than an invoice takes. */
const MAX_LAYER_MS = 60_000;

/** Judges invoices by the rules that come with the library. */
export class InvoiceRules implements OpenedRules {
  private readonly packsInside: PacksInside;
  private readonly catalogue: MessageCatalogue;

  constructor(
    private readonly index: RulesIndex,
    private readonly surroundings: Surroundings,
  ) {
    this.packsInside = new PacksInside(index, surroundings.load);
    this.catalogue = new MessageCatalogue('en', () => new Map(Object.entries(index.messages)));
  }

  get packs(): readonly PackInside[] {
    return this.index.packs;
  }

  async check(bytes: Uint8Array, options: CheckOptions = {}): Promise<RulesReport> {
    const outcome = await this.judge(bytes, options);
    return worded(outcome, (text) => this.catalogue.word(text, (own) => own));
  }

  private async judge(bytes: Uint8Array, options: CheckOptions): Promise<RulesOutcome> {
    const opened = this.open(bytes);
    if ('layer' in opened) return reportOf([opened.layer]);
    const kind = kindIn(opened.xml);
    if ('code' in kind) return reportOf([refused([kind])]);
    const order = this.orderFor(kind, opened.checkPdf !== undefined, options);
    const { layers } = await judgeFile(opened, order, this.packsInside);
    return reportOf(layers, kind);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private open(bytes: Uint8Array): Exclude<OpenedFile, { readonly refused: unknown }> | { layer: Layer } {
    const { openPdf } = this.surroundings;
    const { vocabulary } = this.packsInside;
    if (!saysPdf(bytes)) return { xml: new CheckedFile(bytes, vocabulary) };
    if (!openPdf) return { layer: notRun('pdf', 'a PDF is not opened here: give the XML in it') };
    const opened = openPdf(bytes, vocabulary);
    return 'refused' in opened ? { layer: refused(opened.refused) } : opened;
  }

  private orderFor(kind: DocumentKind, hybrid: boolean, { on, profile }: CheckOptions): CheckOrder {
    const customization = profile === undefined ? kind.specification : (rowOf(PROFILES, profile) ?? profile);
    const { syntax, issueDate } = kind;
    const today = on ?? dayOf(new Date());
    const subject = { route: null, syntax, customization, hybrid, issueDate, on };
    const { known, ...planned } = planLayers(subject, BY_BT24, this.index.entries, {
      engines: ENGINES,
      today,
      coded: (layer) =>
        layer === 'pdf'
          ? { check: 'pdf', isLenient: false, isBuiltHere: false }
          : { check: 'ksef-file', today, wrongNip: 'error' },
      missing: (choice) => missing(choice.customization ?? syntax),
    });
    const common = { ...planned, crossCheck: false, layerMs: MAX_LAYER_MS };
    if (customization === null || !isOfEn16931(syntax) || isKnown(customization, known)) return common;
    if (isComingEdition(customization)) return common;
    // Rules for every invoice pass no profile.
    const profileLayer = { layer: 'profile', source: 'profile', advisory: false, entry: null };
    return {
      ...common,
      layers: [...planned.layers, { ...profileLayer, missing: missing(customization) }],
    };
  }
}

/** The kind of a readable invoice, or what is wrong with the file. */
function kindIn(file: CheckedFile): DocumentKind | Finding {
  try {
    const root = rootOf(file.document());
    return kindOf(root) ?? noInvoice(root.name, SOURCE);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return unreadableXml(error.failure, SOURCE)[0];
  }
}

const SOURCE = 'XML-safety';

const missing = (subject: string) => ({
  outcome: 'not_run' as const,
  code: 'EI-PACK-MISSING' as const,
  reason: sentences('no rules for', quotedName(subject), 'are inside'),
  findings: [],
});

const ofFile = { source: SOURCE, pack: null, durationMs: 0 };
const refused = (findings: NonEmpty<Finding>): Layer => ({
  ...ofFile,
  layer: 'file',
  outcome: 'invalid',
  findings,
});
const notRun = (layer: string, reason: string): Layer => ({
  ...ofFile,
  layer,
  outcome: 'not_run',
  code: 'EI-PDF-CHECK',
  reason,
  findings: [],
});

const reportOf = (layers: readonly Layer[], document?: DocumentKind): RulesOutcome => ({
  ...verdictOf(layers),
  layers,
  findings: layers.flatMap(({ findings }) => findings),
  ...(document && { document }),
});
