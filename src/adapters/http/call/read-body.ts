import type { Request } from 'express';
import { MIMEType, promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import getRawBody from 'raw-body';
import { badRequest } from '../../../application/intake/request-finding.ts';
import { CallFailed } from '../../../domain/failures.ts';
import { readJson, type Span } from '../../../domain/json/read-json.ts';
import { onlyHeader } from './headers.ts';

export interface RequestBody {
  /** After inflation. */
  readonly bytes: Uint8Array;
  /** Numbers as `JsonNumber`; undefined when no body came. */
  readonly json: unknown;
  /** A top-level member exactly as it was sent, UTF-8; undefined when it was not. */
  source(member: string): Uint8Array | undefined;
}

export const NO_BODY: RequestBody = { bytes: new Uint8Array(), json: undefined, source: () => undefined };

/**
 * Reads a JSON body: size first (413), then type and encoding (415), then the JSON itself (400).
 * @throws CallFailed `payload-too-large`, `unsupported-media-type`, `bad-request`
 */
export async function readBody(request: Request, limitBytes: number): Promise<RequestBody> {
  const sent = await receive(request, limitBytes);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const bytes = encoding === 'gzip' && sent.length > 0 ? await inflate(sent, limitBytes) : sent;
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw unsupported('Content-Encoding must be gzip, or left out.');
  if (bytes?.length === 0 && request.headers['content-type'] === undefined) return NO_BODY;
  refuseOtherThanJson(request);
  if (!bytes) throw badRequest('Content-Encoding', 'The body is not gzip.');
  return bytes.length === 0 ? NO_BODY : parse(bytes);
}

async function receive(request: Request, limitBytes: number): Promise<Buffer> {
  const length = request.headers['content-length'] ?? null;
  try {
    return await getRawBody(request, { limit: limitBytes, length });
  } catch (error) {
    if (isTooLarge(error)) throw tooLarge(limitBytes);
    throw badRequest('body', 'The body broke off.', error);
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'type' in error && error.type === 'entity.too.large';

const gunzipped = promisify(gunzip);

/** Undefined when it is not gzip. */
async function inflate(bytes: Buffer, limitBytes: number): Promise<Buffer | undefined> {
  try {
    return await gunzipped(bytes, { maxOutputLength: limitBytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(limitBytes, error);
    return undefined;
  }
}

function refuseOtherThanJson(request: Request): void {
  const { value = '', times } = onlyHeader(request, 'content-type');
  const type = times === 1 ? mimeType(value) : undefined;
  if (type?.essence !== 'application/json')
    throw unsupported('Content-Type must be given once, as application/json.');
  const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') throw unsupported('The charset must be UTF-8.');
}

function mimeType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

function parse(bytes: Buffer): RequestBody {
  const text = decode(bytes);
  const read = readJson(text);
  if (!read.ok) throw badRequest(read.path || 'body', read.reason);
  return { bytes, json: read.value, source: (member) => cut(text, read.members.get(member)) };
}

const cut = (text: string, span: Span | undefined): Uint8Array | undefined =>
  span && Buffer.from(text.slice(span.start, span.end), 'utf8');

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    throw badRequest('body', 'The body is not UTF-8.', error);
  }
}

const tooLarge = (limitBytes: number, cause?: unknown): CallFailed =>
  new CallFailed({ kind: 'payload-too-large', limitBytes }, cause);

const unsupported = (detail: string): CallFailed =>
  new CallFailed({ kind: 'unsupported-media-type', detail });
