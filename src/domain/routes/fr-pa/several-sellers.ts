import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { PROCESSES_OF_SEVERAL_SELLERS } from '../../invoice/codes/french-processes.ts';
import { parentsOf } from '../../invoice/line-types.ts';
import { isTopGroup, subInvoiceVat } from '../../invoice/sub-invoices.ts';
import { computeAmounts } from '../../invoice/totals.ts';
import type { Breach, EarlyRule } from '../../checks/early-rules/early-rule.ts';
import { singleSpaced } from '../../vocabulary/text.ts';
import type { RuleSyntax } from '../../checks/early-rules/written-rule.ts';
import { TEXTS_OF_SEVERAL_SELLERS } from './written-texts.ts';

/** Schemes of what a line is about: the number of its sub-invoice, and the process of that. */
type Scheme = 'AFL' | 'AVV';

/** A line, as the rules read it. */
interface Place {
  readonly line: Line;
  /** JSON path. */
  readonly field: string;
  readonly number: string;
  readonly seller: string;
  /** The line that it names. */
  readonly above?: Place | undefined;
}

const plain = (text: string | undefined): string => singleSpaced(text ?? '');

const objects = ({ invoicedObject, furtherObjects }: Line) =>
  [invoicedObject, ...furtherObjects].filter((one) => one !== undefined);

/** All of a scheme: the published rules end with an error at a second one. */
const ofScheme = (line: Line, scheme: Scheme): string =>
  objects(line)
    .filter((one) => one.scheme === scheme)
    .map(({ id }) => plain(id))
    .join(' ');

/** All rules here read the same places, and an invoice never changes. */
const PLACES = new WeakMap<CanonicalInvoice, readonly Place[]>();

function placesIn(invoice: CanonicalInvoice): readonly Place[] {
  const places = PLACES.get(invoice) ?? readPlaces(invoice);
  PLACES.set(invoice, places);
  return places;
}

function readPlaces({ lines }: CanonicalInvoice): readonly Place[] {
  const parents = parentsOf(lines);
  const places = lines.map((line, index) => ({
    line,
    field: `lines[${index}]`,
    number: ofScheme(line, 'AFL'),
    seller: plain(line.seller?.companyId?.id),
  }));
  return places.map((place, index) => ({ ...place, above: places[parents[index] ?? -1] }));
}

const topGroups = (places: readonly Place[]): readonly Place[] =>
  places.filter(({ line }) => isTopGroup(line));

type Find = (places: readonly Place[], invoice: CanonicalInvoice) => readonly Breach[];

/** Which processes a rule is about: of several sellers, of a sale and a counter-sale, or either. */
const SELLERS = /8$/;
const TWO_WAY = /9$/;
const EITHER = /[89]$/;

/** The published rules read the number of every invoice with such lines, and end with an error at a second one. */
const ONE_NUMBER: EarlyRule = {
  id: 'BR-FR-30_BT-128',
  source: 'BR-FR',
  term: 'BT-128',
  ...TEXTS_OF_SEVERAL_SELLERS['BR-FR-30_BT-128'],
  broken: ({ lines }) =>
    lines.flatMap((line, index) =>
      objects(line).filter(({ scheme }) => scheme === 'AFL').length > 1
        ? [{ field: `lines[${index}].further_objects`, term: 'BT-128', fault: 'wrong' }]
        : [],
    ),
};

const rule = (
  id: keyof typeof TEXTS_OF_SEVERAL_SELLERS,
  term: string,
  find: Find,
  { of = EITHER, only }: { readonly of?: RegExp; readonly only?: RuleSyntax } = {},
): EarlyRule => ({
  id,
  source: 'BR-FR',
  term,
  ...TEXTS_OF_SEVERAL_SELLERS[id],
  ...(only && { only }),
  broken: (invoice) => {
    const process = invoice.invoice.businessProcess ?? '';
    const isMeant = PROCESSES_OF_SEVERAL_SELLERS.has(process) && of.test(process);
    return isMeant ? find(placesIn(invoice), invoice) : [];
  },
});

