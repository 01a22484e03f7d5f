import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { english } from './english.ts';
import { CASH_DISCOUNT } from '../../src/domain/checks/early-rules/cash-discount.ts';
import { FACTURX_CODES } from '../../src/domain/checks/early-rules/facturx-codes.ts';
import { SIGNS_OF_VAT_TOTALS } from '../../src/domain/checks/early-rules/signs-of-vat-totals.ts';
import { FRENCH_RULES } from '../../src/domain/routes/fr-pa/early-rules.ts';
import { CURRENCIES } from '../../src/domain/routes/peppol/early-rules.ts';
import { POLISH_RULES, SHARED_WITH_POLAND } from '../../src/domain/routes/pl-ksef/early-rules.ts';
import { ROMANIAN_RULES } from '../../src/domain/routes/ro-efactura/early-rules.ts';
import type { RuleSet } from '../../src/domain/checks/early-rules/written-rule.ts';
import { CIUS_RO_RULES } from '../../src/domain/routes/ro-efactura/written-rules.ts';
import { EN16931_RULES } from '../../src/domain/checks/early-rules/written/en16931.ts';
import { FR_CTC_RULES } from '../../src/domain/routes/fr-pa/written-rules.ts';
import { PEPPOL_RULES } from '../../src/domain/routes/peppol/written-rules.ts';
import { XRECHNUNG_RULES } from '../../src/domain/checks/early-rules/written/xrechnung.ts';
import type { GroupMember, Member } from '../../src/domain/invoice/members.ts';
import { LIMITS } from '../../src/domain/invoice/limits.ts';
import { CANONICAL_SCHEMA } from '../../src/domain/invoice/schema.ts';
import { STRUCTURE_RULES } from '../../src/domain/invoice/structure-rules.ts';

/** It is valid on its route, without a remark. */
const SMALL_INVOICE = `{
  "invoice_ref": "order-4711",
  "route": "DE-XRECHNUNG",
  "document": {
    "invoice": { "number": "RE-4711", "issue_date": "2026-11-02", "due_date": "2026-12-02", "currency": "EUR", "buyer_reference": "Einkauf" },
    "seller": {
      "name": "Tischlerei Petersen GmbH", "vat_id": "DE281457638",
      "address": { "city": "Kiel", "postcode": "24103", "country": "DE" },
      "endpoint": { "scheme": "EM", "id": "rechnung@petersen.example" },
      "contact": { "name": "Inga Petersen", "phone": "+49 431 5550100", "email": "inga@petersen.example" }
    },
    "buyer": {
      "name": "Museum am Hafen",
      "address": { "city": "Kiel", "postcode": "24105", "country": "DE" },
      "endpoint": { "scheme": "EM", "id": "rechnung@museum.example" }
    },
    "delivery": { "date": "2026-10-30" },
    "payment": { "means_code": 58, "iban": "DE02120300000000202051" },
    "lines": [{ "name": "Vitrine", "quantity": 2, "unit": "C62", "unit_price": 450, "vat_category": "S", "vat_rate": 19 }]
  }
}`;

const SYNTAXES = { ubl: 'UBL', cii: 'CII' } as const;

/** `docs/canonical-invoice.md`: the schema table and the rule tables, for authors of an ERP's export. */
export const canonicalPage = (): string =>
  [HEAD, FIELDS, FIELDS_THAT_BELONG_TOGETHER, FIELDS_WITHOUT_A_TERM, ADAPTATIONS, EARLY_RULES]
    .join('\n\n')
    .concat('\n');

const HEAD = `# The canonical invoice

<!-- Written by \`npm run docs\` from the schema and rule tables of src/domain. -->

This is the \`document\` of \`POST /invoices\` and \`POST /validate\`. The whole body of a call, with a small invoice for \`DE-XRECHNUNG\`:

\`\`\`json
${SMALL_INVOICE}
\`\`\`

What another route demands beyond it stands [below](#rules-that-are-checked-before-a-document-is-built); \`ids check FILE\` names what is missing.
\`ids example plain\` and the other examples have more.

The invoice has no totals: the service computes them from the lines, in
decimal arithmetic, and rounds half away from zero. The value of each field is written into the document, used for it, or
refused; a value that is left out is reported. An unknown field is refused at any depth, and so is \`null\`. Empty text counts as left out.
The service removes blanks around a text, and control characters that XML cannot carry. Two documents that differ only in these
are the same invoice. The invoices of \`examples/members/\`, with the other examples, have every member.

Numbers are JSON numbers or decimal strings with a point. Dates are written YYYY-MM-DD. An invoice past one of these limits is
refused before any check runs:

| limit | at most |
| --- | --- |
| digits of a number | ${LIMITS.digitsBeforePoint} before and ${LIMITS.digitsAfterPoint} after the point |
| lines | ${LIMITS.lines.toLocaleString('en')} |
| notes | ${LIMITS.notes} of ${LIMITS.noteLength.toLocaleString('en')} characters |
| invoice number | ${LIMITS.numberLength} characters |
| telephone, email | ${LIMITS.contactLength.toLocaleString('en')} characters |
| payment terms | ${LIMITS.paymentTermsLength.toLocaleString('en')} characters |
| allowances, charges | ${LIMITS.adjustments.toLocaleString('en')} each, of the document and of a line |
| VAT category and rate | ${LIMITS.vatGroups} different pairs |
| VAT exemptions | ${LIMITS.exemptions} |
| seller ids, further accounts | ${LIMITS.identifiers} each |
| attributes of a line | ${LIMITS.attributes.toLocaleString('en')} |`;

