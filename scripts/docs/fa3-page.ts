import { english } from './english.ts';
import { ADJUSTMENT_KEYS } from '../../src/domain/documents/fa3/adjustment-texts.ts';
import { BUYER_TAX_NUMBER_KEY, TERMS_KEY } from '../../src/domain/documents/fa3/describe.ts';
import {
  type Description,
  DESCRIPTIONS,
  LINE_DESCRIPTIONS,
} from '../../src/domain/documents/fa3/descriptions.ts';
import { LEXICAL_FORMS } from '../../src/domain/documents/fa3/lexical-forms.ts';
import { PAYMENT_FORMS } from '../../src/domain/documents/fa3/payment-forms.ts';
import { LEFT_OUT, FORM_RULES } from '../../src/domain/documents/fa3/form-rules.ts';
import { UNIT_WORDS } from '../../src/domain/documents/fa3/units.ts';
import { VAT_RATES } from '../../src/domain/documents/fa3/vat-rates.ts';
import type { MemberRule } from '../../src/domain/invoice/placed.ts';

const TAXES_IN_ZLOTYS =
  'and every other P_14_xW, if the taxes in zlotys of several rates are not those of a stated exchange rate';

/** Elements of the published examples that the model cannot express. A reader lists each. */
export const NOT_HELD: Readonly<Record<string, string>> = {
  'Fa/DodatkowyOpis': 'under a key of another program',
  'Fa/FaWiersz/KursWaluty': "another than the first line's",
  'Fa/FaWiersz/NrWierszaFa': 'of a line with `UU_ID`, if it is not its place in the file',
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
  'Fa/Zamowienie/ZamowienieWiersz/NrWierszaZam':
    'of a line with `UU_IDZ`, if it is not its place in the file',
  'Naglowek/DataWytworzeniaFa': 'it follows from the day of issue',
  'Naglowek/SystemInfo': '',
  'Podmiot2/Adres/GLN': '',
  'Podmiot2/GV': '1',
  'Podmiot2/IDNabywcy': 'if one buyer is corrected',
  'Podmiot2/JST': '1',
  'Stopka/Rejestry/BDO': '',
  'Stopka/Rejestry/REGON': 'beside a KRS',
};

/** Elements of advances that the model cannot hold although no published example has them; the tests of advances list each. */
export const NOT_HELD_OF_ADVANCES: Readonly<Record<string, string>> = {
  'Fa/KursWalutyZ': 'of a correction of an advance, and beside several payments',
  'Fa/P_14_1W': TAXES_IN_ZLOTYS,
  'Fa/P_14_2W': TAXES_IN_ZLOTYS,
  'Fa/ZaliczkaCzesciowa/KursWalutyZW': 'of an invoice in zlotys',
};

/** Contents of FA(3) without a member in the canonical form, each with the reason. */
export const NOT_SAID = {
  simplified:
    'A simplified invoice (RodzajFaktury UPR, art. 106e (5) (3) of the VAT act): a buyer without name and address, lines without quantity and price.',
  amountAlone: 'A line that states P_11 without quantity and unit price: amounts are computed from both.',
  quantityAlone: 'A line of a correction without price and VAT rate.',
  partlyWithVat: 'Prices with VAT on some taxed lines and without VAT on others.',
  twoCountries:
    'Lines of the one-stop shop (P_12_XII) beside lines at a rate of Poland: `pl.one_stop_shop` is of the whole invoice.',
  otherEori: 'NrEORI of the tax representative, of the payee and of the recipient of the delivery.',
  rateBefore:
    'KursWalutyZK, the exchange rate of an advance or final invoice before its correction. The schema does not require it. P_14_xW of a correction follows from `vat_exchange_rate`, or is `vat_total_in_vat_currency` as booked.',
} as const satisfies Readonly<Record<string, string>>;

/** `docs/fa3.md`: the fields of an invoice in FA(3), for authors of an ERP's export and readers of the result. */
export const fa3Page = (): string =>
  [
    HEAD,
    KINDS_OF_INVOICE,
    WHAT_DOES_NOT_FIT,
    VAT,
    PARTIES,
    LINES,
    PAYMENT,
    ADDITIONAL_DESCRIPTIONS,
    ATTACHMENT,
    BEFORE_A_DOCUMENT,
    NOT_WRITTEN,
    NOT_EXPRESSIBLE,
    NOT_READ,
  ]
    .join('\n\n')
    .concat('\n');

const HEAD = `# FA(3)

<!-- Written by \`npm run docs\` from the tables of src/domain/documents/fa3. -->

The document of \`PL-KSEF\`, format \`fa3\`. Why it is code and not a table of a syntax:
[ADR 20](adr/0020-fa3-is-code-with-tables.md). The same invoice gives the same bytes: \`DataWytworzeniaFa\` is the day of issue at
midnight UTC.`;

