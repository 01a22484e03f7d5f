// Written by `npm run docs` from schematron/fr-extended; not to be edited.
export const TEXTS_OF_EXTENDED_RULES = {
  'BR-FREXT-04': {"title":{"say":"fr-extended.BR-FREXT-04.title","english":"The code of an item attribute (EXT-FR-FE-159) is not on the list of UNTDID 6313 with its extension"},"fix":{"say":"fr-extended.BR-FREXT-04.fix","english":"Use a code of the list, or state the name (BT-160) alone."}},
  'BR-FREXT-CL-27': {"title":{"say":"fr-extended.BR-FREXT-CL-27.title","english":"The delivery term of the invoice or of a line is not in UNTDID 4053"},"fix":{"say":"fr-extended.BR-FREXT-CL-27.fix","english":"Use a code of that list, for example DAP, or leave the term out."}},
} as const;