/** A member of each line that lacks it. */
const lacks =
  (member: string, term: string, isLacking: (place: Place) => boolean, fault: Breach['fault'] = 'missing') =>
  (places: readonly Place[]): readonly Breach[] =>
    places.filter(isLacking).map(({ field }) => ({ field: `${field}.${member}`, term, fault }));

/** A member that each line states, and a line below another as that one does. */
const asAbove =
  (member: string, term: string, of: 'seller' | 'number'): Find =>
  (places) => [
    ...lacks(member, term, (place) => place[of] === '')(places),
    ...lacks(
      member,
      term,
      ({ above, ...place }) => place[of] !== '' && above !== undefined && above[of] !== place[of],
      'wrong',
    )(places),
  ];

const ofGroups =
  (find: (places: readonly Place[]) => readonly Breach[]): Find =>
  (places) =>
    find(topGroups(places));

const groupsAre =
  (isRight: (groups: readonly Place[], invoice: CanonicalInvoice) => boolean): Find =>
  (places, invoice) =>
    isRight(topGroups(places), invoice) ? [] : [{ field: 'lines', term: 'BG-25', fault: 'wrong' }];

const oneOf =
  (idOf: (invoice: CanonicalInvoice) => string | undefined): Find =>
  (places, invoice) =>
    groupsAre((groups) => groups.filter(({ seller }) => seller === plain(idOf(invoice))).length === 1)(
      places,
      invoice,
    );

const [NUMBER, SELLER] = ['further_objects', 'seller.company_id'];
const [NUMBER_TERM, SELLER_TERM] = ['BT-128', 'EXT-FR-FE-167'];

/** The VAT is computed from the amounts whose reason begins with the number. */
const noVat: Find = (places, invoice) =>
  lacks(
    NUMBER,
    'EXT-FR-FE-181',
    ({ line, number }) => number !== '' && !subInvoiceVat(line, computeAmounts(invoice).vatGroups),
    'wrong',
  )(topGroups(places)).map((breach) => ({
    ...breach,
    fix: TEXTS_OF_SEVERAL_SELLERS['BR-FR-MV-08_BT-128'].fix,
  }));

/** One group of the main seller has the number of the invoice. */
const ownNumber: Find = (places, { invoice, seller }) => {
  const own = topGroups(places).filter((group) => group.seller === plain(seller.companyId));
  const same = own.filter(({ number }) => number === plain(invoice.number));
  if (same.length === 1) return [];
  return lacks(NUMBER, NUMBER_TERM, () => true, 'wrong')(same.length === 0 ? own : same);
};

/** References that stand before the group, in each syntax. */
const numberTwice =
  (before: (line: Line) => readonly (string | undefined)[]): Find =>
  (places) => {
    const earlier = new Set<string>();
    return lacks(
      NUMBER,
      NUMBER_TERM,
      ({ line, number }) => {
        const isTwice = isTopGroup(line) && number !== '' && earlier.has(number);
        for (const one of before(line)) earlier.add(plain(one));
        return isTwice;
      },
      'wrong',
    )(places);
  };

const references = (line: Line): readonly (string | undefined)[] => [
  ...objects(line).map(({ id }) => id),
  ...[line.orderReference, line.salesOrderReference, line.despatchAdviceReference],
  line.precedingInvoice?.number,
];

const corrects = (isLacking: (place: Place) => boolean): Find => {
  const find = ofGroups(lacks('preceding_invoice', 'BG-25', isLacking));
  return (places, invoice) =>
    ['381', '384'].includes(invoice.invoice.typeCode) ? find(places, invoice) : [];
};

/** Business processes that only the whole invoice has. */
const OF_WHOLE = ['S8', 'B8', 'M8'];

const [process, ofWhole] = [
  ({ line }: Place) => ofScheme(line, 'AVV'),
  (place: Place) => OF_WHOLE.includes(process(place)),
];

const OF_SELLER = rule(
  'BR-FR-BD-02_BT-30',
  'BT-30',
  oneOf(({ seller }) => seller.companyId),
  { of: TWO_WAY },
);