const FIELDS = `## Fields

Paths are those of \`errors[].field\`, where entries count from 0 (\`lines[2].unit_price\`). BT and BG name the term of
EN 16931. *needed*: required if the object around it is given.

| field | term | value | needed |
| --- | --- | --- | --- |
${rows(CANONICAL_SCHEMA, '').join('\n')}`;

const FIELDS_THAT_BELONG_TOGETHER = `## Fields that belong together

${STRUCTURE_RULES.map(({ message, rule }) => `- ${english(message)}${rule ? ` (${rule.code})` : ''}`).join('\n')}`;

const FIELDS_WITHOUT_A_TERM = `## Fields without a term in EN 16931

A document of EN 16931 has every BT and BG of this page. The other fields:

| fields | in a document of EN 16931 |
| --- | --- |
| \`seller.register\`, \`seller.managing_directors\`, \`seller.legal_info\` | joined in BT-33 |
| \`buyer.tax_number\` | BT-47 if \`buyer.company_id\` is missing, otherwise left out |
| \`pl.split_payment\`, \`pl.cash_accounting\`, \`pl.triangular_simplification\`, \`pl.one_stop_shop\`, \`pl.payments_received\` | refused, because the law may require them |
| \`lines[].pl.new_transport\` | the same |
| \`advance_invoices\` (except on \`FR-PA\`), \`correction.amount_before\`, \`lines[].before_correction\` | the same |
| \`lines[].unit_price_with_vat\` | refused: BT-146 is without VAT, and the total would change |
| \`preceding_invoices[].route_number\`, \`preceding_invoices[].type_code\` | left out |
| the other members of \`pl\`, a \`vat_currency\` equal to the currency of the invoice | left out |
| \`payment.prepaid_date\` | left out; German law requires the date: state it in \`invoice.notes\` |
| \`invoice.business_process\`, \`buyer.is_consumer\` | left out on routes that decide them otherwise |
| \`lines[].item_kind\` | used by routes that need it |

A field that is left out is reported as \`EI-NOT-WRITTEN\`; nothing legal depends on it. If \`vat_exemption\` does not state why no VAT is charged
in the categories AE, K, G and O, the service writes the usual text and reports \`EI-ADAPTED\`.

FA(3) (\`PL-KSEF\`) has its own elements for these, and its own limits: [FA(3)](fa3.md).`;

const ADAPTATIONS = `## What a route derives or changes

Each change is reported as \`EI-ADAPTED\` (severity \`information\`, layer \`serializer\`), except for notes, of which nothing is lost.

On \`RO-EFACTURA\`, for addresses in Romania:

- A missing \`region\` follows from the post code, or from Bucharest as the city. A county's code without the country (\`CJ\`) gets it.
- In Bucharest the city becomes \`SECTOR1\` to \`SECTOR6\`, by the post code or a sector in street or city.
- If these leave the county open, or contradict each other, the invoice is refused (BR-RO-100, BR-RO-110). Nothing is guessed.
- A Romanian buyer without VAT number, company id and tax number is a consumer (BT-47 is thirteen zeros). A buyer with a personal number
  (CNP) as tax number or company id is a consumer, too.
- A note over 300 characters becomes several, if there is room. The end of a line's name over 100 characters moves into its description,
  if it fits.

On \`FR-PA\`, for parties in France:

- A missing SIREN is the end of the VAT number; one in groups is written without blanks. A SIRET in \`company_id\` becomes BT-29 or BT-46,
  with its SIREN in BT-30 or BT-47. A party without \`endpoint\` gets the SIREN as its address (scheme 0225).
- Notes that the law requires (\`#PMT#\`, \`#PMD#\`, \`#AAB#\`) and that are missing or have no text come from the client's record
  (\`fr.notes\`), else they have the usual texts.
- BT-23 is \`invoice.business_process\`. If it is missing, it comes from the client's record (\`fr.business_process\`), unless all lines state
  other kinds of items. A process of the record that cannot apply (2 on an unpaid invoice, 4 on an invoice of an advance) is written as 1,
  and 1 on a final invoice after an advance as 4.
- Without a record BT-23 has a letter from \`item_kind\` of the lines (B goods, S services, M both) and a number: 4 for a final invoice after
  an advance (\`advance_invoices\`, or \`preceding_invoices[].type_code\` 386), 2 for a paid one, else 1. If the lines state no kind, it is \`M1\`
  with a warning.
- A final invoice (380, 389) with \`advance_invoices\` states the complete supply. Each advance becomes an earlier invoice (BT-25, BT-26) after
  those of \`preceding_invoices\`, and its charged amount, with VAT, is paid (BT-113); \`payment.prepaid_amount\` is left out then.
- A consumer (\`buyer.is_consumer\`) gets the note \`#BAR#B2C\`: such an invoice belongs in e-reporting. A business abroad gets \`#BAR#B2BINT\` if the
  platform derives the report (\`fr.reports\` is \`platform\`).

An invoice uses the client's record as it was at its intake.

On \`PL-KSEF\`: marks of FA(3) that follow from the invoice, and a NIP in another spelling: [FA(3)](fa3.md).`;

