/** Of the schema 1-0E. */
export const FA3_NAMESPACE = 'http://crd.gov.pl/wzor/2025/06/25/13775/';

/** Of the schema FA_RR(1) 1-1E, of the invoices VAT RR. */
export const FA_RR_NAMESPACE = 'http://crd.gov.pl/wzor/2026/03/06/14189/';

/** Older forms of the Polish invoice, by namespace; their root is Faktura, too. */
export const OLDER_FORMS: ReadonlyMap<string, string> = new Map([
  ['http://crd.gov.pl/wzor/2023/06/29/12648/', 'FA(2)'],
  ['http://crd.gov.pl/wzor/2021/11/29/11089/', 'FA(1)'],
]);
