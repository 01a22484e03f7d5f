import { BY_BT24 } from '../layers/added-layers.ts';
import { BT24, isKnown, layersOf } from '../layers/layer-selection.ts';
import { knownBt24 } from '../layers/pack-in-force.ts';
import { CheckedFile, Unreadable } from '../pool/checked-file.ts';
import { DocumentCheck } from '../pool/document-check.ts';
import { type DocumentKind, kindOf } from '../pool/document-kind.ts';
import { noInvoice } from '../pool/no-invoice.ts';
import type { OpenedFile, openFile } from '../pool/opened-file.ts';
import { NOT_JUDGED, planLayers } from '../pool/plan-layers.ts';
import { refusal } from '../pool/refusal.ts';
import { type CheckOrder, DEFAULT_XSD_ENGINE } from '../pool/task.ts';
import { isComingEdition } from '../vocabulary/coming-edition.ts';
import type { Finding, NonEmpty } from '../vocabulary/finding.ts';
import { type Layer, type Verdict, verdictOf } from '../vocabulary/layer.ts';
import { saysPdf } from '../vocabulary/pdf-header.ts';
import { quotedName } from '../vocabulary/quoted.ts';
import { rowOf } from '../vocabulary/row-of.ts';
import { dayOf } from '../vocabulary/utc-days.ts';
import { rootOf } from '../xml/xml-tree.ts';
import { PacksInside } from './packs-inside.ts';
import type { LoadModule, PackInside, RulesIndex } from './rules-index.ts';

/** Specification identifiers (BT-24) by a short name. */
export const PROFILES = {
  en16931: BT24.en16931,
  xrechnung: BT24.xrechnung,
  peppol: BT24.peppol,
  'peppol-selfbilling': BT24.peppolSelfBilling,
  'cius-ro': BT24.ciusRo,
  'extended-ctc-fr': BT24.extendedCtcFr,
  'facturx-minimum': BT24.facturxMinimum,
  'facturx-basicwl': BT24.facturxBasicWl,
  'facturx-basic': BT24.facturxBasic,
  'facturx-extended': BT24.facturxExtended,
} as const;

export interface CheckOptions {
  /** The day by whose rules it is judged, `YYYY-MM-DD`; that of the document (BT-2) if left out. */
  readonly on?: string;
  /** Whose rules judge it, whatever its BT-24 says: a name of `PROFILES`, or another BT-24. */
  readonly profile?: keyof typeof PROFILES | (string & {});
}

export type RulesReport = Verdict & {
  /** Every rule that was looked for, in order; a layer that did not run says why. */
  readonly layers: readonly Layer[];
  readonly findings: readonly Finding[];
  /** Undefined if the file is no invoice. */
  readonly document?: DocumentKind;
};

export interface Surroundings {
  readonly load: LoadModule;
  /** Left out where no PDF can be opened. */
  readonly openPdf?: typeof openFile;
}

const ENGINES = { ruleEngine: 'compiled', xsdEngine: DEFAULT_XSD_ENGINE } as const;
/** Far more than an invoice takes. */
const MAX_LAYER_MS = 60_000;

/** Judges invoices by the rules that come with the library. */
export class InvoiceRules {
  private readonly packsInside: PacksInside;

  constructor(
    private readonly index: RulesIndex,
    private readonly surroundings: Surroundings,
  ) {
    this.packsInside = new PacksInside(index, surroundings.load);
  }

  /** The rules inside, with their licences. */
  get packs(): readonly PackInside[] {
    return this.index.packs;
  }

  /** Judges one file: XML, or a PDF with XML in it. A fault of the file is a finding, never an exception. */
  async check(bytes: Uint8Array, options: CheckOptions = {}): Promise<RulesReport> {
    const opened = this.open(bytes);
    if ('layer' in opened) return reportOf([opened.layer]);
    const kind = kindIn(opened.xml);
    if ('code' in kind) return reportOf([refused([kind])]);
    const order = this.orderFor(kind, opened.checkPdf !== undefined, options);
    const check = new DocumentCheck(opened, order, this.packsInside);
    const layers: Layer[] = [];
    for (const layer of order.layers) layers.push(await check.run(layer));
    return reportOf(layers, kind);
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
    const known = knownBt24(this.index.entries);
    const customization = profile === undefined ? kind.specification : (rowOf(PROFILES, profile) ?? profile);
    const common = { crossCheck: false, layerMs: MAX_LAYER_MS };
    if (isComingEdition(customization) && !isKnown(customization, known))
      return { ...common, layers: [NOT_JUDGED], severities: new Map() };
    const { syntax, issueDate } = kind;
    const choices = layersOf({ route: null, syntax, customization, hybrid }, BY_BT24, known);
    const today = on ?? dayOf(new Date());
    const planned = planLayers(choices, { syntax, customization, issueDate, on }, this.index.entries, {
      engines: ENGINES,
      today,
      coded: (layer) =>
        layer === 'pdf'
          ? { check: 'pdf', isLenient: false, isBuiltHere: false }
          : { check: 'ksef-file', today, wrongNip: 'error' },
      missing: (choice) => missing(choice.customization ?? syntax),
    });
    // Rules for every invoice pass no profile.
    const isUnknown = customization !== null && syntax !== 'fa3' && !isKnown(customization, known);
    const profileLayer = { layer: 'profile', source: 'profile', advisory: false, entry: null };
    const layers = isUnknown
      ? [...planned.layers, { ...profileLayer, missing: missing(customization) }]
      : planned.layers;
    return { ...common, ...planned, layers };
  }
}

/** The kind of a readable invoice, or what is wrong with the file. */
function kindIn(file: CheckedFile): DocumentKind | Finding {
  try {
    const root = rootOf(file.document());
    return kindOf(root) ?? noInvoice(root.name, SOURCE);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return refusal(error.failure, SOURCE)[0];
  }
}

const SOURCE = 'XML-safety';

const missing = (subject: string) => ({
  outcome: 'not_run' as const,
  code: 'EI-PACK-MISSING' as const,
  reason: `no rules for ${quotedName(subject)} are inside`,
  findings: [],
});

const ofFile = { source: SOURCE, pack: null, durationMs: 0 };
const refused = (findings: NonEmpty<Finding>): Layer => ({
  ...{ ...ofFile, layer: 'file', outcome: 'invalid', findings },
});
const notRun = (layer: string, reason: string): Layer => ({
  ...{ ...ofFile, layer, outcome: 'not_run', code: 'EI-PDF-CHECK', reason, findings: [] },
});

const reportOf = (layers: readonly Layer[], document?: DocumentKind): RulesReport => ({
  ...verdictOf(layers),
  layers,
  findings: layers.flatMap(({ findings }) => findings),
  ...(document && { document }),
});
