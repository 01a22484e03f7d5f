import { isMessage, isToBeWorded, type Text, type Value } from 'en16931-rules/vocabulary/message.ts';
import { canSenderFix, type Finding, leftOut } from 'en16931-rules/vocabulary/finding.ts';
import { overlaysAmong } from 'en16931-rules/vocabulary/overlay.ts';
import { CANONICAL_SCHEMA } from '../../../domain/invoice/schema.ts';
import type { ComingVerdict } from '../../../domain/findings/coming-verdict.ts';
import type { Layer, PackRef, RulesEnd } from 'en16931-rules/vocabulary/layer.ts';
import type { StatusEvent } from '../../../domain/lifecycle/status-event.ts';
import type { Manifest, ValidationReport } from '../../../domain/findings/report.ts';
import type { ReportedFinding, ReportWriter } from '../../../ports/report-writer.ts';
import { inOtherWords, keepingTexts, textsBeside } from '../../../domain/words/texts.ts';
import type { Translator } from '../../../domain/words/translator.ts';
import type { Schema } from './contract.ts';

/** Results of checks with the names of openapi.yaml, for answers and stored files. */

export const reportEntry = ({ valid, route, layers, documents, mappingVersion }: ValidationReport) =>
  ({
    valid,
    route,
    layers: layers.map(layerEntry),
    documents: documents.map(({ kind, sha256 }) => ({ kind, sha256 })),
    ...(mappingVersion !== undefined && { mapping_version: mappingVersion }),
  }) satisfies Schema<'ValidationReport'>;

export const manifestEntry = ({
  invoice,
  document,
  layers,
  mappingVersion,
  serviceVersion,
  createdAt,
}: Manifest) => ({
  invoice_id: invoice.id,
  invoice_ref: invoice.invoiceRef,
  route: invoice.route,
  kind: document.kind,
  media_type: document.mediaType,
  size: document.size,
  sha256: document.sha256,
  layers: layers.map(statedLayer),
  ...(document.embedded && { embedded: document.embedded }),
  ...(mappingVersion !== undefined && { mapping_version: mappingVersion }),
  service_version: serviceVersion,
  created_at: createdAt.toISOString(),
});

/** A layer as a manifest and a proof state it: without findings, with the overlays that changed some of them. */
function statedLayer({
  layer,
  source,
  pack,
  outcome,
  findings,
}: Pick<Layer, 'layer' | 'source' | 'pack' | 'outcome'> & {
  readonly findings: Parameters<typeof overlaysAmong>[0];
}) {
  const overlays = overlaysAmong(findings);
  return { layer, source, pack, outcome, ...(overlays.length > 0 && { overlays }) };
}

/** A layer whose findings stand beside it. */
export function judgedLayer({ layer, source, pack, ...outcome }: Layer) {
  const truncated = leftOut(outcome.findings);
  return {
    layer,
    source,
    pack: pack && packEntry(pack),
    outcome: outcome.outcome,
    ...(outcome.outcome === 'not_run' && { reason: outcome.reason }),
    ...(truncated > 0 && { truncated }),
  } satisfies Schema<'JudgedLayer'>;
}

function layerEntry(layer: Layer) {
  const truncated = leftOut(layer.findings);
  return {
    layer: layer.layer,
    ...(layer.format && { format: layer.format }),
    source: layer.source,
    pack: layer.pack && packEntry(layer.pack),
    ...(layer.ownRulesNotRun && { own_rules_not_run: layer.ownRulesNotRun }),
    outcome: layer.outcome,
    ...(layer.rulesEnd && { indeterminate: indeterminateEntry(layer.rulesEnd) }),
    ...(layer.outcome === 'not_run' && { reason: layer.reason }),
    ...(layer.advisory && { advisory: true }),
    duration_ms: layer.durationMs,
    ...(truncated > 0 && { truncated }),
    findings: layer.findings.map(findingEntry),
  } satisfies Schema<'ValidationReport'>['layers'][number];
}

/** The rules of the publisher cannot finish on the document, so they give no verdict (extension). */
const indeterminateEntry = ({ code, rule }: RulesEnd) => ({
  error: code,
  ...(rule !== undefined && { rule }),
});

/** What packs say that come into force soon (extension). */
export const comingEntry = ({ day, packs, valid, appear, disappear, change, move }: ComingVerdict) =>
  ({
    day,
    packs: packs.map(({ layer, pack, instead }) => ({
      layer,
      pack: packEntry(pack),
      instead: instead && packEntry(instead),
    })),
    valid,
    appear: appear.map(findingEntry),
    disappear: disappear.map(findingEntry),
    change: change.map(({ finding, was }) => ({ was, finding: findingEntry(finding) })),
    move: move.map(({ finding, from: { field, location, term } }) => ({
      from: { field, location, term },
      finding: findingEntry(finding),
    })),
  }) satisfies ComingEntry;

type ComingEntry = NonNullable<Schema<'ValidationReport'>['next']>[number];

const packEntry = ({ id, version, origin, sha256 }: PackRef) => ({
  id,
  version,
  origin,
  ...(sha256 !== undefined && { sha256 }),
});

