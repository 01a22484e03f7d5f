import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { OpenedCredential } from '../../../../ports/rail/opened-credential.ts';
import { parse } from '../../../../domain/json/json-object.ts';

/** The company for which calls are made. */
export interface Caller {
  readonly credential: OpenedCredential;
  readonly nip: string;
}

/** The context of a log-in, if it is not the NIP of the issuer of the invoice (CIRFMF/ksef-docs). */
export interface KsefContext {
  readonly type: 'Nip' | 'InternalId' | 'NipVatUe' | 'PeppolId';
  readonly value: string;
}

/** The secret for KSeF (decisions, "Credentials"). */
export type KsefCredential = (
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'certificate'; readonly certificate: X509Certificate; readonly key: KeyObject }
) & { readonly context?: KsefContext };

/** The context by which KSeF counts calls and lists sessions. */
export const contextOfCaller = ({ credential, nip }: Caller): string =>
  ksefCredential(credential)?.context?.value ?? nip;

const CONTEXT_VALUES: Readonly<Record<KsefContext['type'], RegExp>> = {
  Nip: /^[1-9]\d{9}$/,
  InternalId: /^[1-9]\d{9}-\d{5}$/,
  NipVatUe: /^[1-9]\d{9}-[A-Z]{2}[0-9A-Z+*]{2,12}$/,
  PeppolId: /^P[A-Z]{2}\d{6}$/,
};

/** @returns undefined if the value cannot be read. */
export function ksefCredential({ kind, value }: OpenedCredential): KsefCredential | undefined {
  if (kind === 'ksef-certificate') return certificateIn(value);
  const text = value.trim();
  const json = text.startsWith('{') ? parse(text) : undefined;
  if (typeof json !== 'object' || json === null)
    return text === '' ? undefined : { kind: 'token', token: text };
  const { token, context } = json as Record<string, unknown>;
  const read = contextIn(context);
  return typeof token === 'string' && token !== '' && read ? { kind: 'token', token, ...read } : undefined;
}

/** @returns undefined if the text is not a context. */
function contextIn(value: unknown): { readonly context?: KsefContext } | undefined {
  if (value === undefined) return {};
  const { type, value: name } = (value ?? {}) as Record<string, unknown>;
  const contextType = Object.keys(CONTEXT_VALUES).find((one) => one === type) as
    KsefContext['type'] | undefined;
  if (contextType === undefined || typeof name !== 'string' || !CONTEXT_VALUES[contextType].test(name))
    return undefined;
  return { context: { type: contextType, value: name } };
}

type CertificateCredential = Extract<KsefCredential, { readonly kind: 'certificate' }>;

export function certificateIn(value: string): CertificateCredential | undefined {
  const json = parse(value);
  if (typeof json !== 'object' || json === null) return undefined;
  const { certificate, private_key: key, passphrase, context } = json as Record<string, unknown>;
  const named = contextIn(context);
  if (typeof certificate !== 'string' || typeof key !== 'string' || !named) return undefined;
  try {
    const read = {
      certificate: new X509Certificate(certificate),
      key: createPrivateKey({ key, ...(typeof passphrase === 'string' && { passphrase }) }),
    };
    return read.certificate.checkPrivateKey(read.key)
      ? { kind: 'certificate', ...read, ...named }
      : undefined;
  } catch {
    return undefined;
  }
}