const KINDS_OF_INVOICE = `## Kinds of invoice

| \`type_code\` | RodzajFaktury |
| --- | --- |
| 380, 326, 875, 876, 877 | VAT |
| 389 | VAT with P_17 = 1: the buyer writes the invoice |
| 381 | KOR; the credited amount is a negative difference |
| 384 | KOR; amounts keep their signs: state the difference |
| 386 | ZAL: \`lines\` are the whole order (Zamowienie), \`pl.payments_received\` is what is billed |
| 380, 389 with \`advance_invoices\` | ROZ: \`lines\` are the whole supply; what was charged with the advances is subtracted |
| 381, 384 of an invoice with \`type_code\` 386 in \`preceding_invoices\` | KOR_ZAL |
| 381, 384 with \`advance_invoices\` | KOR_ROZ |

### Advances

- What an advance bills is divided among the rates in proportion to the order, each line with its VAT. The VAT in it is
  G × rate ÷ (100 + rate). Several payments are in ZaliczkaCzesciowa; the day of a single one is P_6.
- A final invoice names each advance invoice by its KSeF number (\`route_number\`) and states in \`vat_breakdown\` what was charged with it.
  Without \`route_number\` the service finds it by \`number\` and \`issue_date\` among the invoices that the client has sent through it.
- An advance in \`payment.prepaid_amount\` would be charged with VAT twice. It is refused beside an earlier invoice of \`type_code\` 386, and
  warned of beside one whose kind is not stated (\`EI-FA3-ADVANCE\`).
- The correction of an advance states the whole order before and after, what was paid before (\`correction.amount_before\`, P_15ZK) and the
  difference of the payment (\`pl.payments_received\`, if it changes). A line that follows none with \`before_correction\` is added to the order.
  An allowance or a charge of the document is stated as a line, as it has no state before the correction.
- The correction of a final invoice states what was left to pay before, and in \`vat_breakdown\` only what changes.

### Corrections

- A correction names the invoices that it corrects: \`preceding_invoices\` with \`number\`, \`issue_date\` and, if they are in KSeF, their number
  in \`route_number\`. Without it the service uses the number of the accepted invoice of this number, day and seller that the client has sent
  through it. Any other invoice is marked as issued outside of KSeF (NrKSeFN).
- \`correction\` states why (\`reason\`), from which day it takes effect (\`effect\`: TypKorekty 1, 2, 3; never guessed), for which time (\`period\`)
  and which number was meant (\`right_number\`).
- While the corrected invoice is on its way and has no number yet, its correction is refused (\`EI-FA3-CORRECTED\` in \`related\`): send it when
  the invoice is accepted.
- A line with \`before_correction\` is the line as it was (StanPrzed). The next one is the line as it is, unless the line is removed. Both keep
  their signs, on a credit note, too, and the sums are the difference. Any other line of a correction is a difference.
- Parties as the corrected invoice names them are \`correction.seller_before\` (Podmiot1K) and \`correction.buyers_before\` (Podmiot2K).
  IDNabywcy joins several buyers to the present buyer and additional buyers. A number cannot be corrected. Such a correction, and one of a
  period, may have no lines; its sums are zero.`;

const WHAT_DOES_NOT_FIT = `## What does not fit

What FA(3) has no field for is refused before a document is built, with 422 \`EI-SCHEMA\` at the member. \`related\` names the rule:

| rule | means |
| --- | --- |
| of EN 16931 (\`BR-29\`) | Poland shares it |
| ours (\`EI-FA3-UNION-BUYER\`) | Polish law demands it |
| \`EI-XSD\` | the schema of FA(3) refuses the value: a text that is too long, too many digits |
| \`EI-FA3-FORM\` | the form has no field for it, or only together with another; no published rule has an id for that |`;

