import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { SentStatus } from '../vocabulary/buyer-status.ts';
import type { RouteLayerRow, RouteLayers } from 'en16931-rules/layers/layer-selection.ts';
import type { PlausibilityCheck } from '../checks/plausibility/plausibility-check.ts';
import type { RouteRules } from '../checks/early-rules/rule-sets.ts';
import type { RouteFormat } from '../documents/document-builder.ts';
import type { Family } from '../findings/code-words.ts';
import type { Finding, NonEmpty, RelatedFinding } from 'en16931-rules/vocabulary/finding.ts';
import type { CanonicalInvoice, IsoDate, Profile, TypeCode } from '../invoice/canonical.ts';
import type { ClientDefaults, Completion } from '../invoice/completions/completion.ts';
import type { Addressing, ElectronicAddress } from '../vocabulary/addressing.ts';
import type { FileKind } from 'en16931-rules/vocabulary/file-kinds.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { CapRow } from './route-caps.ts';
import type { RouteContext } from './route-context.ts';
import type { RouteMailing } from './route-mailing.ts';
import type { RouteReports } from './route-reports.ts';

/** The legal limit of the filing (contract 8). */
export interface Filing {
  /** After the issue date. */
  readonly workingDays: number;
  /** Of the tax office, as IANA names it. */
  readonly timeZone: string;
  /** Public holidays, which are no working days. */
  readonly isHoliday: (day: IsoDate) => boolean;
}

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
  /** Kinds that the route does not accept and yet delivers to receivers. */
  readonly alsoDelivers: readonly FileKind[];
  /** What to do with a file of another kind, if more is to be said than the kinds that are accepted. */
  readonly otherFiles: Partial<Record<FileKind, Text>>;
  /** Null: no hybrid PDF is accepted. */
  readonly hybrids: RouteHybrids | null;
  /** Documents that are kept for an invoice besides its own: receipts and answers. */
  readonly documentKinds: readonly RouteDocumentKind[];
  /** Where the sender can look whether the network has an invoice, or that the place is unknown; null: the route has no network. */
  readonly lookUp: Text | null;

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
  readonly filing: Filing | null;
  /** Of a route whose invoices may reach the buyer before the route; null: none. */
  readonly offline: RouteOffline | null;
  readonly corrections: RouteCorrections;
  readonly credentials: RouteCredentials;
  /** Statuses that seller and buyer can send each other over the route (extension); null: none. */
  readonly statuses: RouteStatuses | null;
  /** Reports of sales to the tax administration (extension); null: none. */
  readonly reports: RouteReports | null;
  /** The service may mail its documents to buyers (extension); null: never. */
  readonly mailing: RouteMailing | null;

  /** The electronic address that a document goes to; null: the system behind the route knows none. @param known see `InvoiceRecord`. */
  readonly receiver: ((addressing: Addressing, known?: string) => ElectronicAddress | undefined) | null;
  /** Checks a finished file for contents that would be refused at the send and that no other check reports. */
  readonly sendingChecks: ((addressing: Addressing) => readonly Finding[]) | null;
  /** Contents that hardly fit the law of its country; null: only those that hardly fit any. */
  readonly doubts: RouteDoubts | null;

  /** Codes of its rules and answers, explained. */
  readonly codes: readonly Family[];
  /** A usual invoice in canonical form, which warms the threads at a start; one route has one. */
  readonly warmUpInvoice: ((typeCode: TypeCode) => object) | null;
}

