import assert from 'node:assert/strict';
import { checkVAT, countries } from 'jsvat';
import {
  isCnp,
  isCui,
  isGln,
  isIban,
  isLeitweg,
  isNip,
  isSiren,
  looksLikeLeitweg,
} from 'en16931-rules/vocabulary/identifiers.ts';
import { isVatId } from '../../../../src/domain/checks/identifiers/vat-ids.ts';

interface Row {
  readonly name: string;
  readonly test: (id: string) => boolean;
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

const ROWS: readonly Row[] = [
  {
    name: 'an IBAN',
    test: isIban,
    good: [
      'DE02120300000000202051',
      'GB82WEST12345698765432',
      'NO9386011117947',
      'MT84MALT011000012345MTLCAST001S',
    ],
    bad: [
      'DE03120300000000202051',
      'DE02120300000000202015',
      'DE2120300000000202051',
      'de02120300000000202051',
      '',
      'DE02',
    ],
  },
  {
    name: 'a GLN',
    test: isGln,
    good: ['4012345000009', '5790000435968'],
    bad: ['4012345000008', '401234500000', ''],
  },
  {
    name: 'a SIREN',
    test: isSiren,
    good: ['732829320', '356000000'],
    bad: ['732829321', '73282932', '7328293200'],
  },
  {
    name: 'a NIP',
    test: isNip,
    good: ['5260250274', '1234563218'],
    // The last one needs 10 as check digit, which is never issued.
    bad: ['5260250275', '526025027', '0301820360'],
  },
  {
    name: 'a CUI',
    test: isCui,
    good: ['14399840', '1590082', '18547290'],
    bad: ['14399841', '1', '12345678901'],
  },
  {
    name: 'a CNP',
    test: isCnp,
    // The last one has a remainder of 10.
    good: ['1800101221144', '2960529440011', '1900630400091'],
    bad: ['1800101221145', '180010122114', '0000000000000', '1801301221144', '4012345000009'],
  },
  {
    name: 'a Leitweg-ID',
    test: isLeitweg,
    good: [
      '04011000-1234512345-06',
      '04011000-12345-03',
      '992-90009-96',
      '09564000-NUE0001-49',
      '04011000-900X999-08',
      '04011000-900x999-08',
    ],
    bad: ['991-12345-06', '04011000-12345-04', '04011000-12345', 'Einkauf 4711', ''],
  },
];

describe('check digits', () => {
  for (const { name, test, good, bad } of ROWS) {
    for (const id of good) it(`accept ${id} as ${name}`, () => assert.ok(test(id)));
    for (const id of bad) it(`refuse ${id || 'nothing'} as ${name}`, () => assert.ok(!test(id)));
  }

  it('of a Leitweg-ID are checked only in texts of its form', () => {
    for (const id of ['991-12345-06', '99-06', '04011000-x-99', '0401100-12345-03'])
      assert.ok(looksLikeLeitweg(id), id);
    for (const id of ['2026-15', 'PO-12345-06', '04011000-12345', 'x']) assert.ok(!looksLikeLeitweg(id), id);
  });

  it('find every mistyped digit of an IBAN', () => {
    const iban = 'DE02120300000000202051';
    for (let index = 2; index < iban.length; index += 1)
      for (const digit of '0123456789')
        if (digit !== iban[index]) assert.ok(!isIban(iban.slice(0, index) + digit + iban.slice(index + 1)));
  });
});

/** A well-formed VAT id of each state (published examples of the states or of jsvat). */
const VAT_IDS =
  'ATU13585627 BE0428759497 BG175074752 CY10259033P CZ25123891 DE136695976 DK13585628 EE100931558 EL094259216 ' +
  'ESA13585625 FI20774740 FR40303265045 HR33392005961 HU12892312 IE6433435F IT00743110157 LT119511515 LU15027442 ' +
  'LV40003521600 MT11679112 NL004495445B01 PL8567346215 PT501964843 RO18547290 SE123456789701 SI50223054 SK2022749619 ' +
  'XI925901618 ' +
  // Made up; the check digit is zero if the remainder decides it.
  'ATU31512930 FI36768660 HU94446410 PT543135390 SI32537310 EL144157680 RO128744740 DE781887640 HR41758888140 ' +
  'PL7739875650 NL992515270B01 BE0114567391 LU63386204 PT588262730 PT589596420';

describe('a VAT id', () => {
  for (const vatId of VAT_IDS.split(' '))
    it(`is well-formed: ${vatId}`, () => assert.equal(isVatId(vatId), true));

  it('of Greece may be written with GR', () => assert.equal(isVatId('GR094259216'), true));

  it('of Slovenia with a remainder of zero is refused: none is issued', () => {
    for (const vatId of ['SI55241190', 'SI55241191']) assert.equal(isVatId(vatId), false);
  });

  it('outside the European Union is not checked', () => {
    for (const vatId of ['CHE123456789', 'NO923609016', '123456788', ''])
      assert.equal(isVatId(vatId), undefined);
  });

  it('of a country without published check digits is checked by its form', () => {
    assert.equal(isVatId('CZ12'), false);
    assert.equal(isVatId('IE1234'), false);
  });

  /** States for which jsvat agrees with their publications. For the others see the remarks in `vat-ids.ts`. */
  const AGREED = 'AT DE DK EE EL HR HU LU PT SI'.split(' ');
  it(`gets the verdict of jsvat in ${AGREED.join(', ')}`, () => {
    for (const vatId of VAT_IDS.split(' ').filter((id) => AGREED.includes(id.slice(0, 2))))
      for (const variant of withEachDigitChanged(vatId))
        assert.equal(isVatId(variant), checkVAT(variant, [...countries]).isValid, variant);
  });
});

function withEachDigitChanged(id: string): string[] {
  return [...id].flatMap((character, index) =>
    /\d/.test(character)
      ? [...'0123456789'].map((digit) => id.slice(0, index) + digit + id.slice(index + 1))
      : [],
  );
}
