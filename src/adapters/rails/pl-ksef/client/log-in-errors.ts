import { say, sentences, type Text } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { codeWith } from 'en16931-rules/vocabulary/quoted.ts';
import type { StatusMapping } from '../../../../domain/sending/status-mapping.ts';
import { KSEF_STATUS_MAPPINGS as statuses } from '../status-mappings.ts';

const FREE = say('networks-pl-ksef.nothing-was-sent-number-is-free-and-service');
const GRANT = say('networks-pl-ksef.give-right-invoicewrite-in-ksef-to-whom-credential');
const REPLACE = say('findings.credential-refused.hint-at-last');
const NEW_CERTIFICATE = say('networks-pl-ksef.replace-certificate-or-have-rights-given-to-its');

/** The hint for a refused log-in, by KSeF's status, error or `reasonCode` (CIRFMF/ksef-docs). */
const HINTS: Readonly<Record<string, Text>> = {
  415: GRANT,
  425: REPLACE,
  450: REPLACE,
  460: say('networks-pl-ksef.replace-certificate-it-has-expired-was-revoked-or'),
  470: say('networks-pl-ksef.write-to-ministry-subject-of-credential-is-said'),
  480: say('networks-pl-ksef.write-to-ministry-subject-of-credential-is-blocked'),
  21115: NEW_CERTIFICATE,
  21117: say('networks-pl-ksef.name-context-in-credential-that-goes-with-its'),
  21406: NEW_CERTIFICATE,
  9105: NEW_CERTIFICATE,
  'missing-permissions': GRANT,
  'insufficient-resource-access': GRANT,
  'context-type-not-allowed': GRANT,
  'ip-not-allowed': say('networks-pl-ksef.allow-service-s-address-in-credential-s-policy'),
  'auth-method-not-allowed': say('networks-pl-ksef.store-credential-of-other-kind'),
  'security-service-blocked': say('networks-pl-ksef.ksef-blocks-subject-for-security-wait-or-write'),
};

/**
 * A log-in that KSeF refuses, with its code and words.
 * @param reason selects the hint in place of the code.
 */
export function credentialRefusedWith(code: string, text: string, reason = code): StatusMapping {
  const { credentialRefused } = statuses;
  const message = sentences(
    credentialRefused.message,
    say('networks-pl-ksef.ksef-says', { code: codeWith(code, text) }),
  );
  const hint = rowOf(HINTS, reason) ?? REPLACE;
  return {
    ...credentialRefused,
    message,
    fixHint: sentences(hint, FREE),
    hintAtLast: hint,
  };
}

export const isRefusedCredential = ({ networkStatus }: StatusMapping): boolean =>
  networkStatus === statuses.credentialRefused.networkStatus;
