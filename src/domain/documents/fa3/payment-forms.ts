/** FormaPlatnosci, by BT-81 (UNTDID 4461): cash, card, cheque, transfer. A form is read as its first code. */
export const PAYMENT_FORMS: Readonly<Record<string, readonly string[]>> = {
  '1': ['10'],
  '2': ['48', '54', '55'],
  '4': ['20', '21', '22', '23'],
  '6': ['30', '31', '42', '58'],
};

/** @returns undefined for means without a code in FA(3). */
export const formOf = (meansCode: string): string | undefined =>
  Object.keys(PAYMENT_FORMS).find((form) => PAYMENT_FORMS[form]?.includes(meansCode));

export const hasForm = (meansCode: string | undefined): boolean =>
  meansCode !== undefined && formOf(meansCode) !== undefined;
