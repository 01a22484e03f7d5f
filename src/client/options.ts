import type { components } from './api-types.ts';
import type { RetryOptions } from './retries.ts';

export interface ServiceOptions extends RetryOptions {
  /** The address of the service. */
  readonly url: string;
  /** Left out by pages of the service itself: the browser is signed in there, and its cookie goes with each call. */
  readonly key?: string | undefined;
}

/** What identifies the caller. Without a key the header says that the call is meant to be made in the session of the browser. */
export const identified = ({ key }: Pick<ServiceOptions, 'key'>): Readonly<Record<string, string>> =>
  key === undefined ? { 'X-Ids-Session': 'console' } : { Authorization: `Bearer ${key}` };

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface SendOptions extends CallOptions {
  /**
   * Names the call: the same key never makes a second invoice. The default is a new one for each call, kept over its retries. An ERP
   * that may call again after a restart of its own gives one of its own, such as the id of its document.
   */
  readonly idempotencyKey?: string | undefined;
}

export interface FileOptions extends SendOptions {
  readonly route: components['schemas']['Route'];
  readonly invoiceRef: string;
  /** `PL-KSEF`: the buyer gets the page before KSeF gets the file. */
  readonly offline?: boolean;
  /** Of an offline invoice: replaces the refused file of the same `invoiceRef`. */
  readonly technicalCorrection?: boolean;
}

/** The header that names a call, and its signal. */
export const headed = ({ idempotencyKey = newIdempotencyKey(), signal }: SendOptions) => ({
  params: { header: { 'Idempotency-Key': idempotencyKey } },
  headers: {},
  ...signalIn({ signal }),
});

export const signalIn = ({ signal }: CallOptions) => (signal ? { signal } : {});

/** A name that no other call has. `crypto.randomUUID` is missing in browsers without https. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
