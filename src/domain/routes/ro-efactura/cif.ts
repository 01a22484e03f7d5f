import { isCnp } from '../../checks/identifiers/identifiers.ts';

const ROMANIAN_VAT = /^RO\s*(\d{2,10})$/i;

export const isRomanianVat = (vatId: string | undefined): boolean => ROMANIAN_VAT.test(vatId ?? '');

/** BT-31 or BT-48, BT-32, and other identifiers and company numbers of a party. */
interface NumbersOfParty {
  readonly vatId?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly ids: readonly (string | undefined)[];
}

/**
 * The number under which ANAF knows a party: digits alone, without `RO`. Of the VAT number, else of the tax number, which is a person's
 * own (CNP) for want of another, else of a company number that is one (a CUI).
 */
export function cifOf({ vatId, taxNumber, ids }: NumbersOfParty): string | undefined {
  const vat = ROMANIAN_VAT.exec(vatId ?? '')?.[1];
  if (vat !== undefined) return vat;
  if (taxNumber !== undefined && isCnp(taxNumber)) return taxNumber;
  const digits = (text: string | undefined) => /^(?:RO)?\s*(\d{2,10})$/i.exec(text ?? '')?.[1];
  return digits(taxNumber) ?? ids.map(digits).find((cif) => cif !== undefined);
}