/** BT-3 values that the route accepts (decisions, "`type_code` by route"). */
interface TypeCodes {
  readonly taken: readonly TypeCode[];
  /** The rule behind the list. */
  readonly rule: RelatedFinding | null;
  /** Some types are accepted on a condition. */
  readonly restricted: {
    readonly codes: readonly TypeCode[];
    readonly when: (invoice: CanonicalInvoice) => boolean;
    /** `326 and 384 between German parties only`. */
    readonly inWords: Text;
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
  /** Of a document of an extension of EN 16931; left out if they are the same. */
  readonly extendedRules?: RouteRules;
}

/** Official layers beside schema and EN 16931 (decisions, "Layers in order"). */
interface ProfileLayers extends RouteLayers {
  readonly rows: readonly RouteLayerRow[];
  /** Severity of `EI-BT24-UNKNOWN`: an error if no other rule of the route is about BT-24. */
  readonly unknownBt24: 'error' | 'warning';
  /** Whether layers of an ERP's export are listed always, or only with findings. */
  readonly exportLayers: 'always' | 'with-findings';
}

interface RouteHybrids {
  /** Levels that are booking aids and no invoices (decisions, "file kinds taken"). */
  readonly levelsNotTaken: readonly string[];
  /** Small faults of a submitted PDF are warnings, because most senders on this route break those rules. */
  readonly isLenient: boolean;
}

export interface RouteDocumentKind {
  readonly kind: string;
  readonly file: 'json' | 'xml' | 'zip';
  /** What the kind of a document may end with: a code of these, or its number at the route (`buyer-message-5000000001`). */
  readonly codes?: readonly string[] | 'numbers';
}

export interface RouteDoubts {
  /** They check the invoices of all routes, and find nothing about sellers elsewhere. */
  readonly plausibility: readonly PlausibilityCheck[];
  /** About a credit note that takes back an invoice of the route that was refused. It is found at the intake alone. */
  readonly refusedCredit: Finding;
}

/** What a rejection by the network means for a corrected document, by the codes of the rejection. */
interface RouteCorrections {
  /** The number of the invoice is no longer free: after a rejection with one of these codes, or with any other. */
  readonly newNumber: { readonly after: 'these' | 'others'; readonly codes: readonly string[] };
  /** The network may hold this very document. */
  readonly mayHold: readonly string[];
}

interface RouteOffline {
  /** Signs the codes on the page. Such a credential does not log in. */
  readonly credentialKind: string;
  /** The kinds of files that may be issued so. */
  readonly fileKinds: readonly FileKind[];
  /** Working days from the end of an announced outage to the deadline; null: there is none. */
  readonly daysAfter: Readonly<Record<'unavailability' | 'failure' | 'total_failure', number | null>>;
  /** Codes of rejections for technical reasons: the same invoice in another file may replace the refused one. */
  readonly technicalRejections: readonly string[];
  /** A warning about the content in which such a document differs from the refused one. */
  readonly changedContent: (before: string, now: string) => Finding | undefined;
}

interface RouteCredentials {
  readonly kinds: NonEmpty<string>;
  /** The kind that wins over newer ones if it is readable. */
  readonly preferred: string | null;
  /** A kind that the route accepts until a day by law; null: none. */
  readonly ending: EndingCredential | null;
  /** Members of a value with addresses that the service calls; they are checked before they are stored. */
  readonly addresses: readonly string[] | null;
}

export interface EndingCredential {
  readonly kind: string;
  /** `YYYY-MM-DD`. */
  readonly lastDay: string;
  /** The kind that takes its place. */
  readonly successor: string;
  /** Of the care row that says so. */
  readonly code: string;
}

export interface RouteStatuses {
  /** Statuses about a sent invoice. */
  readonly seller: readonly SendableStatus[];
  /** Statuses about a received invoice. */
  readonly buyer: readonly SendableStatus[];
  /** Types of documents (BT-3) that the buyer issues: no statuses are sent about them. */
  readonly selfBilledTypes: readonly string[];
  /** Of reasons that no catalogue names, as they stand in a sentence. */
  readonly reasonWords: Readonly<Record<string, Text>>;
  /** Reasons that say what the sender of the status wants, and not why. */
  readonly wishes: readonly string[];
  /** How the kind of a document begins that has a status of the buyer, whose code follows; null: others tell. */
  readonly buyersDocument: string | null;
  /** Reasons that mean nothing without a note. */
  readonly reasonsWithNote: readonly string[];
  /** The administration reads their reasons, and may refuse one without a note: such a status is sent with a warning. */
  readonly wantsNote: readonly SentStatus[];
  /** Whether a note stands beside a reason only, may stand alone, or is required. */
  readonly note: 'with-reason' | 'free' | 'required';
  /** Of a route on which a party's statuses follow each other in the order of the rows; null: in any order. */
  readonly order: StatusOrderRule | null;
}

interface StatusOrderRule {
  /** May follow themselves. */
  readonly repeated: readonly SentStatus[];
  /** Nothing follows. */
  readonly last: readonly SentStatus[];
}

export interface SendableStatus {
  readonly status: SentStatus;
  /** The route's own code. */
  readonly code: string;
  /** One of these may be given; null: none. */
  readonly reasons: readonly string[] | null;
  /** One of them is required. */
  readonly needsReason: boolean;
  /** Whether the paid amounts are required, by VAT rate; otherwise none may be given. */
  readonly takesAmounts: boolean;
}
