import { BT24 } from '../layers/layer-selection.ts';
import type { DocumentKind } from '../pool/document-kind.ts';
import type { Finding } from '../vocabulary/finding.ts';
import type { Layer, Verdict } from '../vocabulary/layer.ts';
import type { Worded } from '../vocabulary/message.ts';
import type { PackInside } from './rules-index.ts';

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

/** Its texts are English words. */
export type RulesReport = Worded<RulesOutcome>;

export type RulesOutcome = Verdict & {
  /** Every rule that was looked for, in order; a layer that did not run says why. */
  readonly layers: readonly Layer[];
  readonly findings: readonly Finding[];
  /** Undefined if the file is no invoice. */
  readonly document?: DocumentKind;
};

/** The rules, wherever they judge. */
export interface OpenedRules {
  /** The rules inside, with their licences. */
  readonly packs: readonly PackInside[];
  /** Judges one file: XML, or a PDF with XML in it. A fault of the file is a finding, never an exception. */
  check(bytes: Uint8Array, options?: CheckOptions): Promise<RulesReport>;
  /** Ends the threads, if there are any. */
  close(): Promise<void>;
}
