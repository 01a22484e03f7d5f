import { createHash } from 'node:crypto';
import { BT24 } from 'en16931-rules/layers/layer-selection.ts';
import { saysPdf } from 'en16931-rules/vocabulary/pdf-header.ts';
import type { Consignment, Inquiry } from '../../../ports/rail/inquiry.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { formBody } from '../form-body.ts';
import { DUPLICATE, flowFrom, inWords } from './flow.ts';
import { jsonIn } from './json.ts';
import { errorCode, type PlatformResponse } from './platform.ts';
import { PLATFORM_STATUSES as statuses, REJECTIONS, mappingFor } from './status-mappings.ts';

export interface FlowCall {
  readonly type: string;
  readonly body: Uint8Array;
}

/**
 * The two parts of a flow with an invoice (XP Z12-013, annex A). The platform computes `processingRule` itself, except for a sale that it has to
 * report.
 */
export function flowCall(consignment: Consignment): FlowCall {
  const { bytes, facts, processingRule } = consignment;
  const isPdf = saysPdf(bytes);
  return multipart(consignment, {
    flowSyntax: isPdf ? 'Factur-X' : facts.syntax === 'cii' ? 'CII' : 'UBL',
    file: isPdf ? 'pdf' : 'xml',
    ...(facts.specification === BT24.extendedCtcFr && { flowProfile: 'Extended-CTC-FR' }),
    ...(processingRule !== undefined && { processingRule }),
  });
}

/** The parts of a flow with a lifecycle message. */
export const statusCall = (consignment: Sent): FlowCall =>
  multipart(consignment, { flowSyntax: 'CDAR', file: 'xml' });

/** The parts of a flow with a report to the administration. The platform reads its kinds in it. */
export const reportCall = (consignment: Sent): FlowCall =>
  multipart(consignment, { flowSyntax: 'FRR', file: 'xml' });

type Sent = Pick<Consignment, 'bytes' | 'submissionId' | 'documentSha256'>;

interface Form {
  readonly flowSyntax: 'Factur-X' | 'CII' | 'UBL' | 'CDAR' | 'FRR';
  readonly file: 'pdf' | 'xml';
  readonly flowProfile?: string;
  readonly processingRule?: string;
}

function multipart(sent: Sent, { flowSyntax, file, ...more }: Form): FlowCall {
  const { bytes, submissionId: trackingId, documentSha256: sha256 } = sent;
  const name = `${trackingId}.${file}`;
  const info = { flowSyntax, name, trackingId, ...more, sha256 };
  return formBody(boundaryFor(bytes, sha256), [
    { name: 'flowInfo', type: 'application/json', content: Buffer.from(JSON.stringify(info)) },
    { name: 'file', fileName: name, type: `application/${file}`, content: bytes },
  ]);
}

/** RFC 2046, 5.1.1: the boundary must not occur in the parts. */
function boundaryFor(bytes: Uint8Array, seed: string): string {
  const boundary = `flow-${seed.slice(0, 40)}`;
  return Buffer.from(bytes).includes(boundary)
    ? boundaryFor(bytes, createHash('sha256').update(seed).digest('hex'))
    : boundary;
}

/** The platform's answer to a new flow. An unclear answer means that it may have accepted the flow. */
export function submit(response: PlatformResponse, { submissionId, documentSha256 }: Inquiry): RailAnswer {
  if ('failure' in response) return response.failure;
  const { status, body } = response;
  if (refuses(status, body)) return rejection(status, body);
  if (status === 404) return { mapping: statuses.wrongPath, raw: { http_status: status } };
  const flow = status === 202 ? flowFrom(jsonIn(body)) : undefined;
  const raw = { http_status: status, ...errorCode(body) };
  // The answer is about another flow: the outcome of ours needs a status inquiry.
  const isOurs =
    flow !== undefined &&
    (flow.trackingId ?? submissionId).toLowerCase() === submissionId.toLowerCase() &&
    (flow.sha256 ?? documentSha256) === documentSha256;
  return isOurs
    ? { mapping: statuses.taken, reference: flow.id, legalId: flow.id, raw: { flow: flow.id } }
    : { mapping: statuses.notUnderstood, raw };
}

/**
 * The standard refuses in JSON. A page with 400 or 422 is that of a firewall and refuses no invoice; 413 is also the answer of a server
 * in front of the platform, and stays the same.
 */
function refuses(status: number, body: Uint8Array): status is 400 | 413 | 422 {
  return status === 413 || ((status === 400 || status === 422) && jsonIn(body) !== undefined);
}

export const saysDuplicate = (response: PlatformResponse): boolean =>
  !('failure' in response) && response.status === 422 && errorCode(response.body).error_code === DUPLICATE;

function rejection(status: 400 | 413 | 422, body: Uint8Array): RailAnswer {
  const { error_code: code } = errorCode(body);
  const mapping =
    code === DUPLICATE
      ? mappingFor(REJECTIONS, 'DOUBLON')
      : { 400: statuses.badCall, 413: statuses.tooLarge, 422: statuses.notProcessed }[status];
  const message = jsonIn(body)?.['errorMessage'];
  const theirs = { code: code ?? '', ...(typeof message === 'string' && { message }) };
  return {
    mapping,
    raw: { http_status: status, ...(code !== undefined && { error_code: code }) },
    ...inWords(mapping.message, theirs),
  };
}
