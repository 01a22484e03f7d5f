/** Operators of content streams (ISO 32000-1, annex A). */
export const OPERATORS: ReadonlySet<string> = new Set(
  `b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k l m M MP n q Q re RG rg ri s S
   SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y ' "`.split(/\s+/),
);

/** Painting operators, and what they paint: `f` inside, `s` along the line. */
export const PAINT: Readonly<Record<string, string>> = {
  f: 'f',
  F: 'f',
  'f*': 'f',
  b: 'fs',
  B: 'fs',
  'b*': 'fs',
  'B*': 'fs',
  s: 's',
  S: 's',
};

/** Operators that show text. */
export const TEXT: Readonly<Record<string, true>> = { Tj: true, TJ: true, "'": true, '"': true };
