import type { BuyerStatus } from '../vocabulary/buyer-status.ts';
import type { RouteLayerRow, RouteLayers } from '../checks/layers/layer-selection.ts';
import type { RouteRules } from '../checks/early-rules/rule-sets.ts';
import type { RouteFormat } from '../documents/document-builder.ts';
import type { Family } from '../findings/code-words.ts';
import type { Finding, NonEmpty, RelatedFinding } from '../findings/finding.ts';
import type { CanonicalInvoice, Profile, TypeCode } from '../invoice/canonical.ts';
import type { ClientDefaults, Completion } from '../invoice/completions/completion.ts';
import type { Addressing } from '../vocabulary/addressing.ts';
import type { FileKind } from '../vocabulary/file-kinds.ts';
import type { Format } from '../vocabulary/formats.ts';
import type { CapRow } from './route-caps.ts';
import type { RouteContext } from './route-context.ts';

/**
 * Everything that the core knows about a route. Every member is required: a missing feature is null, so that no author forgets to decide
 * it. Its rail is in `src/adapters/rails/<name in lower case>/`.
 */
export interface RouteProfile {
  /** The name in the API. It is stored with every invoice, so it never changes. */
  readonly name: string;
  /** False: a checked document waits for pick-up (`ready`), and the route has no rail. */
  readonly hasRail: boolean;
  /** Operation of `openapi.yaml` for callbacks of the route. */
  readonly callback: string | null;

  /** Documents that a caller may ask for, the one built by default first (contract 4.1, decisions). */
  readonly formats: NonEmpty<RouteFormat>;
  /** A caller may ask for several formats of one invoice (contract 4.3). */
  readonly severalFormats: boolean;
  /** Finished files that are accepted unchanged (decisions, "file kinds taken"). */
  readonly fileKinds: readonly FileKind[];
  /** Null: no hybrid PDF is accepted. */
  readonly hybrids: RouteHybrids | null;
  /** Documents that are kept for an invoice besides its own: receipts and answers. */
  readonly documentKinds: readonly RouteDocumentKind[];

  readonly typeCodes: TypeCodes;
  /** Profiles and their rules (decisions, "`profile` by route"); another profile is refused. */
  readonly profiles: readonly ProfileRow[];
  /** How the documents of the route differ from the canonical invoice. */
  readonly completion: Completion | null;
  /** Members that a client's record may state for invoices that leave them out. */
  readonly clientDefaults: ClientDefaults | null;
  readonly context: RouteContext | null;
  readonly layers: ProfileLayers;

  /** Contract part 8, "Route-side caps per client". */
  readonly caps: readonly CapRow[] | null;
  /** Legal limit of the filing, in working days after the issue date (contract 8). */
  readonly filingDays: number | null;
  readonly credentials: RouteCredentials;
  /** Statuses that seller and buyer can send each other over the route (extension); null: none. */
  readonly statuses: RouteStatuses | null;

  /** Checks a finished file for contents that would be refused at the send and that no other check reports. */
  readonly sendingChecks: ((addressing: Addressing) => readonly Finding[]) | null;

  /** Codes of its rules and answers, explained. */
  readonly codes: readonly Family[];
  /** A usual invoice in canonical form, which warms the threads at a start; one route has one. */
  readonly warmUpInvoice: ((typeCode: TypeCode) => object) | null;
}

/** BT-3 values that the route accepts (decisions, "`type_code` by route"). */
export interface TypeCodes {
  readonly taken: readonly TypeCode[];
  /** The rule behind the list. */
  readonly rule: RelatedFinding | null;
  /** Some types are accepted on a condition. */
  readonly restricted: {
    readonly codes: readonly TypeCode[];
    readonly when: (invoice: CanonicalInvoice) => boolean;
    /** `326 and 384 between German parties only`. */
    readonly inWords: string;
  } | null;
}

export interface ProfileRow {
  /** Undefined: the invoice states no profile. */
  readonly profile: Profile | undefined;
  /** Formats that can be combined with it; null: all of the route's. */
  readonly formats: readonly Format[] | null;
  /** Types that cannot be combined with it; null: none. */
  readonly unless: readonly TypeCode[] | null;
  readonly rules: RouteRules;
}

/** Official layers beside schema and EN 16931 (decisions, "Layers in order"). */
export interface ProfileLayers extends RouteLayers {
  readonly rows: readonly RouteLayerRow[];
  /** Severity of `EI-BT24-UNKNOWN`: an error if no other rule of the route is about BT-24. */
  readonly unknownBt24: 'error' | 'warning';
  /** Whether layers of an ERP's export are listed always, or only with findings. */
  readonly exportLayers: 'always' | 'with-findings';
}

export interface RouteHybrids {
  /** Levels that are booking aids and no invoices (decisions, "file kinds taken"). */
  readonly levelsNotTaken: readonly string[];
  /** Small faults of a submitted PDF are warnings, because most senders on this route break those rules. */
  readonly isLenient: boolean;
}

export interface RouteDocumentKind {
  readonly kind: string;
  readonly file: 'xml' | 'zip';
}

export interface RouteCredentials {
  readonly kinds: NonEmpty<string>;
  /** The kind that wins over newer ones if it is readable. */
  readonly preferred: string | null;
  /** Members of a value with addresses that the service calls; they are checked before they are stored. */
  readonly addresses: readonly string[] | null;
}

export interface RouteStatuses {
  /** Statuses about a sent invoice. */
  readonly seller: readonly SendableStatus[];
  /** Statuses about a received invoice. */
  readonly buyer: readonly SendableStatus[];
  /** Types of documents (BT-3) that the buyer issues: no statuses are sent about them. */
  readonly selfBilledTypes: readonly string[];
  /** Reasons that mean nothing without a note. */
  readonly reasonsWithNote: readonly string[];
  /** Whether a note may stand without a reason. */
  readonly noteAlone: boolean;
  /** Of a route on which a party's statuses follow each other in the order of the rows; null: in any order. */
  readonly order: StatusOrderRule | null;
}

export interface StatusOrderRule {
  /** May follow themselves. */
  readonly repeated: readonly BuyerStatus[];
  /** Nothing follows. */
  readonly last: readonly BuyerStatus[];
}

export interface SendableStatus {
  readonly status: BuyerStatus;
  /** The route's own code. */
  readonly code: string;
  /** One of these may be given; null: none. */
  readonly reasons: readonly string[] | null;
  /** One of them is required. */
  readonly needsReason: boolean;
  /** Whether the paid amounts are required, by VAT rate; otherwise none may be given. */
  readonly takesAmounts: boolean;
}
