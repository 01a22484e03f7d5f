import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { codeWith } from 'en16931-rules/vocabulary/quoted.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { RailAnswer } from '../../../../ports/rail/rail-answer.ts';
import { type Caller, type KsefCredential, ksefCredential } from './credential.ts';
import { wrap } from './encryption.ts';
import { type Call, type Json, type Ksef, objectIn, type KsefResponse, textIn } from './ksef.ts';
import { credentialRefusedWith } from './log-in-errors.ts';
import type { PublicKeys } from './public-keys.ts';
import { CHALLENGE_IS_OVER, KEY_IS_GONE, KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

interface Settings {
  /** Between two status queries of a log-in; KSeF wants at least a second. */
  readonly pauseMs: number;
}

type Redeemed =
  { readonly json: Json; readonly at: Date; readonly warning?: string } | { readonly failed: RailAnswer };
/** As `failed`, but another challenge may succeed. */
type Tried = Redeemed | { readonly again: RailAnswer };

/** A log-in, for a company. */
interface Asked extends Pick<Call, 'calls'> {
  readonly known: KsefCredential;
  readonly nip: string;
}

interface Challenge {
  readonly challenge: string;
  readonly timestampMs: number;
}

/** The time limits of one call, and of a whole log-in with a second try: it ends before another process may begin one. */
const CALL_MS = 10_000;
const PATIENCE_MS = 20_000;

/** The log-in at KSeF (CIRFMF/ksef-docs): a challenge, its answer, and the tokens. */
export class LogIn {
  private readonly pauseMs: number;

  constructor(
    private readonly ksef: Ksef,
    private readonly keys: PublicKeys,
    { pauseMs }: Settings,
  ) {
    this.pauseMs = pauseMs;
  }

  /** Tries twice if a challenge, a key or KSeF itself was the cause. */
  async run({ credential, nip }: Caller): Promise<Redeemed> {
    const known = ksefCredential(credential);
    if (!known) return { failed: { mapping: statuses.credentialRefused } };
    const began = performance.now();
    const logIn = { known, nip, calls: credential.calls };
    const first = await this.tryLogIn(logIn);
    if (!('again' in first)) return first;
    if (performance.now() - began > PATIENCE_MS) return { failed: first.again };
    const second = await this.tryLogIn(logIn);
    return 'again' in second ? { failed: second.again } : second;
  }

  private async tryLogIn(logIn: Asked): Promise<Tried> {
    const { calls } = logIn;
    const challenge = await this.challenge(calls);
    if ('failed' in challenge) return challenge;
    const call = await this.answerTo(challenge, logIn);
    if ('failed' in call) return call;
    const response = await this.call({ ...call, calls });
    if (response.kind === 'refused') return this.refuse(response);
    if (response.kind !== 'json') return { failed: failureOf(response) };
    const reference = textIn(response.json['referenceNumber']);
    const token = textIn(objectIn(response.json['authenticationToken'])?.['token']);
    if (reference === undefined || token === undefined) return { failed: { mapping: statuses.logInFailed } };
    const unfinished = await this.awaitLogIn(reference, token, calls);
    if (unfinished) return unfinished;
    const redeemed = await this.redeem(token, calls);
    const { warning } = response;
    return warning !== undefined && !('failed' in redeemed) ? { warning, ...redeemed } : redeemed;
  }

  private async challenge(calls: Asked['calls']): Promise<Challenge | { readonly failed: RailAnswer }> {
    const response = await this.call({ path: '/auth/challenge', body: 'empty', calls });
    if (response.kind !== 'json') return { failed: failureOf(response) };
    const { challenge, timestampMs } = response.json;
    return typeof challenge === 'string' && typeof timestampMs === 'number'
      ? { challenge, timestampMs }
      : { failed: { mapping: statuses.logInFailed } };
  }

  private async answerTo(
    { challenge, timestampMs }: Challenge,
    { known, nip, calls }: Asked,
  ): Promise<Call | { readonly failed: RailAnswer }> {
    if (known.kind === 'certificate') {
      const { certificate, key } = known;
      // Loading the certificate reader takes a tenth of a start. Most clients log in by token, or not at all.
      const { signedRequest } = await import('./xades.ts');
      const context = known.context ?? { type: 'Nip', value: nip };
      const xml = signedRequest({ challenge, context, at: new Date(timestampMs), certificate, key });
      return { path: '/auth/xades-signature', body: { xml } };
    }
    const key = await this.keys.of('KsefTokenEncryption', calls);
    if ('failed' in key) return key;
    const { id: publicKeyId } = key.publicKey;
    const plain = new TextEncoder().encode(`${known.token}|${timestampMs}`);
    const contextIdentifier = known.context ?? { type: 'Nip', value: nip };
    const encryptedToken = wrap(key.publicKey.key, plain);
    return { path: '/auth/ksef-token', body: { challenge, contextIdentifier, encryptedToken, publicKeyId } };
  }

  private refuse({ code, text }: Extract<KsefResponse, { kind: 'refused' }>): Tried {
    const failed = toRejection(code, text);
    if (code === KEY_IS_GONE) this.keys.forget();
    return code === KEY_IS_GONE || code === CHALLENGE_IS_OVER ? { again: failed } : { failed };
  }

  /** @returns undefined once the log-in has succeeded. */
  private async awaitLogIn(
    reference: string,
    token: string,
    calls: Asked['calls'],
  ): Promise<Tried | undefined> {
    const path = `/auth/${encodeURIComponent(reference)}`;
    for (const began = performance.now(); performance.now() - began < PATIENCE_MS;) {
      const response = await this.call({ path, calls }, token);
      if (response.kind !== 'json') return { failed: failureOf(response) };
      const status = objectIn(response.json['status']);
      const code = status?.['code'];
      if (typeof code !== 'number') return { failed: { mapping: statuses.logInFailed } };
      if (code === 200) return undefined;
      if (code !== 100) return end(code, [status?.['description'], status?.['details']].flat());
      await pause(this.pauseMs);
    }
    return { failed: { mapping: statuses.logInFailed } };
  }

  private async redeem(token: string, calls: Asked['calls']): Promise<Redeemed> {
    const response = await this.call({ path: '/auth/token/redeem', body: 'empty', calls }, token);
    return response.kind === 'json' ? response : { failed: failureOf(response) };
  }

  private call(call: Call, token?: string): Promise<KsefResponse> {
    return this.ksef.call({ ...call, timeoutMs: CALL_MS }, token);
  }
}

/** A wrong token stays wrong. A wrong challenge or time does not, nor does a log-in that KSeF broke off. */
const MAY_PASS = /wyzwanie|czas/i;

function end(code: number, response: readonly unknown[]): Tried {
  const text = response.filter((one) => typeof one === 'string').join(' ');
  const failed = toRejection(String(code), text);
  if (code >= 500) {
    const message = sentences(
      statuses.logInFailed.message,
      say('networks-pl-ksef.ksef-says', { code: codeWith(String(code), text) }),
    );
    return { again: { mapping: { ...statuses.logInFailed, message }, raw: failed.raw } };
  }
  return code === 450 && MAY_PASS.test(text) ? { again: failed } : { failed };
}

const toRejection = (code: string, text: string): RailAnswer => ({
  mapping: credentialRefusedWith(code, text),
  raw: { code },
});

function failureOf(response: KsefResponse): RailAnswer {
  if (response.kind === 'failure') return response.failure;
  return response.kind === 'refused'
    ? toRejection(response.code, response.text)
    : { mapping: statuses.logInFailed };
}
