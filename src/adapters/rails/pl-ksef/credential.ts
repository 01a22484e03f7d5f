import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { OpenedCredential } from '../../../ports/rail.ts';
import { parsed } from '../json.ts';

/** On whose behalf is called. */
export interface Caller {
  readonly credential: OpenedCredential;
  readonly nip: string;
}

/** What logs in at KSeF (decisions, "Credentials"). */
export type KsefCredential =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'certificate'; readonly certificate: X509Certificate; readonly key: KeyObject };

/** @returns undefined for what cannot be read. */
export function ksefCredential({ kind, value }: OpenedCredential): KsefCredential | undefined {
  if (kind === 'ksef-certificate') return certificateIn(value);
  const token = value.trim();
  return token === '' ? undefined : { kind: 'token', token };
}

function certificateIn(value: string): KsefCredential | undefined {
  const json = parsed(value);
  if (typeof json !== 'object' || json === null) return undefined;
  const { certificate, private_key: key, passphrase } = json as Record<string, unknown>;
  if (typeof certificate !== 'string' || typeof key !== 'string') return undefined;
  try {
    const read = {
      certificate: new X509Certificate(certificate),
      key: createPrivateKey({ key, ...(typeof passphrase === 'string' && { passphrase }) }),
    };
    return read.certificate.checkPrivateKey(read.key) ? { kind: 'certificate', ...read } : undefined;
  } catch {
    return undefined;
  }
}
