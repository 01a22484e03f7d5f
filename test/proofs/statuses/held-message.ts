/** A message about an invoice that the network has received. */
export interface HeldMessage {
  readonly invoiceNumber: string;
  readonly code: string;
  /** The network's objection; it has received the message nevertheless. */
  readonly refusal?: string;
}
