/** Numbers of the party that numbers an invoice: its seller, or the buyer who writes it. In capitals, without blanks. */
export interface Issuer {
  /** BT-31, BT-48; with its country, also where the document leaves it out. */
  readonly vatId?: string;
  /** BT-30, BT-47. */
  readonly companyId?: string;
  /** BT-32. */
  readonly taxNumber?: string;
  /** BT-34, BT-49: scheme and id. */
  readonly endpoint?: string;
}

/** The first that both documents state decides: a company has one VAT number and several addresses. */
const DECIDING = ['vatId', 'companyId', 'taxNumber', 'endpoint'] as const satisfies readonly (keyof Issuer)[];

export function isSameIssuer(one: Issuer, other: Issuer): boolean {
  const name = DECIDING.find((each) => one[each] !== undefined && other[each] !== undefined);
  return name !== undefined && one[name] === other[name];
}
