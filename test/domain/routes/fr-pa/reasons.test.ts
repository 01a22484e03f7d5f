import assert from 'node:assert/strict';
import { FRENCH_REASONS } from '../../../../src/domain/routes/fr-pa/codes.ts';
import { english } from '../../../support/words.ts';

describe('the hint of a French reason whose invoice the sender corrects', () => {
  for (const [code, owner, , , hint, senderCanFix] of FRENCH_REASONS)
    if (owner === 'erp' || senderCanFix)
      it(`says how the corrected invoice goes out: ${code}`, () =>
        assert.match(
          english(hint),
          /under a new number|needs a new number|its number is free|it need not be sent again/,
        ));
});
