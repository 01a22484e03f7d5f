import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { DocumentKind } from '../../domain/lifecycle/invoice-record.ts';
import type { AnnouncedOutage } from '../../domain/lifecycle/offline.ts';
import type { StatusMapping } from '../../domain/sending/status-mapping.ts';

export interface RailAnswer {
  readonly mapping: StatusMapping;
  /** The route's answer without content of the invoice and without secrets. */
  readonly raw?: unknown;
  /** In place of the mapping's message, if the answer has more details. */
  readonly message?: Text;
  /** The route's own id of the invoice (contract 2.1). */
  readonly legalId?: string;
  /** The route's own id of an earlier invoice, which it holds under the number. The message of a rejection is about it, else the first remark. */
  readonly earlierId?: string;
  /** The route's own name for the submission. */
  readonly reference?: string;
  /** Replaces the earlier one. */
  readonly resumeToken?: string;
  /** With `later`: the service itself has no permit for the call; the network was not asked. */
  readonly isOwnPause?: true;
  /** With `later`. */
  readonly retryAfterSeconds?: number | undefined;
  /** An outage that the route's operator announces, with `later`: it moves the deadline of offline invoices. */
  readonly outage?: AnnouncedOutage;
  readonly receipt?: Receipt;
  /** There will be none, so it is not asked for. */
  readonly hasNoReceipt?: true;
  /**
   * Further facts for the event of an end, such as the other reasons of a rejection: mappings with code and owner, some with care at once.
   */
  readonly remarks?: readonly StatusMapping[];
}

/** The rail's proof. */
export interface Receipt {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}
