import { ADJUSTMENT_KEYS } from '../src/domain/documents/fa3/adjustment-texts.ts';
import { BUYER_TAX_NUMBER_KEY, TERMS_KEY } from '../src/domain/documents/fa3/describe.ts';
import {
  type Description,
  DESCRIPTIONS,
  LINE_DESCRIPTIONS,
} from '../src/domain/documents/fa3/descriptions.ts';
import { LEXICAL_FORMS } from '../src/domain/documents/fa3/lexical-forms.ts';
import { PAYMENT_FORMS } from '../src/domain/documents/fa3/payment-forms.ts';
import { LEFT_OUT, REFUSALS } from '../src/domain/documents/fa3/refusals.ts';
import { UNIT_WORDS } from '../src/domain/documents/fa3/units.ts';
import { VAT_RATES } from '../src/domain/documents/fa3/vat-rates.ts';
import type { MemberRule } from '../src/domain/invoice/placed.ts';

/** Elements of the published examples that the model cannot express. A reader lists each. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  'Fa/DodatkowyOpis': 'under a key of another program',
  'Fa/FaWiersz/KursWaluty': "another than the first line's",
  'Fa/FaWiersz/P_11Vat': '',
  'Fa/Platnosc': 'several payments before',
  'Fa/Platnosc/FormaPlatnosci': '3, 5 and 7',
  'Fa/Platnosc/RachunekBankowy/NazwaBanku': '',
  'Fa/Platnosc/RachunekBankowy/RachunekWlasnyBanku': '',
  'Fa/Platnosc/RachunekBankowyFaktora': 'if no factor is named',
  'Fa/Platnosc/TerminPlatnosci': 'the second one',
  'Fa/Platnosc/ZaplataCzesciowa/FormaPlatnosci': '',
  'Fa/Podmiot2K/IDNabywcy': 'if one buyer is corrected',
  'Fa/RodzajFaktury':
    'UPR, and ROZ and KOR_ROZ that name no advance invoice, are read as the kind that is nearest',
  'Fa/Rozliczenie/Obciazenia': 'for other reasons than ours',
  'Fa/Rozliczenie/Odliczenia': 'for other reasons than ours',
  'Fa/Rozliczenie/SumaObciazen': '',
  'Fa/Rozliczenie/SumaOdliczen': '',
  'Fa/WarunkiTransakcji/NrPartiiTowaru': '',
  'Fa/WarunkiTransakcji/Transport': '',
  'Fa/WarunkiTransakcji/WarunkiDostawy': '',
  'Fa/WarunkiTransakcji/Zamowienia/DataZamowienia': '',
  'Naglowek/DataWytworzeniaFa': 'it follows from the day of issue',
  'Naglowek/SystemInfo': '',
  'Podmiot2/Adres/GLN': '',
  'Podmiot2/GV': '1',
  'Podmiot2/IDNabywcy': 'if one buyer is corrected',
  'Podmiot2/JST': '1',
  'Stopka/Rejestry/BDO': '',
  'Stopka/Rejestry/REGON': 'beside a KRS',
  Zalacznik: '',
};

/** Contents of FA(3) without a member in the canonical form, each with the reason. */
export const NOT_SAID = {
  simplified:
    'A simplified invoice (RodzajFaktury UPR, art. 106e (5) (3) of the VAT act): a buyer without name and address, lines without quantity and price.',
  amountAlone: 'A line that states P_11 without quantity and unit price: amounts are computed from both.',
  quantityAlone: 'A line of a correction without price and VAT rate.',
  partlyWithVat:
    'Prices with VAT on some lines and without VAT on others, such as a line of a margin scheme beside a taxed one.',
  rateBefore:
    'KursWalutyZK, the exchange rate of an advance or final invoice before its correction. The schema does not require it. P_14_xW of a correction follows from `vat_exchange_rate`, or is `vat_total_in_vat_currency` as booked.',
} as const satisfies Readonly<Record<string, string>>;