const VAT = `## VAT

| category | rate | P_12 | sums |
| --- | --- | --- | --- |
${VAT_RATES.map(vatRow).join('\n')}

- Rates that share a field are added up.
- An invoice in another currency needs \`vat_currency\` PLN with \`vat_exchange_rate\`. P_14_xW is each tax in zlotys, KursWaluty the rate. The
  total as booked (\`vat_total_in_vat_currency\`) has priority.
- \`pl.one_stop_shop\` marks a sale of the one-stop shop (OSS, chapter 6a of section XII of the VAT act): every line of category S has the rate of
  the country of the consumer, also if Poland has the same rate. Its VAT is stated in the currency of the invoice alone.
- The reason of an exemption is in P_19A if it names the Polish act, in P_19B if it names the directive or its code (VATEX) is of an article of
  the directive, else in P_19C. A code alone is written as that article. One of another category, such as VATEX-EU-AE, names no exemption: alone
  it is refused.

A member states an annotation, or it follows from the lines, never from the words of a note. \`EI-FA3-NOTE\` warns of a note that mentions an
annotation that is not set.

| annotation | member | when left out |
| --- | --- | --- |
| P_16 cash method | \`pl.cash_accounting\` | \`vat_date_code\` 432 |
| P_17 self-billing | | type 389; 381, 384 of an invoice with \`type_code\` 389 in \`preceding_invoices\` |
| P_18 reverse charge | \`pl.reverse_charge\` | category AE; \`pl.triangular_simplification\`; services of category K; category O as below |
| P_18A split payment | \`pl.split_payment\` | above 15,000 PLN with VAT and a line of \`pl.annex_15\`, unless the buyer is a consumer (remarked) |
| P_23 triangular transaction | \`pl.triangular_simplification\` | no |
| TP, FP, P_1M | \`pl.related_parties\`, \`pl.till_receipt\`, \`pl.place_of_issue\` | no |
| ZwrotAkcyzy | \`pl.excise_refund\` | no |
| P_22 new means of transport | \`lines[].pl.new_transport\` | P_22N |
| P_42_5 document of export | \`pl.export_document\`: the buyer drives, sails or flies it away (art. 42 (5) of the VAT act) | no |
| P_12_Zal_15, GTU, Procedura, PKWiU, CN, PKOB of a line | \`lines[].pl\` | no |

The lines decide P_18 by \`item_kind\`: services of category K; of category O what is no goods, if the buyer is a business outside of the European
Union (remarked as \`EI-ADAPTED\`).

Each new means of transport has the number of its line (P_NrWierszaNST). It is an intra-Community supply (category K) to any buyer, so a buyer
without a VAT number is accepted if every line of category K states one.

PrefiksPodatnika is written for category K, for services to the European Union and with P_23.`;

const PARTIES = `## Parties

The seller is identified by a NIP (\`seller.vat_id\`); its \`company_id\` of ten digits is a KRS, of nine or fourteen a REGON. The buyer is
identified by the first of these that it has:

| member of the buyer | in FA(3) |
| --- | --- |
| \`vat_id\` with PL | NIP |
| \`vat_id\` of another state of the European Union | KodUE and NrVatUE |
| another \`vat_id\` | KodKraju and NrID |
| \`tax_number\`, then \`company_id\` | KodUE and NrVatUE if it is a VAT number of another state of the European Union (XI and EL too), otherwise NrID |
| none, or \`buyer.is_consumer\` | a consumer (BrakID) |

- A NIP is recognised in any of them, with or without PL, blanks and dashes, and always written as NIP (\`EI-ADAPTED\`), because only then the
  buyer finds the invoice. No other number identifies a buyer in Poland: a KRS or REGON is in DodatkowyOpis.
- A PESEL (eleven digits) is not written, whether the seller, the buyer or the payee has it in a number for companies or taxes (\`EI-NOT-WRITTEN\`).
- \`EI-FA3-BUYER-UNSEEN\` warns if a consumer is probably not meant.
- \`payee\` and \`delivery\` are Podmiot3 with a role in words (*Odbiorca płatności*, *Odbiorca dostawy*), \`tax_representative\` is
  PodmiotUpowazniony. A payee's VAT number of the European Union is KodUE and NrVatUE, too. A payee with
  \`is_factor\` has Rola 1, and its accounts are in RachunekBankowyFaktora.
- \`pl.seller_eori\`, \`pl.buyer_eori\` and \`pl.third_parties[].eori\` are NrEORI. \`pl.seller_status\` is StatusInfoPodatnika.
- \`pl.third_parties\` are Podmiot3 in the roles 2 to 11 or one of their own. A recipient of local government sets JST, one of a VAT group GV.`;

const LINES = `## Lines

An allowance of a line is P_10. What FA(3) has no field for is a line of its own: charges of a line, allowances and charges of the
document; DodatkowyOpis beside it states from what it was computed. P_9A is the price of one unit.

Prices with VAT (\`unit_price_with_vat\`, on every line or on none; categories S, Z and E) are P_9B and P_11A, and P_9A and P_11 are left out.
Allowances and charges of such lines are with VAT, too. VAT follows from the sum of a rate: P_14 = P_11A × rate ÷ (100 + rate), P_13 the rest
(art. 106e (7) of the VAT act).

Units:
${Object.entries(UNIT_WORDS)
  .map(([code, word]) => `${code} ${word}`)
  .join(', ')}; another one is its code.`;

