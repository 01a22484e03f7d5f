import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Addressing } from '../../domain/vocabulary/addressing.ts';
import type { CodeLinks } from '../../domain/vocabulary/code-links.ts';
import type { OpenedCredential } from './opened-credential.ts';

/** The document whose page the buyer gets before the route gets it. */
export interface IssuedDocument {
  /** 64 lowercase hex. */
  readonly sha256: string;
  /** BT-2, `YYYY-MM-DD`. */
  readonly issueDate: string;
  readonly addressing: Addressing;
}

/** Signs the codes on the page of an offline invoice. Signing needs no call. */
export interface OfflineCodes {
  /** Why the credential cannot sign at this moment, as a sentence for the client; undefined if it can. */
  explainUnfit(credential: OpenedCredential, now: Date): Text | undefined;
  /**
   * Asks the route whether it still accepts what the credential signs: a revocation cannot be seen offline.
   * @param logIn under which it is asked.
   * @returns what it has against it, as a sentence; `unknown` if it does not tell.
   */
  lookAt(
    credential: OpenedCredential,
    logIn: OpenedCredential,
  ): Promise<{ readonly problem?: Text } | 'unknown'>;
  /** @returns undefined if the credential cannot sign, or the document does not name its seller. */
  sign(credential: OpenedCredential, document: IssuedDocument): CodeLinks | undefined;
}
