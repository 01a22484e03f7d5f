import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { chooseRoute } from '../../../src/domain/routing/choose-route.ts';
import type { RoutingFacts } from '../../../src/domain/routing/facts.ts';
import { ROUTE_RULES } from '../../../src/domain/routing/rules.ts';

const choose = (pair: string, more: Partial<RoutingFacts> = {}): string => {
  const [sellerCountry = '', buyerCountry = ''] = pair.split('-');
  const choice = chooseRoute({ sellerCountry, buyerCountry, hasPeppolCredential: false, ...more });
  if (choice.kind === 'chosen') return `${choice.rule} ${choice.route}`;
  return choice.kind === 'undecided' ? `${choice.finding.code} ${choice.finding.field}` : choice.kind;
};

const CREDENTIAL = { hasPeppolCredential: true };
const YES = { buyerOnPeppol: 'yes' } as const;
const NO = { buyerOnPeppol: 'no' } as const;
const UNKNOWN = { buyerOnPeppol: 'unknown' } as const;

const ROWS: [it: string, pair: string, facts: Partial<RoutingFacts>, chosen: string][] = [
  ['a Polish pair goes to KSeF', 'PL-PL', {}, 'pl-domestic PL-KSEF'],
  ['a Polish seller without a Polish buyer needs a look-up', 'PL-DE', {}, 'look-up-buyer'],
  ['a Polish seller may reach a registered buyer abroad', 'PL-DE', YES, 'cross-border-peppol PEPPOL'],
  ['a foreign seller with a Polish buyer does not go to KSeF', 'DE-PL', YES, 'cross-border-peppol PEPPOL'],
  ['a Romanian pair goes to ANAF', 'RO-RO', {}, 'ro-domestic RO-EFACTURA'],
  ['a Romanian seller may reach a registered buyer abroad', 'RO-HU', YES, 'cross-border-peppol PEPPOL'],
  ['a French pair goes to the platform', 'FR-FR', {}, 'fr-domestic FR-PA'],
  ['Guadeloupe, Martinique and Réunion are France', 'GP-MQ', {}, 'fr-domestic FR-PA'],
  ['Réunion is France, also for the buyer', 'FR-RE', {}, 'fr-domestic FR-PA'],
  ['Guiana is not', 'FR-GF', {}, 'fr-cross-border FR-PA'],
  ['Monaco is not', 'MC-FR', YES, 'cross-border-peppol PEPPOL'],
  ['a French seller with a buyer abroad goes to the platform', 'FR-DE', YES, 'fr-cross-border FR-PA'],
  ['a French buyer of a foreign seller needs a look-up', 'BE-FR', {}, 'look-up-buyer'],
  ['a Belgian pair goes to Peppol without a look-up', 'BE-BE', {}, 'be-domestic PEPPOL'],
  ['a Belgian seller with a Dutch buyer needs a look-up', 'BE-NL', {}, 'look-up-buyer'],
  ['a German pair without a Peppol credential stays at home', 'DE-DE', {}, 'de-domestic DE-XRECHNUNG'],
  ['it stays at home, also if the buyer is registered', 'DE-DE', YES, 'de-domestic DE-XRECHNUNG'],
  ['with a credential it needs a look-up', 'DE-DE', CREDENTIAL, 'look-up-buyer'],
  [
    'a registered buyer is reached over Peppol',
    'DE-DE',
    { ...CREDENTIAL, ...YES },
    'de-domestic-peppol PEPPOL',
  ],
  ['an unregistered one is reached at home', 'DE-DE', { ...CREDENTIAL, ...NO }, 'de-domestic DE-XRECHNUNG'],
  [
    'a failed look-up leaves it undecided',
    'DE-DE',
    { ...CREDENTIAL, ...UNKNOWN },
    'EI-ROUTE-PEPPOL-UNKNOWN route',
  ],
  [
    'a German format keeps it at home without a look-up',
    'DE-DE',
    { ...CREDENTIAL, format: 'zugferd' },
    'de-domestic DE-XRECHNUNG',
  ],
  [
    'the format of Peppol needs a look-up',
    'DE-DE',
    { ...CREDENTIAL, ...YES, format: 'ubl' },
    'de-domestic-peppol PEPPOL',
  ],
  [
    'the profile xrechnung forces nothing',
    'DE-DE',
    { ...CREDENTIAL, ...YES, profile: 'xrechnung' },
    'de-domestic-peppol PEPPOL',
  ],
  ['a foreign seller with a German buyer needs a look-up', 'AT-DE', YES, 'cross-border-peppol PEPPOL'],
  [
    'also with the profile xrechnung',
    'AT-DE',
    { ...YES, profile: 'xrechnung' },
    'cross-border-peppol PEPPOL',
  ],
  ['any other pair needs a look-up, also a domestic one', 'NL-NL', YES, 'cross-border-peppol PEPPOL'],
  ['Peppol is chosen without a credential, too', 'NL-NO', YES, 'cross-border-peppol PEPPOL'],
  ['an unregistered buyer elsewhere has no route', 'NL-NL', NO, 'EI-ROUTE-UNDECIDED route'],
  ['a failed look-up elsewhere has no route for now', 'NL-NL', UNKNOWN, 'EI-ROUTE-PEPPOL-UNKNOWN route'],
  [
    'a German format outside Germany fits no route, and needs no look-up',
    'AT-DE',
    { format: 'xrechnung-ubl' },
    'EI-ROUTE-UNDECIDED route',
  ],
  ['ro-cius belongs to a Romanian pair', 'RO-RO', { profile: 'ro-cius' }, 'ro-domestic RO-EFACTURA'],
  ['ro-cius fits no other pair', 'RO-DE', { ...YES, profile: 'ro-cius' }, 'EI-ROUTE-UNDECIDED profile'],
  ['fr-ctc belongs to a French seller', 'FR-DE', { profile: 'fr-ctc' }, 'fr-cross-border FR-PA'],
  ['fr-ctc fits no other seller', 'DE-DE', { profile: 'fr-ctc' }, 'EI-ROUTE-UNDECIDED profile'],
];

describe('the choice of a route', () => {
  for (const [sentence, pair, facts, chosen] of ROWS)
    it(sentence, () => assert.equal(choose(pair, facts), chosen));

  it('has a row for every rule', () => {
    const seen = ROWS.map(([, , , chosen]) => chosen.split(' ')[0]);
    assert.deepEqual(
      ROUTE_RULES.filter(({ name }) => !seen.includes(name)),
      [],
    );
  });

  it('gives a hint about a profile of another country', () => {
    const choice = chooseRoute({
      sellerCountry: 'DE',
      buyerCountry: 'DE',
      hasPeppolCredential: false,
      profile: 'fr-ctc',
    });
    assert.match(
      english((choice.kind === 'undecided' && choice.finding.fixHint) || ''),
      /^Leave the profile out/,
    );
  });

  it('explains the law to a Polish seller with an unregistered buyer', () => {
    const choice = chooseRoute({ sellerCountry: 'PL', buyerCountry: 'DE', hasPeppolCredential: true, ...NO });
    assert.ok(choice.kind === 'undecided');
    assert.match(english(choice.finding.message), /PL-KSEF/);
    assert.deepEqual([choice.finding.source, choice.finding.whoFixes], ['router', 'erp']);
  });
});