const EARLY_RULES = `## Rules that are checked before a document is built

A broken rule answers 422 \`EI-SCHEMA\` at once, with the rule in \`related\`. These are the official rules that can be checked on the
canonical invoice; the official layers check every built document.

### EN 16931, every route; of them on \`PL-KSEF\` those named below

${ruleRows(EN16931_RULES.rules)}
${ofSyntaxes(EN16931_RULES)}

### XRechnung, \`DE-XRECHNUNG\` and profile \`xrechnung\`

${ruleRows([...XRECHNUNG_RULES.rules, CASH_DISCOUNT, SIGNS_OF_VAT_TOTALS])}
${ofSyntaxes(XRECHNUNG_RULES)}

### Factur-X, formats \`facturx\` and \`zugferd\` with the profile \`facturx\`

${ruleRows(FACTURX_CODES)}

### Peppol BIS Billing and Self-Billing, \`PEPPOL\`

${ruleRows([...PEPPOL_RULES.of.ubl, SIGNS_OF_VAT_TOTALS, ...CURRENCIES])}

### CIUS-RO, \`RO-EFACTURA\`

${ruleRows([...CIUS_RO_RULES.of.ubl, ...ROMANIAN_RULES])}

### France, \`FR-PA\`

${ruleRows([...FR_CTC_RULES.rules, ...FRENCH_RULES])}

### Poland, \`PL-KSEF\`

Of the rules of EN 16931 ${[...SHARED_WITH_POLAND].join(', ')}, and:

${ruleRows(POLISH_RULES)}`;

function rows(member: Member, path: string): string[] {
  if (member.kind === 'list' && member.of.kind === 'group')
    return [...inShort(member.of, `${path}[]`), ...rows(member.of, `${path}[]`)];
  if (member.kind === 'group')
    return [...member.members].flatMap(([name, { member: inner }]) =>
      rows(inner, path ? `${path}.${name}` : name),
    );
  const needed = member.unless ? 'of a line that counts' : member.required ? 'yes' : '';
  const shown = member.kind === 'list' ? `${path}[]` : path;
  return [`| \`${shown}\` | ${member.term ?? ''} | ${value(member)} | ${needed} |`];
}

/** A text that may be given in place of an object. */
function inShort({ shorthand, members }: GroupMember, path: string): string[] {
  const text = [...members.values()].find(({ property }) => property === shorthand)?.member;
  return text ? [`| \`${path}\` | ${text.term ?? ''} | text alone, or an object with | |`] : [];
}

function value(member: Member): string {
  switch (member.kind) {
    case 'text':
      return english(member.pattern?.says ?? 'text');
    case 'date':
      return 'date';
    case 'code':
      return `code: ${english(member.listName)}${member.default ? `; ${member.default} when left out` : ''}`;
    case 'number':
      return { any: 'number', 'not-negative': 'number, not negative', positive: 'number above zero' }[
        member.sign
      ];
    case 'boolean':
      return '`true` or `false`';
    case 'list':
      return `list: ${value(member.of)}`;
    case 'group':
      return 'object';
  }
}

interface ExplainedRule {
  readonly id: string;
  readonly term: string;
  readonly title?: Text;
  readonly fix: Text;
}

/** One row for each rule. A rule for several groups names the term of each. */
function ruleRows(rules: readonly ExplainedRule[]): string {
  const byId = new Map<string, ExplainedRule[]>();
  for (const rule of rules) byId.set(rule.id, [...(byId.get(rule.id) ?? []), rule]);
  return [
    '| rule | term | what is wrong | what to do |',
    '| --- | --- | --- | --- |',
    ...[...byId.values()].map((same) => {
      const [{ id, title = '', fix }] = same as [ExplainedRule];
      const terms = [...new Set(same.map(({ term }) => term))];
      // A rule about a term is about its like in a profile of France, too.
      const own = terms.filter((term) => !term.startsWith('EXT-'));
      return `| ${id} | ${(own.length > 0 ? own : terms).join(', ')} | ${escape(english(title))} | ${escape(english(fix))} |`;
    }),
  ].join('\n');
}

/** Rules that only one syntax has, or with a text of its own. */
function ofSyntaxes({ of }: RuleSet): string {
  return (['ubl', 'cii'] as const)
    .filter((syntax) => of[syntax].length > 0)
    .map(
      (syntax) => `\nFor ${SYNTAXES[syntax]} only, or as its own rules have it:\n\n${ruleRows(of[syntax])}\n`,
    )
    .join('');
}

function escape(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');
}
