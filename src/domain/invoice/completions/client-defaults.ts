import type { Finding } from '../../findings/finding.ts';
import type { Completion } from './completion.ts';

/** What a client's record states for its invoices on a route: JSON, as it was set. Plain data. */
export type StatedDefaults = Readonly<Record<string, unknown>>;

/**
 * What a client's record may state for an invoice that does not state it itself. It is found when the invoice comes in and kept
 * with it, so that a later change of the record changes no invoice that was accepted.
 */
export interface ClientDefaults {
  /** Member of a client's profile. */
  readonly member: 'fr';
  /** What is wrong with the member, by its paths: `fr.business_process`. */
  readonly refused: (sent: unknown) => readonly Finding[];
  /** What is wrong in it changes nothing: older versions kept it unread. */
  readonly completion: (stated: StatedDefaults) => Completion;
}
