import assert from 'node:assert/strict';
import { parseXmlDocument } from 'slimdom';
import { type BuiltInRules, type RulePackName, builtInRules } from '../support/built-in-rules.ts';
import { baseInvoice } from './base.ts';
import { type Edit, all, edited, enclose, remove, set, untouched } from './edits.ts';
import { frenchDocument } from './fr-ctc/base.ts';
import { BASES } from './peppol/base.ts';
import { ALLOWANCE, BUYER, SELLER } from './places.ts';

interface InExtension {
  readonly it: string;
  readonly pack: RulePackName;
  /** Of the document in the extension. */
  readonly edit: Edit;
  /** Of the document around it. */
  readonly around?: Edit;
  readonly finds: readonly string[];
}

const BASE: Partial<Readonly<Record<RulePackName, () => string | Promise<string>>>> = {
  en16931: () => baseInvoice(),
  xrechnung: () => baseInvoice(),
  peppol: () => BASES.peppol(),
  'fr-ctc': () => frenchDocument('ubl'),
};
const PACKS = Object.keys(BASE) as RulePackName[];
const SELLER_VAT = `${SELLER}/cac:PartyTaxScheme`;
const country = (code: string): Edit =>
  set(`${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`, code);

/** As the published rules of each pack judge: by the places that they name, and by the values that they read of the file's own document. */
const ROWS: readonly InExtension[] = [
  ...PACKS.filter((pack) => pack !== 'en16931').map((pack) => ({
    it: 'takes a document like the one around it',
    pack,
    edit: untouched,
    finds: [],
  })),
  { it: 'finds no process', pack: 'peppol', edit: remove('cbc:ProfileID'), finds: ['PEPPOL-EN16931-R001'] },
  {
    it: 'finds no process',
    pack: 'xrechnung',
    edit: remove('cbc:ProfileID'),
    finds: ['PEPPOL-EN16931-R001'],
  },
  {
    it: 'finds no address of its own buyer',
    pack: 'peppol',
    edit: remove(`${BUYER}/cbc:EndpointID`),
    finds: ['PEPPOL-EN16931-R010'],
  },
  {
    it: 'finds no percentage beside the base of an allowance',
    pack: 'peppol',
    edit: remove(`${ALLOWANCE}/cbc:MultiplierFactorNumeric`),
    finds: ['PEPPOL-EN16931-R042'],
  },
  {
    it: 'asks nothing of a country that the seller around it does not have',
    pack: 'peppol',
    edit: country('DK'),
    finds: [],
  },
  {
    it: 'does not ask for the contact of its seller',
    pack: 'xrechnung',
    edit: remove(`${SELLER}/cac:Contact`, 'cbc:BuyerReference'),
    finds: [],
  },
  {
    it: 'finds no legal notes',
    pack: 'fr-ctc',
    edit: remove('cbc:Note[4]', 'cbc:Note[3]', 'cbc:Note[2]', 'cbc:Note'),
    finds: ['BR-FR-05_BT-22-1', 'BR-FR-05_BT-22-2', 'BR-FR-05_BT-22-3'],
  },
  {
    it: 'finds a number that is too long',
    pack: 'fr-ctc',
    edit: set('cbc:ID', 'F'.repeat(36)),
    finds: ['BR-FR-01_BT-1-1'],
  },
  {
    it: 'gives a VAT number to the seller around it',
    pack: 'en16931',
    edit: untouched,
    around: remove(SELLER_VAT),
    finds: ['BR-CO-10'],
  },
];

describe('the rules on a document in an extension', () => {
  let rules: BuiltInRules;
  before('compile the packs', async () => {
    rules = await builtInRules('ubl', PACKS);
  });

  for (const { it: name, pack, edit, around = untouched, finds } of ROWS)
    it(`of ${pack}: ${name}`, async () => {
      const base = await BASE[pack]!();
      const inner = parseXmlDocument(edited(base, edit)).documentElement!;
      const xml = edited(base, all(around, enclose(inner)));
      const run = await rules.run(pack, new TextEncoder().encode(xml));
      assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
      const fatal = run.fired.filter(({ flag }) => flag === 'fatal').map(({ id }) => id ?? '');
      assert.deepEqual([...new Set(fatal)].sort(), finds);
    });
});
