import { all, remove, set } from '../../edits.ts';
import { SELLER } from '../../places.ts';
import { type Country, COUNTRY, REPRESENTATIVE, VAT_NUMBER, located, registration } from './country.ts';

const vatNumber = (number: string) => set(`${SELLER}/${VAT_NUMBER}`, number);

export const NORWAY: Country = {
  name: 'Norway',
  home: all(located(SELLER, 'NO', 'NO974760673MVA'), registration('Foretaksregisteret', 'TAX')),
  rows: [
    ...[
      'NO974760674MVA',
      'NO97476067MVA',
      'NO974760673',
      'NO974760673mva',
      'NO974760673MVA ',
      'NO000000000MVA',
    ].map((number) => ({
      it: `finds the VAT number "${number}"`,
      edit: vatNumber(number),
      finds: ['NO-R-001'],
    })),
    {
      it: 'accepts a foreign VAT number at a Norwegian address',
      edit: vatNumber('SE556036079301'),
      finds: [],
    },
    {
      it: 'requires the note about the register',
      edit: remove(`${SELLER}/cac:PartyTaxScheme[2]`),
      finds: ['NO-R-002'],
    },
    {
      it: 'recognises a Norwegian seller by its tax representative',
      edit: all(
        remove(`${SELLER}/cac:PartyTaxScheme`, `${SELLER}/cac:PartyTaxScheme[2]`),
        set(`${SELLER}/${COUNTRY}`, 'CH'),
        set(`${REPRESENTATIVE}/${VAT_NUMBER}`, 'NO974760673MVA'),
      ),
      finds: ['NO-R-002'],
    },
    {
      it: 'recognises a Norwegian seller by its address alone',
      edit: remove(`${SELLER}/cac:PartyTaxScheme`, `${SELLER}/cac:PartyTaxScheme[2]`, REPRESENTATIVE),
      finds: ['NO-R-002'],
    },
    {
      it: 'accepts a foreign seller',
      edit: all(located(SELLER, 'FR', 'FR1'), remove(`${SELLER}/cac:PartyTaxScheme[2]`)),
      finds: [],
    },
  ],
};
