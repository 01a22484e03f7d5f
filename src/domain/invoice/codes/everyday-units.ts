/**
 * Units as ERPs write them, in lower case, with the code of UN/ECE Recommendation 20. A code of the list is here in lower case only if the
 * word means that unit: `stk` is a piece, `STK` a stick of cigarettes.
 */
export const EVERYDAY_UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    C62: 'c62 one',
    H87: 'h87 stk stck stück stueck st pc pcs pce piece pieces szt buc bucata pièce pièces pz',
    SET: 'set sets satz kpl',
    PR: 'pr pair paar para',
    HUR: 'hur h hr hrs hour hours std stunde stunden godz ora heure heures',
    DAY: 'day days tag tage dzień dni zi jour jours',
    MON: 'mon month months monat monate mies luna mois',
    ANN: 'ann year years jahr jahre rok an',
    MIN: 'min minute minutes minuten',
    KGM: 'kgm kg kilo kilogram',
    GRM: 'grm g gr gram',
    TNE: 'tne t to tonne tonnes',
    MTR: 'mtr m meter metre lfm mb',
    KMT: 'kmt km',
    CMT: 'cmt cm',
    MMT: 'mmt mm',
    MTK: 'mtk m2 m² qm sqm',
    MTQ: 'mtq m3 m³ cbm',
    LTR: 'ltr l liter litre',
    MLT: 'mlt ml',
    KWH: 'kwh',
    LS: 'ls pauschal pausch psch lump',
  }).flatMap(([code, words]) => words.split(' ').map((word) => [word, code])),
);