const PAYMENT = `## Payment

| FormaPlatnosci | \`means_code\` |
| --- | --- |
${rows(PAYMENT_FORMS, (form, codes) => `| ${form} | ${codes.join(', ')} |`)}
| PlatnoscInna | any other, in words |

\`prepaid_amount\` with \`prepaid_date\` is Zaplacono (the whole) or ZaplataCzesciowa (a part), without a date Odliczenia in Rozliczenie;
\`rounding_amount\` is in Rozliczenie, too. One cash discount in the terms (\`#SKONTO#TAGE=14#PROZENT=2.00#\`) is Skonto.
\`pl.payment_link\` is LinkDoPlatnosci, \`pl.payment_id\` IPKSeF, the identifier that the link has in its query.`;

const ADDITIONAL_DESCRIPTIONS = `## Additional descriptions

Notes are in Stopka: three, and more of them share the third. What else has no element is in DodatkowyOpis, for a line with its number: \`payment.terms\` as ${TERMS_KEY}, \`buyer.tax_number\` beside another number as ${BUYER_TAX_NUMBER_KEY}, allowances and charges as
${Object.values(ADJUSTMENT_KEYS).join(', ')}, and:

| Klucz | term | in brackets |
| --- | --- | --- |
${[...DESCRIPTIONS, ...LINE_DESCRIPTIONS].map(descriptionRow).join('\n')}`;

const ATTACHMENT = `## Attachment

\`pl.attachment_blocks\` are BlokDanych of Zalacznik: \`heading\` ZNaglowek, \`data\` MetaDane (at least one), \`paragraphs\` Akapit, \`tables\` Tabela
with \`data\` TMetaDane, \`description\` Opis, \`columns\` Kol with \`type\` Typ, \`rows\` Wiersz and \`totals\` Suma. A row has one cell for each column; an
empty text keeps a cell empty. KSeF takes such an invoice only of sellers that are registered for attachments ([KSeF](routes/pl-ksef.md#in-batches)).`;

const BEFORE_A_DOCUMENT = `## What is refused before a document is built

${FORM_RULES.map(ruleRow).join('\n')}

FA(3) accepts no longer texts and numbers than these; in every other element at most 256 characters:

| element | accepts |
| --- | --- |
${rows(LEXICAL_FORMS, (name, { says }) => `| ${name} | ${english(says)} |`)}`;

const NOT_WRITTEN = `## What is left out and reported (\`EI-NOT-WRITTEN\`)

${LEFT_OUT.map(ruleRow).join('\n')}`;

const NOT_EXPRESSIBLE = `## What the canonical form cannot express

Such an invoice is sent as a finished file (\`POST /invoices/xml\`). In JSON the missing member, or a member of another name, is refused with
\`EI-SCHEMA\` at its path; nothing is left out silently.

${rows(NOT_SAID, (_, why) => `- ${why}`)}`;

const NOT_READ = `## What a file may contain and the model cannot express

Each is listed by element when a file is read, and no other element of the published examples is.

${rows(NOT_HELD, unheldRow)}

Of advances, too:

${rows(NOT_HELD_OF_ADVANCES, unheldRow)}`;

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
  isOneStopShop,
}: (typeof VAT_RATES)[number]): string {
  const where = { PL: ' (buyer in Poland)', EU: ' (buyer in the European Union)', other: '' }[
    buyer ?? 'other'
  ];
  const margin = reasons ? ` (${reasons.join(', ')})` : '';
  const kind = itemKind ? ` (${itemKind})` : isTriangular ? ' (goods of a triangular transaction)' : '';
  const oss = isOneStopShop ? ' (`pl.one_stop_shop`)' : '';
  const stated = isOneStopShop ? 'P_12_XII' : (p12 ?? 'none');
  return `| ${category}${where}${kind}${margin}${oss} | ${isOneStopShop ? 'any' : (rate ?? '')} | ${stated} | ${[net, tax].filter(Boolean).join(', ')} |`;
}

function descriptionRow({ key, term, besides }: Description): string {
  return `| ${key} | ${term} | ${besides.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).join(', ')} |`;
}

function unheldRow(path: string, why: string): string {
  return `- \`${path}\`${why === '' ? '' : `: ${why}`}`;
}

function ruleRow({ message, fix }: MemberRule): string {
  return `- ${english(message)} ${english(fix)}`;
}

function rows<T>(table: Readonly<Record<string, T>>, row: (name: string, value: T) => string): string {
  return Object.entries(table)
    .map(([name, value]) => row(name, value))
    .join('\n');
}
