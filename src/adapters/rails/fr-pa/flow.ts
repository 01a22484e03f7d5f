import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { codeWith } from 'en16931-rules/vocabulary/quoted.ts';
import type { RailAnswer } from '../../../ports/rail/rail-answer.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { PLATFORM_STATUSES as statuses, rejectionFor } from './status-mappings.ts';

/** A flow as a platform shows it, without its content. */
export interface Flow {
  readonly id: string;
  readonly trackingId?: string;
  readonly direction?: string;
  readonly type?: string;
  /** As the platform wrote it. Only times of one platform are compared. */
  readonly updatedAt?: string;
  readonly sha256?: string;
  readonly acknowledgement?: Acknowledgement;
}

interface Acknowledgement {
  readonly status: string;
  readonly errors: readonly { readonly code: string; readonly message?: string }[];
}

/** 64 characters, not always a UUID. It becomes a part of addresses. */
const ID = /^[\x21-\x7e]{1,64}$/;

/** @returns undefined if it is not a flow. */
export function flowFrom(value: unknown): Flow | undefined {
  if (!isObject(value)) return undefined;
  const { flowId, trackingId, flowDirection, flowType, updatedAt, sha256 } = value;
  if (typeof flowId !== 'string' || !ID.test(flowId)) return undefined;
  const acknowledgement = acknowledgementFrom(value['acknowledgement']);
  return {
    id: flowId,
    ...(typeof trackingId === 'string' && { trackingId }),
    ...(typeof flowDirection === 'string' && { direction: flowDirection }),
    ...(typeof flowType === 'string' && { type: flowType }),
    ...(typeof updatedAt === 'string' && { updatedAt }),
    ...(typeof sha256 === 'string' && { sha256: sha256.toLowerCase() }),
    ...(acknowledgement && { acknowledgement }),
  };
}

const MAX_DETAILS = 20;

function acknowledgementFrom(value: unknown): Acknowledgement | undefined {
  if (!isObject(value) || typeof value['status'] !== 'string') return undefined;
  const { status, details } = value;
  const errors = (Array.isArray(details) ? details : []).slice(0, MAX_DETAILS).flatMap(errorFrom);
  return { status: status as string, errors };
}

/** A warning refuses nothing. */
function errorFrom(detail: unknown): Acknowledgement['errors'] {
  if (!isObject(detail) || detail['level'] === 'Warning') return [];
  const { reasonCode, reasonMessage } = detail as JsonObject;
  if (typeof reasonCode !== 'string') return [];
  return [{ code: reasonCode, ...(typeof reasonMessage === 'string' && { message: reasonMessage }) }];
}

export const DUPLICATE = 'AlreadyExistingFlow';
const DAMAGED = 'ChecksumMismatch';

/** The meaning of a flow's acknowledgement for its invoice. */
export function acknowledge({ id, acknowledgement }: Flow): RailAnswer {
  const { status, errors = [] } = acknowledgement ?? {};
  const raw = { flow: id, acknowledgement: status, reasons: errors.map(({ code }) => code.slice(0, 64)) };
  const ours = { reference: id, legalId: id, raw };
  if (status === 'Ok') return { ...ours, mapping: statuses.acknowledged };
  if (status === 'Pending') return { ...ours, mapping: statuses.pending };
  if (status !== 'Error') return { mapping: statuses.notUnderstood, raw };
  const [first] = errors;
  if (first?.code === DAMAGED) return { mapping: statuses.garbled, raw };
  const mapping = rejectionFor(first?.code ?? '');
  return { mapping, raw, ...inWords(mapping.message, first) };
}

export const isDuplicate = ({ acknowledgement }: Flow): boolean =>
  acknowledgement?.status === 'Error' && acknowledgement.errors[0]?.code === DUPLICATE;

/** The platform's words, after ours. */
export function inWords(
  message: Text,
  response: { readonly code: string; readonly message?: string } | undefined,
): { readonly message?: Text } {
  const { code = '', message: theirs = '' } = response ?? {};
  if (code + theirs === '') return {};
  return { message: say('networks.with-their-words', { text: message, theirs: codeWith(code, theirs) }) };
}
