import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { WireCall } from '../../domain/sending/network-calls.ts';

/** A credential that logs in at a route. */
export interface OpenedCredential {
  readonly client: string;
  /** Null: built into the sandbox. */
  readonly id: string | null;
  readonly kind: string;
  /** The seller or buyer of the credential. */
  readonly legalEntity?: string;
  /** What the route had against it at the last daily look. */
  readonly problem?: Text;
  /** As stored; the rail reads it. */
  readonly value: string;
  /** For the piece of work that logs in with it: the rail names it in each call that it makes under the credential, also the log-in. */
  readonly calls?: WireCall[];
}
