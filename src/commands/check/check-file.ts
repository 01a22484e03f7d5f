import { type Text, type Worded } from 'en16931-rules/vocabulary/message.ts';
import { NodeDigests } from '../../adapters/system/node-digests.ts';
import { comingEntry, reportEntry } from '../../adapters/http/call/reports.ts';
import type { Report } from '../../adapters/http/reference/report-page.ts';
import { builtFormat } from '../../application/intake/built-format.ts';
import { offerDocument } from '../../application/intake/offered-document.ts';
import { openBody, type SentPart } from '../../application/reading/opened-body.ts';
import type { Examination } from '../../application/checking/examine-document.ts';
import { sourceOf } from '../../application/checking/subject.ts';
import type { RoutedInvoice } from '../../application/checking/invoice-facts.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { validationReport } from '../../domain/findings/report.ts';
import { isReadObject } from '../../domain/json/json-object.ts';
import { withExample } from '../../domain/mapping/connector-settings.ts';
import type { AppliedMapping } from '../../domain/mapping/mapping.ts';
import type { Mappings } from '../../domain/mapping/mappings.ts';
import { profileOf, ROUTES } from '../../domain/routes/all.ts';
import { type LayersLeftOut, layersLeftOut, routeOfFile } from '../../domain/routes/select-layers.ts';
import { chooseRoute } from '../../domain/routing/choose-route.ts';
import type { Format } from 'en16931-rules/vocabulary/formats.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import { wordedBy } from '../../domain/words/texts.ts';
import type { PoolAccess } from '../../ports/validator.ts';
import { ENGLISH } from '../frame/english.ts';
import { NotRun } from '../frame/endings.ts';
import type { OfflineChecks } from './offline-checks.ts';
import { dayOfFiling } from '../../domain/lifecycle/deadlines.ts';

export interface CheckWords {
  readonly route?: Route;
  readonly format?: Format;
  /** The file is an export for this connector. */
  readonly connector?: string;
  /** The day by whose packs and calendar they are checked, `YYYY-MM-DD`. */
  readonly on?: string;
  /** Whose own rules check them, beside those for every client. */
  readonly client?: string;
}

interface FileChecks extends OfflineChecks {
  readonly mappings: () => Mappings;
}

interface JudgedFile {
  readonly report: Worded<Report>;
  /** Of a file that was judged for no route, because it may be for several. */
  readonly leftOut?: readonly LayersLeftOut[];
}

export type CheckedFile =
  ({ readonly file: string } & JudgedFile) | { readonly file: string; readonly notRun: string };

/** No other caller waits for a thread. */
const accessOf = ({ client = '' }: CheckWords) => ({ client, whenBusy: 'wait' }) as const;
const AHEAD = { next: true } as const;

/** The report on a file: as POST /validate and POST /validate/xml answer it, without the look-up of the receiver. */
export async function checkFile(
  file: string,
  bytes: Buffer,
  words: CheckWords,
  checks: FileChecks,
): Promise<CheckedFile> {
  try {
    if (isFinished(bytes)) return { file, ...(await checkFinished(bytes, words, checks)) };
    return { file, report: await checkCanonical(bytes, words, checks) };
  } catch (error) {
    if (error instanceof NotRun) return { file, notRun: error.message };
    throw error;
  }
}

/** XML in any of its encodings, or a PDF. */
export const isFinished = (bytes: Buffer): boolean =>
  /^(?:%PDF-|\uFEFF?\s*<)/.test(bytes.subarray(0, 64).toString('utf8').replaceAll('\0', '')) ||
  /^(?:\u00FF\u00FE|\u00FE\u00FF)/.test(bytes.subarray(0, 2).toString('latin1'));

async function checkFinished(
  bytes: Buffer,
  words: CheckWords,
  { examine, pool }: FileChecks,
): Promise<JudgedFile> {
  const access = accessOf(words);
  const { route, leftOut = [] }: FoundRoute = words.route ? words : await routeIn(bytes, access, pool);
  const source = { form: 'file', bytes, access } as const;
  const examined = await examine.run({ route: route ?? null, source, on: words.on }, access, AHEAD);
  return { report: reportOf(route, examined), ...(leftOut.length > 0 && { leftOut }) };
}

interface FoundRoute extends Pick<JudgedFile, 'leftOut'> {
  /** Left out if the file cannot be read, or may be for several routes. */
  readonly route?: Route | undefined;
}

async function routeIn(bytes: Buffer, access: PoolAccess, pool: FileChecks['pool']): Promise<FoundRoute> {
  const read = await pool.readFile(bytes, access);
  if (read.reading === 'not_run') throw new NotRun(ENGLISH.text(read.reason));
  // It is refused on every route alike.
  if (read.reading === 'refused') return {};
  const { syntax, specification: customization } = read.facts;
  const file = { syntax, customization, hybrid: read.embedded !== undefined };
  const route = routeOfFile(file);
  return route ? { route } : { leftOut: layersLeftOut(file) };
}

/** A body of POST /invoices, its document alone, or an export. */
interface Sent {
  readonly part: SentPart;
  readonly route?: Route;
  readonly format?: Format;
  readonly invoiceRef?: string;
  readonly erpTotals?: unknown;
  readonly exported?: AppliedMapping | undefined;
}