/** `docs/fa3.md`: the fields of an invoice in FA(3), for authors of an ERP's export and readers of the result. */
export const fa3Page = (): string =>
  `# FA(3)

<!-- Written by \`npm run docs\` from the tables of src/domain/documents/fa3. -->

The document of \`PL-KSEF\`, format \`fa3\`. Why it is code and not a table of a syntax:
[ADR 20](adr/0020-fa3-is-code-with-tables.md). The same invoice gives the same bytes: \`DataWytworzeniaFa\` is the day of issue at
midnight UTC.

## Kinds of invoice

| \`type_code\` | RodzajFaktury |
| --- | --- |
| 380, 326, 875, 876, 877 | VAT |
| 389 | VAT with P_17 = 1: the buyer writes the invoice |
| 381 | KOR; what the credit note takes back is a negative difference |
| 384 | KOR; amounts keep their signs: state the difference |
| 386 | ZAL: \`lines\` are the whole order (Zamowienie), \`pl.payments_received\` is what is billed |
| 380, 389 with \`advance_invoices\` | ROZ: \`lines\` are the whole supply, of which what was charged with the advances is taken off |
| 381, 384 of an invoice with \`type_code\` 386 in \`preceding_invoices\` | KOR_ZAL |
| 381, 384 with \`advance_invoices\` | KOR_ROZ |

What an advance bills is parted over the rates in proportion of the order, each line with its VAT; the VAT in it is G × rate ÷ (100 + rate).
Several payments stand in ZaliczkaCzesciowa; the day of one is P_6. A final invoice names each advance invoice by its KSeF number (\`route_number\`; left out, it is
found by \`number\` and \`issue_date\` among the invoices that the client sent through here) and says in \`vat_breakdown\` what was charged with it.
An advance in \`payment.prepaid_amount\` would be charged with VAT twice: it is refused beside an earlier invoice of \`type_code\` 386, and warned of
beside one of which the kind is not said (\`EI-FA3-ADVANCE\`). The correction of an advance states the whole order before and after, what was paid
before (\`correction.amount_before\`, P_15ZK) and the difference of the payment (\`pl.payments_received\`, if it changes); that of a final
invoice what was left to pay before, and in \`vat_breakdown\` only what changes.

Parties as the corrected invoice names them are \`correction.seller_before\` (Podmiot1K) and \`correction.buyers_before\` (Podmiot2K); IDNabywcy joins
several buyers to the buyer and the additional buyers of now. A number cannot be corrected. Such a correction, and one of a period, may have
no lines; its sums are zero.

A line with \`before_correction\` is the line as it was (StanPrzed); the one behind it is the line as it is, unless the line goes. Both keep their
signs, on a credit note, too, and the sums are the difference. Any other line of a correction is a difference.

A correction names the invoices that it corrects: \`preceding_invoices\` with \`number\`, \`issue_date\` and, where they are in KSeF, their
number in \`route_number\`. Left out, it is that of the accepted invoice of this number, day and seller that the client sent through
here; of any other it is said to be issued outside of KSeF (NrKSeFN). \`correction\` says why (\`reason\`), from which day it takes effect
(\`effect\`: TypKorekty 1, 2, 3; never guessed), of which time (\`period\`) and which number was meant (\`right_number\`). While that invoice is on its way and has no number yet, its
correction is refused (\`EI-FA3-CORRECTED\` in \`related\`): send it when the invoice is accepted.

## What does not fit

What FA(3) has no place for is refused before a document is built, with 422 \`EI-SCHEMA\` at the member. \`related\` names the rule: one of EN 16931
that Poland shares (\`BR-29\`), one of ours that Polish law asks for (\`EI-FA3-UNION-BUYER\`), \`EI-XSD\` if the schema of FA(3) refuses the value
that would be written (a text that is too long, too many digits), and \`EI-FA3-FORM\` for everything else: the form has no field for it, or
only together with another, and no published rule has an id for that.

## VAT

| category | rate | P_12 | sums |
| --- | --- | --- | --- |
${VAT_RATES.map(vatRow).join('\n')}

Two rates of one place are added up. An invoice in another currency needs \`vat_currency\` PLN with \`vat_exchange_rate\`: P_14_xW is each
tax in zlotys, KursWaluty the rate; the total as booked (\`vat_total_in_vat_currency\`) wins. Why an exemption holds stands in P_19A where
the reason names the Polish act, in P_19B where it names the directive or is a VATEX-EU code, else in P_19C.

Annotations are said by a member or follow from the lines, never from the words of a note (a note that speaks of one that is not set is
warned of, \`EI-FA3-NOTE\`):

| annotation | member | when left out |
| --- | --- | --- |
| P_16 cash method | \`pl.cash_accounting\` | \`vat_date_code\` 432 |
| P_17 self-billing | | type 389 |
| P_18 reverse charge | \`pl.reverse_charge\` | category AE; \`pl.triangular_simplification\`; services of category K; category O as below |
| P_18A split payment | \`pl.split_payment\` | above 15,000 PLN with VAT and a line of \`pl.annex_15\`, unless the buyer is a consumer (remarked) |
| P_23 triangular transaction | \`pl.triangular_simplification\` | no |
| TP, FP, P_1M | \`pl.related_parties\`, \`pl.till_receipt\`, \`pl.place_of_issue\` | no |
| P_12_Zal_15, GTU, Procedura, PKWiU, CN, PKOB of a line | \`lines[].pl\` | no |

The lines decide P_18 by \`item_kind\`: services of category K; of category O what is no goods, if the buyer is a business outside of the European
Union (remarked as \`EI-ADAPTED\`).

PrefiksPodatnika is written for category K, for services to the European Union and with P_23.

## Parties

The seller is named by a NIP (\`seller.vat_id\`). The buyer is identified by \`vat_id\`: with PL a NIP, with another state of the European Union
KodUE and NrVatUE, else KodKraju and NrID; without it by \`tax_number\`, then \`company_id\`, as NrID. A NIP is recognised in any of them,
with or without PL, blanks and dashes, and always written as NIP (\`EI-ADAPTED\`), because only then the buyer finds the invoice. Of a buyer
in Poland no other number names the buyer: a KRS or REGON stands in DodatkowyOpis, a PESEL is not written. Without a number, or with
\`buyer.is_consumer\`, the buyer is a consumer (BrakID). \`EI-FA3-BUYER-UNSEEN\` warns where that is probably not meant. \`payee\` and \`delivery\` are Podmiot3 with a role in words (*Odbiorca płatności*, *Odbiorca dostawy*),
\`tax_representative\` is PodmiotUpowazniony. A payee with \`is_factor\` has Rola 1 and its accounts stand in RachunekBankowyFaktora;
\`pl.third_parties\` are Podmiot3 in the roles 2 to 11 or one of their own. A recipient of local government sets JST, one of a VAT group GV. A seller's \`company_id\` of ten digits is a KRS, of nine or fourteen a REGON.

## Lines

An allowance of a line is P_10. What FA(3) has no field for is a line of its own: charges of a line, allowances and charges of the
document; DodatkowyOpis beside it says from what it was computed. P_9A is the price of one unit.

Prices with VAT (\`unit_price_with_vat\`, on every line or on none; categories S, Z and E) are P_9B and P_11A, and P_9A and P_11 are left out.
Allowances and charges of such lines are with VAT, too. VAT follows from the sum of a rate: P_14 = P_11A × rate ÷ (100 + rate), P_13 the rest
(art. 106e (7) of the VAT act).

Units:
${Object.entries(UNIT_WORDS)
  .map(([code, word]) => `${code} ${word}`)
  .join(', ')}; another one is its code.

## Payment

| FormaPlatnosci | \`means_code\` |
| --- | --- |
${Object.entries(PAYMENT_FORMS)
  .map(([form, codes]) => `| ${form} | ${codes.join(', ')} |`)
  .join('\n')}
| PlatnoscInna | any other, in words |

\`prepaid_amount\` with \`prepaid_date\` is Zaplacono (the whole) or ZaplataCzesciowa (a part), without a date Odliczenia in Rozliczenie;
\`rounding_amount\` stands in Rozliczenie, too. One cash discount in the terms (\`#SKONTO#TAGE=14#PROZENT=2.00#\`) is Skonto.

## Additional descriptions

Notes stand in Stopka: three, and more of them share the third. What else has no element stands in DodatkowyOpis, for a line beside its
number: \`payment.terms\` as ${TERMS_KEY}, \`buyer.tax_number\` beside another number as ${BUYER_TAX_NUMBER_KEY}, allowances and charges as
${Object.values(ADJUSTMENT_KEYS).join(', ')}, and:

| Klucz | term | in brackets |
| --- | --- | --- |
${[...DESCRIPTIONS, ...LINE_DESCRIPTIONS].map(descriptionRow).join('\n')}

## What is refused before a document is built

${REFUSALS.map(refusalRow).join('\n')}

FA(3) takes no longer texts and numbers than these; in every other element at most 256 characters:

| element | takes |
| --- | --- |
${Object.entries(LEXICAL_FORMS)
  .map(([name, { says }]) => `| ${name} | ${says} |`)
  .join('\n')}

## What is left out, and said to be (\`EI-NOT-WRITTEN\`)

${LEFT_OUT.map(refusalRow).join('\n')}

## What the canonical form cannot say

Such an invoice is sent as a finished file (\`POST /invoices/xml\`). In JSON the missing member, or a member of another name, is refused with
\`EI-SCHEMA\` at its place; nothing is left out silently.

${Object.values(NOT_SAID)
  .map((why) => `- ${why}`)
  .join('\n')}

## What a file may say and the model cannot hold

Each is listed by element when a file is read, and no other element of the published examples is.

${Object.entries(NOT_HELD)
  .map(([path, why]) => `- \`${path}\`${why === '' ? '' : `: ${why}`}`)
  .join('\n')}
`;

function vatRow({
  category,
  rate,
  p12,
  net,
  tax,
  buyer,
  reasons,
  itemKind,
  isTriangular,
}: (typeof VAT_RATES)[number]): string {
  const where = { PL: ' (buyer in Poland)', EU: ' (buyer in the European Union)', other: '' }[
    buyer ?? 'other'
  ];
  const margin = reasons ? ` (${reasons.join(', ')})` : '';
  const kind = itemKind ? ` (${itemKind})` : isTriangular ? ' (goods of a triangular transaction)' : '';
  return `| ${category}${where}${kind}${margin} | ${rate ?? ''} | ${p12 ?? 'none'} | ${[net, tax].filter(Boolean).join(', ')} |`;
}

const descriptionRow = ({ key, term, besides }: Description): string =>
  `| ${key} | ${term} | ${besides.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(', ')} |`;

const refusalRow = ({ message, fix }: MemberRule): string => `- ${message} ${fix}`;
