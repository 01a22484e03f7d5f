import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import type { KsefCalls } from '../client/calls.ts';
import type { Caller } from '../client/credential.ts';
import { type SessionKey, wrap } from '../client/encryption.ts';
import type { Json, KsefResponse } from '../client/ksef.ts';
import type { Limited } from '../client/limits.ts';
import type { PublicKeys } from '../client/public-keys.ts';
import { type Form, FORM_CODES } from './form-code.ts';
import { KEY_IS_GONE, KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

export interface SessionAccess {
  readonly calls: KsefCalls;
  readonly keys: PublicKeys;
}

interface SessionRequest {
  readonly path: string;
  readonly limited: Limited;
  readonly form: Form;
  /** Members beside the form and the key. */
  readonly body: Json;
}

type JsonResponse = Extract<KsefResponse, { kind: 'json' }>;
type OpenedOrFailure = { readonly response: JsonResponse } | { readonly failed: RailAnswer };

const OPEN_MS = 20_000;

/** Opens a session of either kind with a key. If the public key has been withdrawn, it tries once more. */
export async function openSession(
  ports: SessionAccess,
  caller: Caller,
  key: SessionKey,
  request: SessionRequest,
): Promise<OpenedOrFailure> {
  const failed = await ports.calls.failureOf(caller);
  if (failed) return { failed };
  const first = await tryOpening(ports, caller, key, request);
  if ('response' in first || 'failed' in first) return first;
  ports.keys.forget();
  const second = await tryOpening(ports, caller, key, request);
  return 'response' in second ? second : { failed: { mapping: statuses.noKey } };
}

async function tryOpening(
  { calls, keys }: SessionAccess,
  caller: Caller,
  own: SessionKey,
  { path, limited, form, body }: SessionRequest,
): Promise<OpenedOrFailure | { readonly withdrawn: true }> {
  const key = await keys.of('SymmetricKeyEncryption', caller.credential.calls);
  if ('failed' in key) return key;
  const encryption = {
    encryptedSymmetricKey: wrap(key.publicKey.key, Buffer.from(own.key, 'base64')),
    initializationVector: own.iv,
    publicKeyId: key.publicKey.id,
  };
  const call = { path, body: { formCode: FORM_CODES[form], ...body, encryption }, timeoutMs: OPEN_MS };
  const response = await calls.call(caller, limited, call);
  if (response.kind === 'refused' && response.code === KEY_IS_GONE) return { withdrawn: true };
  return response.kind === 'json' ? { response } : { failed: notOpened(response) };
}

/** A session that was opened without our knowledge is empty, so the answer "not opened" is safe. */
function notOpened(response: KsefResponse): RailAnswer {
  if (response.kind === 'refused')
    return { mapping: statuses.notOpened, raw: { code: response.code, text: response.text } };
  if (response.kind !== 'failure') return { mapping: statuses.notOpened };
  return response.failure.mapping.meaning === 'unclear'
    ? { ...response.failure, mapping: statuses.notOpened }
    : response.failure;
}