async function checkCanonical(bytes: Buffer, words: CheckWords, checks: FileChecks): Promise<Worded<Report>> {
  const { examine, reading } = checks;
  const sent = sentIn(bytes, words, checks);
  if ('finding' in sent) return refusedReport(words.route, [sent.finding]);
  const { part, invoiceRef, erpTotals, exported } = sent;
  const offered = offerDocument({ examine, readerPool: reading }, part, exported);
  const unrecognised = await offered.unrecognised();
  if (unrecognised)
    return refusedReport(words.route, [schemaFinding(unrecognised.message, unrecognised.field)]);
  const facts = await offered.facts();
  const routed = facts.ok ? facts.facts : facts.routedInvoice;
  const named = words.route ?? sent.route;
  if (!named && !routed && !facts.ok) return refusedReport(undefined, facts.findings);
  const route = named ?? chosenRoute(routed, words.format);
  const format = wantedFormat(route, words.format ?? sent.format);
  const { on } = words;
  const now = on === undefined ? new Date() : new Date(`${on}T12:00:00Z`);
  const context = { today: profileOf(route).context?.today(now), cameOn: dayOfFiling(route, now) };
  const source = sourceOf(part, { format, context, invoiceRef, erpTotals, exported }, route);
  if (!source) throw new Error('the document of a readable body cannot be read');
  const examined = await examine.run({ route, source, on }, accessOf(words), AHEAD);
  const { layers, pastLimit } = examined;
  if (pastLimit && !layers.some(({ outcome }) => outcome === 'invalid'))
    return refusedReport(route, pastLimit);
  return reportOf(route, examined);
}

/** What is left out of a body is read as the service reads it. */
function sentIn(
  bytes: Buffer,
  { connector }: CheckWords,
  { mappings }: FileChecks,
): Sent | { readonly finding: Finding } {
  if (connector !== undefined) {
    const exported = appliedMapping(connector, undefined, mappings());
    return exported.mapping.csv
      ? { part: { bytes: Buffer.from(JSON.stringify({ csv_base64: bytes.toString('base64') })) }, exported }
      : { part: { bytes }, exported };
  }
  const opened = openBody(bytes);
  if (!opened.ok) return { finding: schemaFinding(opened.reason, opened.path || undefined) };
  const { json } = opened;
  const part = opened.part('document') ?? opened.part('export');
  if (!part || !isReadObject(json)) return { part: { bytes } };
  const { route, formats, invoice_ref: invoiceRef, erp_totals: erpTotals, mapping_version: version } = json;
  const [format] = Array.isArray(formats) ? (formats as readonly Format[]) : [];
  return {
    part,
    ...(isRoute(route) && { route }),
    ...(format !== undefined && { format }),
    ...(typeof invoiceRef === 'string' && { invoiceRef }),
    erpTotals,
    ...(typeof json['connector'] === 'string' && {
      exported: appliedMapping(
        json['connector'],
        typeof version === 'string' ? version : undefined,
        mappings(),
      ),
    }),
  };
}

const isRoute = (value: unknown): value is Route => ROUTES.some((route) => route === value);

/** With the settings of the example: those of a client are in the store. */
function appliedMapping(connector: string, version: string | undefined, mappings: Mappings): AppliedMapping {
  const chosen = mappings.choose(connector, version);
  if (!chosen.ok) throw new NotRun(ENGLISH.text(chosen.message));
  return { mapping: chosen.mapping, settings: withExample({}, chosen.mapping) };
}

/** As the router of the service chooses for a client without credentials, and a buyer that is registered in Peppol. */
function chosenRoute(routed: RoutedInvoice | undefined, format: Format | undefined): Route {
  if (!routed) throw new NotRun('--route says for which route it is checked: its parties cannot be read.');
  const { sellerCountry, buyerCountry, profile } = routed;
  const choice = chooseRoute({
    sellerCountry,
    buyerCountry,
    hasPeppolCredential: false,
    buyerOnPeppol: 'yes',
    ...(profile && { profile }),
    ...(format && { format }),
  });
  if (choice.kind === 'chosen') return choice.route;
  throw new NotRun(
    choice.kind === 'undecided' ? ENGLISH.text(choice.finding.message) : 'No rule chooses a route.',
  );
}

function wantedFormat(route: Route, wished: Format | undefined): Format {
  try {
    return builtFormat(route, wished);
  } catch (error) {
    if (error instanceof CallFailed)
      throw new NotRun(`${wished ?? ''} is not a format that is built on ${route}.`);
    throw error;
  }
}

const schemaFinding = (message: Text, field?: string): Finding => ({
  code: 'EI-SCHEMA',
  severity: 'error',
  source: 'schema',
  message,
  ...(field !== undefined && { field }),
});

/** Nothing else is checked after these. */
function refusedReport(route: Route | undefined, findings: NonEmpty<Finding>): Worded<Report> {
  const layer = {
    layer: 'schema',
    source: 'schema',
    pack: null,
    durationMs: 0,
    outcome: 'invalid',
    findings,
  } as const;
  return wordedBy(reportEntry(validationReport(route ?? '', [layer], [])), ENGLISH.text);
}

function reportOf(route: Route | undefined, { layers, document, next }: Examination): Worded<Report> {
  const files = document ? [{ kind: document.kind, sha256: new NodeDigests().sha256(document.bytes) }] : [];
  const report = reportEntry(validationReport(route ?? '', layers, files));
  return wordedBy(next ? { ...report, next: next.map(comingEntry) } : report, ENGLISH.text);
}