/** The path of the page that explains a code. It needs no key. */
const docUrl = (code: string): string => `/codes/${encodeURIComponent(code)}`;

/** Contract 2.3; `severity`, `location`, `term` and the extensions from the decisions, and `doc_url`. */
export function findingEntry(finding: Finding) {
  const { code, severity, source, message, field, fixHint, whoFixes, senderCanFix, related, location, term } =
    finding;
  const { officialMessage, truncated, expected, stated, overlay } = finding;
  return {
    code,
    severity,
    source,
    message,
    official_message: officialMessage,
    field,
    fix_hint: fixHint,
    values: valuesIn(message),
    expected,
    stated,
    patch: patchOf(finding),
    who_fixes: whoFixes,
    sender_can_fix: canSenderFix(whoFixes, senderCanFix),
    related,
    location,
    term,
    truncated,
    overlay,
    doc_url: docUrl(code),
  } satisfies Schema<'Finding'>;
}

/** What is filled into a message, so that an ERP can word the finding itself (extension). Texts among them are worded with the message. */
function valuesIn(message: Text): Readonly<Record<string, Text | number | readonly Text[]>> | undefined {
  const values = (isMessage(message) ? Object.entries(message.values ?? {}) : []).filter(
    ([, value]) => !isOfRule(value),
  );
  return values.length === 0
    ? undefined
    : Object.fromEntries(values.map(([name, one]) => [name, plain(one)]));
}

/** Title and hint of a rule are what the code says. */
const isOfRule = (value: Value): boolean => isMessage(value) && value.english !== undefined;

function plain(value: Value): Text | number | readonly Text[] {
  if (value === undefined) return '';
  if (typeof value !== 'object' || isToBeWorded(value)) return value;
  if ('figure' in value) return value.figure;
  return 'word' in value ? value.word : value.choice;
}

/** RFC 6902, on the body of the call: the document of the caller is its member `document`. */
export function patchOf({ field = '', correction }: Pick<Finding, 'field' | 'correction'>) {
  const [root = ''] = field.split(/[.[]/);
  if (correction === undefined || !PATCHED.has(root)) return undefined;
  const steps = field.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const path = ['', ...(root === 'erp_totals' ? [] : ['document']), ...steps].map(escaped).join('/');
  return [{ op: 'replace' as const, path, value: correction }];
}

/** Members of the call whose fields are their places. A connector's settings and an export have other places. */
const PATCHED: ReadonlySet<string> = new Set(['erp_totals', ...CANONICAL_SCHEMA.members.keys()]);

/** RFC 6901 section 3. */
const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** Contract 2.6. Members without a value are left out. */
const eventEntry = ({ subject, facts }: StatusEvent): Schema<'Event'> => ({
  event_id: facts.eventId,
  sequence: facts.sequence,
  occurred_at: facts.occurredAt.toISOString(),
  status: facts.status,
  direction: facts.direction,
  event: facts.event,
  invoice_ref: subject.invoiceRef,
  invoice_number: subject.invoiceNumber,
  country_route: subject.route,
  environment: subject.environment,
  legal_id: subject.legalId ?? undefined,
  document_sha256: subject.documentSha256,
  buyer_status: subject.buyerStatus ?? undefined,
  errors: facts.errors?.map(eventError),
  warnings: facts.warnings?.map(eventWarning),
  route: facts.route && { submission_id: facts.route.submissionId, raw: facts.route.raw },
});

const eventError = ({ code, source, message, field, fixHint }: Finding) => ({
  code,
  source,
  message,
  field,
  fix_hint: fixHint,
});

/** Its values name what it is about: no later call is needed. */
const eventWarning = (finding: Finding) => ({ ...eventError(finding), values: valuesIn(finding.message) });

/** Reports, manifests and events as JSON. Files are in English. */
export const jsonReportWriter = (english: Pick<Translator, 'text'>): ReportWriter => ({
  report: (report) => json(keepingTexts(reportEntry(report), english.text)),
  manifest: (manifest) => json(manifestEntry(manifest)),
  event: (event) => JSON.stringify(eventEntry(event)),
  inEnglish: (event) => JSON.stringify(inOtherWords(JSON.parse(event), english.text)),
  readChecks: (report, manifest) => {
    const { layers } = parse(report) as Pick<ReturnType<typeof reportEntry>, 'layers'>;
    const { created_at: at } = (manifest ? parse(manifest) : {}) as { readonly created_at?: string };
    return {
      ...(at !== undefined && { checkedAt: new Date(at) }),
      layers: layers.map(statedLayer),
    };
  },
  readFindings: (report) => {
    const { layers } = parse(report) as Pick<ReturnType<typeof reportEntry>, 'layers'>;
    return layers.flatMap(({ findings }) =>
      findings.map((finding) => {
        const { code, field, message } = textsBeside(finding) as unknown as ReportedFinding;
        return { code, message, ...(field !== undefined && { field }) };
      }),
    );
  },
  statusOf: (event) => (JSON.parse(event) as { readonly status: string }).status,
  buyerStatusOf: (event) => (JSON.parse(event) as { readonly buyer_status?: string }).buyer_status,
});

const parse = (json: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(json));

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