/** Rules BR-FR-MV and BR-FR-BD on what the lines state; the types of such invoices are among the written rules. */
export const RULES_OF_SEVERAL_SELLERS: readonly EarlyRule[] = [
  rule(
    'BR-FR-MV-01_EXT-FR-FE-163',
    'EXT-FR-FE-163',
    lacks('line_type', 'EXT-FR-FE-163', ({ line }) => line.lineType === undefined),
    { only: 'ubl' },
  ),
  rule(
    'BR-FR-MV-02_EXT-FR-FE-163',
    'BG-25',
    groupsAre(({ length }) => length > 0),
    { of: SELLERS },
  ),
  rule(
    'BR-FR-BD-02_EXT-FR-FE-163',
    'BG-25',
    groupsAre(({ length }) => length === 2),
    { of: TWO_WAY },
  ),
  { ...OF_SELLER, only: 'ubl' },
  { ...OF_SELLER, id: 'BR-FR-BD-02_BT-31', only: 'cii' },
  rule(
    'BR-FR-BD-02_BT-47',
    'BT-47',
    oneOf(({ buyer }) => buyer.companyId ?? buyer.taxNumber),
    { of: TWO_WAY },
  ),
  rule(
    'BR-FR-MV-03_EXT-FR-FE-164',
    'EXT-FR-FE-164',
    ofGroups(lacks('seller.name', 'EXT-FR-FE-164', ({ line }) => plain(line.seller?.name) === '')),
  ),
  rule(
    'BR-FR-MV-03_EXT-FR-FE-177',
    'EXT-FR-FE-177',
    ofGroups(lacks('seller.country', 'EXT-FR-FE-177', ({ line }) => line.seller?.country === undefined)),
  ),
  rule('BR-FR-MV-03_EXT-FR-FE-181', 'EXT-FR-FE-181', noVat),
  rule(
    'BR-FR-MV-03_BT-128_AVV',
    NUMBER_TERM,
    ofGroups(
      lacks('invoiced_object', NUMBER_TERM, (place) => process(place) === '' || ofWhole(place), 'wrong'),
    ),
    { only: 'ubl' },
  ),
  rule(
    'BR-FR-MV-03_BT-128_AVV',
    NUMBER_TERM,
    ofGroups(lacks('invoiced_object', NUMBER_TERM, ofWhole, 'wrong')),
    { only: 'cii' },
  ),
  rule('BR-FR-MV-06_EXT-FR-FE-167', SELLER_TERM, asAbove(SELLER, SELLER_TERM, 'seller')),
  rule('BR-FR-MV-07_BT-128', NUMBER_TERM, asAbove(NUMBER, NUMBER_TERM, 'number')),
  rule('BR-FR-MV-08_BT-128', 'EXT-FR-FE-178', (places) =>
    lacks(
      'vat_exemption_reason',
      'EXT-FR-FE-178',
      ({ line, number }) =>
        line.lineType === 'DETAIL' && !(number !== '' && line.vatExemptionReason?.startsWith(`#${number}#`)),
      'wrong',
    )(places),
  ),
  rule('BR-FR-MV-11_BT-128', NUMBER_TERM, ownNumber),
  rule(
    'BR-FR-MV-12_BT-128',
    NUMBER_TERM,
    numberTwice((line) => objects(line).flatMap(({ id, scheme }) => (scheme === 'AFL' ? [id] : []))),
    { only: 'ubl' },
  ),
  rule('BR-FR-MV-12_BT-128', NUMBER_TERM, numberTwice(references), { only: 'cii' }),
  rule(
    'BR-FR-MV-14-EXT-FR-FE-136',
    'BG-25',
    corrects(({ line }) => line.precedingInvoice === undefined),
    { of: SELLERS },
  ),
  rule(
    'BR-FR-MV-14-EXT-FR-FE-138',
    'BG-25',
    corrects(
      ({ line }) => line.precedingInvoice !== undefined && line.precedingInvoice.issueDate === undefined,
    ),
    { of: SELLERS },
  ),
  ONE_NUMBER,
];
