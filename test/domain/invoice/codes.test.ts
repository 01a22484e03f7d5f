import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALLOWANCE_REASONS } from '../../../src/domain/invoice/codes/allowance-reasons.ts';
import { CHARGE_REASONS } from '../../../src/domain/invoice/codes/charge-reasons.ts';
import { COUNTRIES } from '../../../src/domain/invoice/codes/countries.ts';
import { CURRENCIES } from '../../../src/domain/invoice/codes/currencies.ts';
import { ENDPOINT_SCHEMES } from '../../../src/domain/invoice/codes/endpoint-schemes.ts';
import { EXEMPTION_REASONS } from '../../../src/domain/invoice/codes/exemption-reasons.ts';
import { ID_SCHEMES } from '../../../src/domain/invoice/codes/id-schemes.ts';
import { ITEM_CLASSIFICATIONS } from '../../../src/domain/invoice/codes/item-classifications.ts';
import { MIME_TYPES } from '../../../src/domain/invoice/codes/mime-types.ts';
import { PAYMENT_MEANS } from '../../../src/domain/invoice/codes/payment-means.ts';
import { UNITS } from '../../../src/domain/invoice/codes/units.ts';
import { REFERENCE_DATA, describeByReference } from '../../support/reference-data.ts';

const LISTS: [ReadonlySet<string>, ...string[]][] = [
  [CURRENCIES, 'iso-4217-currency'],
  [COUNTRIES, 'iso-3166-country'],
  [UNITS, 'unece-rec20', 'unece-rec21'],
  [PAYMENT_MEANS, 'untdid-4461'],
  [ALLOWANCE_REASONS, 'untdid-5189'],
  [CHARGE_REASONS, 'untdid-7161'],
  [ITEM_CLASSIFICATIONS, 'untdid-7143'],
  [EXEMPTION_REASONS, 'vatex'],
  [ENDPOINT_SCHEMES, 'eas'],
  [ID_SCHEMES, 'icd'],
  [MIME_TYPES, 'mime'],
];

const published = (id: string): string[] => {
  const list = JSON.parse(readFileSync(join(REFERENCE_DATA, 'codelists', `${id}.json`), 'utf8')) as {
    codes: { code: string }[];
  };
  return list.codes.map(({ code }) => code);
};

describeByReference('our code lists', () => {
  for (const [ours, ...ids] of LISTS)
    it(`equal the published ${ids.join(' and ')}`, () =>
      assert.deepEqual(ours, new Set(ids.flatMap(published))));
});
