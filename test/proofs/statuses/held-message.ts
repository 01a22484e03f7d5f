/** A message about an invoice that the network has got. */
export interface HeldMessage {
  readonly invoiceNumber: string;
  readonly code: string;
  /** What the network said against it; it has got the message all the same. */
  readonly refusal?: string;
}
