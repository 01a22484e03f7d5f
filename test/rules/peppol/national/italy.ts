import { all, set } from '../../edits.ts';
import { SELLER } from '../../places.ts';
import { type Country, VAT_NUMBER, located, registration, without } from './country.ts';

export const ITALY: Country = {
  name: 'Italy',
  home: all(located(SELLER, 'IT', 'IT12345670017'), registration('RSSMRA80A01H501U', 'FC')),
  rows: [
    ...['1', 'rssmra80a01h501u', 'RSSMRA80A01H501U7'].map((number) => ({
      it: `finds the tax number ${number}`,
      edit: set(`${SELLER}/cac:PartyTaxScheme[2]/cbc:CompanyID`, number),
      finds: ['IT-R-001'],
    })),
    { it: 'requires the street', edit: without(SELLER, 'StreetName'), finds: ['IT-R-002'] },
    { it: 'requires the city', edit: without(SELLER, 'CityName'), finds: ['IT-R-003'] },
    { it: 'requires the postcode', edit: without(SELLER, 'PostalZone'), finds: ['IT-R-004'] },
    {
      it: 'accepts a seller with a foreign VAT number',
      edit: all(set(`${SELLER}/${VAT_NUMBER}`, 'FR1'), without(SELLER, 'StreetName')),
      finds: [],
    },
  ],
};
