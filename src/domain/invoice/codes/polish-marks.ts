/** TGTU of FA(3): groups of goods and services. */
export const GTU_CODES: ReadonlySet<string> = new Set(
  Array.from({ length: 13 }, (_, index) => `GTU_${String(index + 1).padStart(2, '0')}`),
);

/** TOznaczenieProcedury of FA(3). */
export const PROCEDURES: ReadonlySet<string> = new Set(
  'WSTO_EE IED TT_D I_42 I_63 B_SPV B_SPV_DOSTAWA B_MPV_PROWIZJA'.split(' '),
);
