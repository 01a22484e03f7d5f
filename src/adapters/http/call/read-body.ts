import { choice, say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Request } from 'express';
import { MIMEType } from 'node:util';
import { badRequest } from '../../../application/requests/request-finding.ts';
import type { BodyReader } from '../../../application/reading/body-reader.ts';
import { saysPdf } from 'en16931-rules/vocabulary/pdf-header.ts';
import type { SentPart } from '../../../application/reading/opened-body.ts';
import { CallFailed } from '../../../domain/failures.ts';
import type { Weight } from './body-budget.ts';
import { onlyHeader } from './headers.ts';
import { inflate, receive } from './receive.ts';
import { rightCall } from './wrong-call.ts';

export interface RequestBody {
  /** After inflation. */
  readonly bytes: Uint8Array;
  /** Of a file. */
  readonly mediaType?: string;
  /** Numbers are `JsonNumber`; undefined if there is no body. Of a large body `document` is empty here. */
  readonly json: unknown;
  /** A top-level member exactly as it was sent; undefined if it is absent. */
  part(member: string): SentPart | undefined;
}

export const NO_BODY: RequestBody = { bytes: new Uint8Array(), json: undefined, part: () => undefined };

/** What a body is read with. */
export interface Reading {
  readonly limitBytes: number;
  readonly weight: Weight;
  readonly bodies: Pick<BodyReader, 'open'>;
}

/**
 * Reads a JSON body: size first (413), then type and encoding (415), then the JSON itself (400).
 * @throws CallFailed `payload-too-large`, `unsupported-media-type`, `bad-request`; `busy` when too much is being read.
 */
export async function readBody(request: Request, reading: Reading): Promise<RequestBody> {
  const { bytes } = await receiveBytes(request, reading);
  if (bytes?.length === 0 && request.headers['content-type'] === undefined) return NO_BODY;
  refuseOtherThanJson(request);
  if (!bytes) throw notGzip();
  if (bytes.length === 0) return NO_BODY;
  const opened = await reading.bodies.open(bytes);
  if (!opened.ok) throw badRequest(opened.path || 'body', point(opened.reason, request, fileType(bytes)));
  return { bytes, json: opened.json, part: opened.part };
}

/**
 * Reads a file: size first (413), then type and encoding (415). Its content is not checked here.
 * @param taken media types. A charset beside them is ignored, because a file states its own encoding.
 * @throws CallFailed as `readBody`.
 */
export async function readFileBody(
  request: Request,
  reading: Reading,
  taken: readonly string[],
): Promise<RequestBody> {
  const { bytes } = await receiveBytes(request, reading);
  const { value = '', times } = onlyHeader(request, 'content-type');
  const type = times === 1 ? mimeType(value)?.essence : undefined;
  if (!type || !taken.includes(type))
    throw unsupported(say('calls.content-type-once', { types: choice(taken) }));
  if (!bytes) throw notGzip();
  if (bytes.length === 0) throw badRequest('body', say('calls.file-is-needed'));
  refuseOtherType(type, bytes);
  return { ...NO_BODY, bytes, mediaType: type };
}

/** The content type has to name what the file is. */
function refuseOtherType(type: string, bytes: Uint8Array): void {
  const isPdf = saysPdf(bytes);
  if (type === PDF && !isPdf) throw unsupported('Content-Type says PDF, but the body is none.');
  if (type !== PDF && isPdf)
    throw unsupported(say('calls.body-is-pdf-but-content-type-says', { value: quotedName(type) }));
}

const PDF = 'application/pdf';

/** The inflated body; undefined if it is not the gzip that it claims to be. */
async function receiveBytes(
  request: Request,
  { limitBytes, weight }: Reading,
): Promise<{ readonly bytes: Buffer | undefined }> {
  const sent = await receive(request, limitBytes, weight);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  const bytes = encoding === 'gzip' && sent.length > 0 ? await inflate(sent, limitBytes, weight) : sent;
  if (encoding !== 'gzip' && encoding !== 'identity')
    throw unsupported('Content-Encoding must be gzip, or left out.');
  return { bytes };
}

/** The error, and the operation that takes such a body. */
function point(wrong: Text, request: Request, mediaType: string | undefined): Text {
  const right = rightCall(request.path, mediaType);
  return right === undefined ? wrong : sentences(wrong, right);
}

/** XML begins with `<`. */
function fileType(bytes: Uint8Array): string | undefined {
  if (saysPdf(bytes)) return 'application/pdf';
  const start = new TextDecoder().decode(bytes.subarray(0, 100)).trimStart();
  return start.startsWith('<') ? 'application/xml' : undefined;
}

const notGzip = (): CallFailed => badRequest('Content-Encoding', say('calls.body-is-not-gzip'));

function refuseOtherThanJson(request: Request): void {
  const { value = '', times } = onlyHeader(request, 'content-type');
  const type = times === 1 ? mimeType(value) : undefined;
  if (type?.essence !== 'application/json')
    throw unsupported(
      point(say('calls.content-type-once', { types: 'application/json' }), request, type?.essence),
    );
  const charset = type.params.get('charset')?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8') throw unsupported(say('calls.charset-must-be-utf-8'));
}

function mimeType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

const unsupported = (detail: Text): CallFailed => new CallFailed({ kind: 'unsupported-media-type', detail });
