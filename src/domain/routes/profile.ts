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
 * All that the core knows about a route. Every member is required: what a route lacks is null, so that no author forgets to
 * decide it. Its rail lies in `src/adapters/rails/<name in lower case>/`.
 */
export interface RouteProfile {
  /** As callers write it. Stored with every invoice, so it never changes. */
  readonly name: string;
  /** False: a checked document waits for pick-up (`ready`); no rail is looked for. */
  readonly hasRail: boolean;
  /** Operation of `openapi.yaml` by which the route calls the service back. */
  readonly callback: string | null;

  /** Documents that a caller may ask for, the one built by default first (contract 4.1, decisions). */
  readonly formats: NonEmpty<RouteFormat>;
  /** A caller may ask for several formats of one invoice (contract 4.3). */
  readonly severalFormats: boolean;
  /** Finished files that are taken as they are (decisions, "file kinds taken"). */
  readonly fileKinds: readonly FileKind[];
  /** Null: no hybrid PDF is taken. */
  readonly hybrids: RouteHybrids | null;
  /** What is kept for an invoice beside its documents: receipts and answers. */
  readonly documentKinds: readonly RouteDocumentKind[];

  readonly typeCodes: TypeCodes;
  /** Profiles and the rules that each brings (decisions, "`profile` by route"); a profile that is missing is refused. */
  readonly profiles: readonly ProfileRow[];
  /** What the route wants written otherwise than the canonical invoice states it. */
  readonly completion: Completion | null;
  /** What a client's record may state for an invoice that does not state it itself. */
  readonly clientDefaults: ClientDefaults | null;
  readonly context: RouteContext | null;
  readonly layers: ProfileLayers;

  /** Contract part 8, "Route-side caps per client". */
  readonly caps: readonly CapRow[] | null;
  /** Working days after the issue date within which the law wants the document filed (contract 8). */
  readonly filingDays: number | null;
  readonly credentials: RouteCredentials;
  /** Statuses that seller and buyer can send each other over the route (extension); null: none. */
  readonly statuses: RouteStatuses | null;

  /** What a finished file says of its sending that would be refused later, and that no check of its content tells. */
  readonly sendingChecks: ((addressing: Addressing) => readonly Finding[]) | null;

  /** Codes of its rules and answers, explained. */
  readonly codes: readonly Family[];
  /** A usual invoice of the route in canonical form, with which a start warms the threads; one route has one. */
  readonly warmUpInvoice: ((typeCode: TypeCode) => object) | null;
}

/** BT-3 values that the route takes (decisions, "`type_code` by route"). */
export interface TypeCodes {
  readonly taken: readonly TypeCode[];
  /** The rule that says so. */
  readonly rule: RelatedFinding | null;
  /** Some are taken on a condition. */
  readonly restricted: {
    readonly codes: readonly TypeCode[];
    readonly when: (invoice: CanonicalInvoice) => boolean;
    /** `326 and 384 between German parties only`. */
    readonly inWords: string;
  } | null;
}

export interface ProfileRow {
  /** Undefined: the invoice names none. */
  readonly profile: Profile | undefined;
  /** Formats with which it goes; null: all of the route's. */
  readonly formats: readonly Format[] | null;
  /** Types that do not go with it; null: all go. */
  readonly unless: readonly TypeCode[] | null;
  readonly rules: RouteRules;
}

/** Official layers beside schema and EN 16931 (decisions, "Layers in order"). */
export interface ProfileLayers extends RouteLayers {
  readonly rows: readonly RouteLayerRow[];
  /** Of `EI-BT24-UNKNOWN`: an error if no other rule of the route speaks about BT-24. */
  readonly unknownBt24: 'error' | 'warning';
  /** Layers of an ERP's export are listed always, or only when they have findings. */
  readonly exportLayers: 'always' | 'with-findings';
}

export interface RouteHybrids {
  /** Levels that are aids for booking and no invoices (decisions, "file kinds taken"). */
  readonly levelsNotTaken: readonly string[];
  /** Small faults of a PDF that is handed in are warnings, because most senders there break those rules. */
  readonly isLenient: boolean;
}

export interface RouteDocumentKind {
  readonly kind: string;
  readonly file: 'xml' | 'zip';
}

export interface RouteCredentials {
  readonly kinds: NonEmpty<string>;
  /** The kind that wins over the others, however new those are, as long as it can be read. */
  readonly preferred: string | null;
  /** Members of a value that name whom the service is to call; they are checked before they are stored. */
  readonly addresses: readonly string[] | null;
}

export interface RouteStatuses {
  /** About a sent invoice. */
  readonly seller: readonly SendableStatus[];
  /** About a received invoice. */
  readonly buyer: readonly SendableStatus[];
  /** Types of documents (BT-3) that the buyer issues: no statuses are sent about them. */
  readonly selfBilledTypes: readonly string[];
}

export interface SendableStatus {
  readonly status: BuyerStatus;
  /** The route's own code. */
  readonly code: string;
  /** One of these is required; null: none may be given. */
  readonly reasons: readonly string[] | null;
  /** Whether the amounts paid are required, for each VAT rate; otherwise none may be given. */
  readonly takesAmounts: boolean;
}
