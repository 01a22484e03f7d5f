import { rowOf } from '../../../../domain/vocabulary/row-of.ts';
import { codeWith } from '../../../../domain/vocabulary/quoted.ts';
import type { StatusMapping } from '../../../../domain/sending/status-mapping.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

const FREE = 'Nothing was sent: the number is free, and the service sends the invoice once the log-in works.';
const GRANT =
  'Give the right InvoiceWrite in KSeF to whom the credential is of, or name another context in it.';
const REPLACE = 'Replace the credential.';
const NEW_CERTIFICATE = 'Replace the certificate, or have the rights given to its fingerprint.';

/** The hint for a refused log-in, by KSeF's status, error or `reasonCode` (the note, section 2). */
const HINTS: Readonly<Record<string, string>> = {
  415: GRANT,
  425: REPLACE,
  450: REPLACE,
  460: 'Replace the certificate: it has expired, was revoked or suspended, or KSeF does not trust it.',
  470: 'Write to the Ministry: the subject of the credential is said to be deceased.',
  480: 'Write to the Ministry: the subject of the credential is blocked for security.',
  21115: NEW_CERTIFICATE,
  21117: 'Name a context in the credential that goes with its subject.',
  21406: NEW_CERTIFICATE,
  9105: NEW_CERTIFICATE,
  'missing-permissions': GRANT,
  'insufficient-resource-access': GRANT,
  'context-type-not-allowed': GRANT,
  'ip-not-allowed': "Allow the service's address in the credential's policy.",
  'auth-method-not-allowed': 'Store a credential of the other kind.',
  'security-service-blocked': 'KSeF blocks the subject for security: wait, or write to the Ministry.',
};

/**
 * A log-in that KSeF refuses, with its code and words.
 * @param reason selects the hint in place of the code.
 */
export function credentialRefusedWith(code: string, text: string, reason = code): StatusMapping {
  const { credentialRefused } = statuses;
  const message = `${credentialRefused.message} KSeF says: ${codeWith(code, text)}`;
  const hint = rowOf(HINTS, reason) ?? REPLACE;
  return {
    ...credentialRefused,
    message,
    fixHint: `${hint} ${FREE}`,
    hintAtLast: hint,
  };
}

export const isRefusedCredential = ({ networkStatus }: StatusMapping): boolean =>
  networkStatus === statuses.credentialRefused.networkStatus;
