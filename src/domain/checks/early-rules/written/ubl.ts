import type { RuleSet } from '../written-rule.ts';

// Written by `npm run docs` from schematron/en16931/syntax; not to be edited.
export const UBL_RULES: RuleSet = {
  source: 'EN16931',
  rules: [
    {"id":"UBL-SR-19","in":"BG-10","test":["and",["compare","<=",["call","count",["terms",["BT-59"]]],["number","1"]],["compare","!=",["terms",["BT-59"]],["terms",["BT-27"]]]],"term":"BT-59","title":"The payee's name (BT-59) is missing, is the seller's, or stands more than once","fix":"Name the payee once, and only when it is not the seller."},
    {"id":"UBL-SR-21","in":"BG-10","test":["and",["compare","<=",["call","count",["terms",["BT-61"]]],["number","1"]],["compare","!=",["terms",["BT-59"]],["terms",["BT-27"]]]],"term":"BT-61","title":"The payee has several register numbers (BT-61), or is the seller","fix":"Keep one register number, and name a payee only when it is not the seller."},
  ],
};
