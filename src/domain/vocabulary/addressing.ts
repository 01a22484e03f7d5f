/** Sender, receiver and kind of a document, as networks require them. */
export interface Addressing {
  /** Of the root element. */
  readonly namespace: string;
  readonly root: string;
  /** BT-3. */
  readonly typeCode: string | null;
  /** BT-23. */
  readonly process: string | null;
  /** BT-10. */
  readonly buyerReference?: string;
  readonly seller: AddressedParty;
  readonly buyer: AddressedParty;
  /** BT-112 in BT-5: payments are compared with it. */
  readonly total?: Money;
}

export interface Money {
  /** As written. */
  readonly amount: string;
  /** ISO 4217. */
  readonly currency: string;
}

/** As networks address it: BT-34, BT-49; scheme from the EAS list. */
export interface ElectronicAddress {
  readonly id: string;
  readonly scheme: string;
}

/** UNECE code list EAS: an e-mail address. */
export const E_MAIL = 'EM';

/** `9930:de136695976`; a mailbox as it is. */
export const addressText = ({ scheme, id }: ElectronicAddress): string =>
  scheme === E_MAIL ? id : `${scheme}:${id}`;

export interface AddressedParty {
  /** BT-27, BT-44. */
  readonly name?: string;
  /** BT-40, BT-55. */
  readonly country: string | null;
  readonly endpoint: ElectronicAddress | null;
  /** Identifier, company number, VAT number, tax number: BT-29 to 32, BT-46 to 48. */
  readonly ids: readonly string[];
  /** BT-31, BT-48. */
  readonly vatId?: string;
  /** BT-32, of a seller alone. */
  readonly taxNumber?: string;
}

/** UNTDID 1001: types that the buyer writes. */
const SELF_BILLED: ReadonlySet<string> = new Set(['261', '389', '527']);

/** Whether the buyer writes the document (self-billing), by its type or its process. */
export const isWrittenByBuyer = ({ typeCode, process }: Pick<Addressing, 'typeCode' | 'process'>): boolean =>
  SELF_BILLED.has(typeCode ?? '') || (process?.includes(':selfbilling') ?? false);
