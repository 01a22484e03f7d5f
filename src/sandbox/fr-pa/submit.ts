import { formIn } from '../form.ts';
import { type Answer, type Call, json } from '../network.ts';
import { attachedInvoice } from './attached-invoice.ts';
import { endingOf } from './endings.ts';
import { type Flow, type FlowInfo, PROCESSING_RULES, PROFILES, SYNTAXES } from './flow.ts';
import { type Arriving, type Flows, sha256 } from './flows.ts';
import { type InvoiceParts, invoiceParts, UNREAD } from './invoice-parts.ts';
import type { Platform } from './platforms.ts';
import { type ReportParts, reportParts } from './report-parts.ts';
import { objectIn, problem, type Tenant, type Version } from './platform.ts';

const HUNDRED_MEGABYTES = 100 * 1024 * 1024;
const MAX_NAME_LENGTH = 255;
/** Characters of a tracking id. */
const MAX_ID_LENGTH: Readonly<Record<Version, number>> = { '1.3': 64, '1.2': 36, '1.1': 36 };
const FILE_TYPES: Readonly<Record<string, string>> = { 'Factur-X': 'application/pdf' };
const XML = 'application/xml';
const UNTYPED: ReadonlySet<string> = new Set(['', 'text/plain', 'application/octet-stream']);

/** `POST /v1/flows`: parts `flowInfo` and `file`. */
export async function submit(
  flows: Flows,
  platform: Pick<Platform, 'version' | 'takesUntypedFiles'>,
  tenant: Tenant,
  call: Call,
): Promise<Answer> {
  const form = await formIn(call);
  if (!form) return problem(400, 'The body must be multipart/form-data.');
  const [written, file] = [form.get('flowInfo'), form.get('file')];
  if (written === null || !(file instanceof Blob)) return problem(400, 'flowInfo and file are required.');
  // XP Z12-013 asks for application/json; platforms accept a plain form field, as pyfrctc sends it.
  if (written instanceof Blob && !isJson(written.type) && !UNTYPED.has(written.type))
    return problem(400, 'flowInfo must be application/json or text/plain.');
  const text = typeof written === 'string' ? written : await written.text();
  const info = objectIn({ body: Buffer.from(text) });
  if (!info) return problem(400, 'flowInfo must be a JSON object.');
  const bytes = Buffer.from(await file.arrayBuffer());
  return (
    wrongInfo(info, platform, file.type, bytes) ?? take(flows, tenant, info as unknown as FlowInfo, bytes)
  );
}

const isJson = (type: string): boolean => /^application\/json\b/i.test(type);

/** The violation of the standard; undefined if there is none. */
function wrongInfo(
  info: Readonly<Record<string, unknown>>,
  { version, takesUntypedFiles }: Pick<Platform, 'version' | 'takesUntypedFiles'>,
  fileType: string,
  bytes: Buffer,
): Answer | undefined {
  const { flowSyntax, name, trackingId, processingRule, flowProfile } = info;
  if (typeof name !== 'string' || name === '') return problem(400, 'name is required.');
  if (flowSyntax === undefined) return problem(400, 'flowSyntax is required.');
  if (name.length > MAX_NAME_LENGTH) return problem(400, `name has more than ${MAX_NAME_LENGTH} characters.`);
  if (!isAmong(SYNTAXES, flowSyntax))
    return problem(400, `flowSyntax must be one of ${SYNTAXES.join(', ')}.`);
  if (processingRule !== undefined && !isAmong(PROCESSING_RULES, processingRule))
    return problem(400, `processingRule must be one of ${PROCESSING_RULES.join(', ')}.`);
  if (flowProfile !== undefined && !isAmong(PROFILES, flowProfile))
    return problem(400, `flowProfile must be one of ${PROFILES.join(', ')}.`);
  if (
    trackingId !== undefined &&
    (typeof trackingId !== 'string' || trackingId.length > MAX_ID_LENGTH[version])
  )
    return problem(400, `trackingId has more than ${MAX_ID_LENGTH[version]} characters.`);
  const isUntyped = takesUntypedFiles && UNTYPED.has(fileType);
  if (!isUntyped && fileType.split(';')[0] !== (FILE_TYPES[flowSyntax] ?? XML))
    return problem(422, `A file of ${flowSyntax} is ${FILE_TYPES[flowSyntax] ?? XML}.`);
  if (bytes.length > HUNDRED_MEGABYTES) return problem(413, 'The file has more than 100 MB.');
  return undefined;
}

const isAmong = (known: readonly string[], value: unknown): value is string =>
  typeof value === 'string' && known.includes(value);

function take(flows: Flows, tenant: Tenant, info: FlowInfo, bytes: Buffer): Answer {
  if (info.sha256 !== undefined && info.sha256 !== sha256(bytes))
    return problem(422, 'sha256 is not that of the file (ChecksumMismatch).');
  if (info.flowSyntax === 'CDAR') return accept(flows.takeMessage({ tenant, info, bytes }));
  if (info.flowSyntax === 'FRR') return takeReport(flows, { tenant, info, bytes });
  const about = partsOf(info, bytes);
  if (typeof about === 'string') return problem(422, about);
  return takeInvoice(flows, { tenant, info, bytes, about });
}

function partsOf(info: FlowInfo, bytes: Buffer): InvoiceParts | string {
  try {
    if (info.flowSyntax !== 'Factur-X') return invoiceParts(bytes);
    const attached = attachedInvoice(bytes);
    // Without its root element, so that it is not checked against a schema.
    return attached ? { ...invoiceParts(attached), root: '' } : UNREAD;
  } catch (error) {
    return `The file is not XML: ${(error as Error).message}`;
  }
}

/** The ending of the declarant's name plays an ending, as the number of an invoice does. */
function takeReport(flows: Flows, arriving: Omit<Arriving, 'about'>): Answer {
  let about: ReportParts;
  try {
    about = reportParts(arriving.bytes);
  } catch (error) {
    return problem(422, `The file is not XML: ${(error as Error).message}`);
  }
  const ending = endingOf(about.name, flows.countReport(arriving.tenant, about));
  if (ending.instead) return ending.instead();
  const flow = flows.takeReport(arriving, about, ending);
  return ending.afterwards ? ending.afterwards() : accept(flow);
}

function takeInvoice(flows: Flows, arriving: Arriving): Answer {
  const ending = endingOf(arriving.about.number, flows.count(arriving));
  if (ending.instead) return ending.instead();
  const flow = flows.takeInvoice(arriving, ending);
  return ending.afterwards ? ending.afterwards() : accept(flow);
}

const accept = ({ flowId, submittedAt, info, sha256: hash }: Flow): Answer =>
  json(202, { ...info, sha256: hash, flowId, submittedAt: new Date(submittedAt).toISOString() });
