import { isCnp } from 'en16931-rules/vocabulary/identifiers.ts';

const ROMANIAN_VAT = /^RO\s*(\d{2,10})$/i;

export const isRomanianVat = (vatId: string | undefined): boolean => ROMANIAN_VAT.test(vatId ?? '');

/** BT-31 or BT-48, BT-32, and other identifiers and company numbers of a party. */
interface NumbersOfParty {
  readonly vatId?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly ids: readonly (string | undefined)[];
}

/**
 * The number under which ANAF registers a party: digits alone, without `RO`. It comes from the VAT number, else from the tax number (a CNP
 * if a person has no other), else from a company number that is a CUI.
 */
export function cifOf({ vatId, taxNumber, ids }: NumbersOfParty): string | undefined {
  const vat = ROMANIAN_VAT.exec(vatId ?? '')?.[1];
  if (vat !== undefined) return vat;
  if (taxNumber !== undefined && isCnp(taxNumber)) return taxNumber;
  const digits = (text: string | undefined) => /^(?:RO)?\s*(\d{2,10})$/i.exec(text ?? '')?.[1];
  return digits(taxNumber) ?? ids.map(digits).find((cif) => cif !== undefined);
}
