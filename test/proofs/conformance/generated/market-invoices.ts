import type { Draws, Json } from './draws.ts';
import { parties } from './market-parties.ts';
import type { Market } from './markets.ts';

/** VAT categories that may be combined on one invoice. */
const REGIMES: readonly (readonly string[])[] = [
  ['S', 'Z', 'E'],
  ['S', 'Z', 'E', 'L', 'M'],
  ['AE', 'S'],
  ['K'],
  ['G'],
  ['O'],
];

const EXEMPTIONS: Readonly<Record<string, string>> = {
  E: 'VATEX-EU-132',
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
};
const TEXTS = ['Bohrer & Söhne', 'Śruba "M8" <Ø 4>', "Livraison d'été", 'Țeavă', 'x', 'Ware 中'];

/** An invoice of a market with unusual content in every member; each optional member is present or absent. */
export function marketInvoice(market: Market, draws: Draws): Json {
  const regime = draws.pick(
    REGIMES.filter((one) => one.every((category) => market.categories.includes(category))),
  );
  const isAbroad = regime[0] === 'K' || draws.chance(0.1);
  const tax = (): Json => taxOf(draws.pick(regime), market, draws);
  const lines = draws.some(1, 5, () => ({ ...line(market, draws), ...tax() }));
  const allowances = draws.some(0, 2, () => ({ ...adjustment(draws, '95'), ...tax() }));
  const charges = draws.some(0, 2, () => ({ ...adjustment(draws, 'FC'), ...tax() }));
  const used = new Set(
    [...lines, ...allowances, ...charges].map((one) => String((one as Json)['vat_category'])),
  );
  const type_code = draws.pick(market.types);
  const profile = draws.pick(market.profiles);
  return {
    ...draws.each({ lang: 'de', country: 'DE' }),
    ...(profile !== undefined && { profile }),
    invoice: header(market, draws, type_code),
    ...parties(market, draws, { isAbroad, isUntaxed: used.has('O') }),
    payment: payment(market, draws),
    ...references(draws),
    ...(type_code === 381 || type_code === 384 || draws.chance(0.2)
      ? { preceding_invoices: preceding(draws) }
      : {}),
    ...(used.has('K') || draws.chance(0.5) ? { delivery: delivery(market, draws, isAbroad) } : {}),
    lines,
    allowances,
    charges,
    ...exemptions(used, draws),
    ...draws.maybe(() => ({ attachments: [attachment(market, draws)] })),
  };
}

function taxOf(category: string, market: Market, draws: Draws): Json {
  if (category === 'O') return { vat_category: category };
  if (category === 'S') return { vat_category: category, vat_rate: draws.pick(market.rates) };
  return {
    vat_category: category,
    vat_rate: category === 'L' || category === 'M' ? draws.pick([7, '3.5']) : 0,
  };
}

const text = (draws: Draws): string => draws.pick(TEXTS);

function line({ decimals: [quantity, price] }: Market, draws: Draws): Json {
  const gross = draws.chance(0.3);
  return {
    name: text(draws),
    quantity: draws.number(100, quantity),
    unit: draws.pick(['C62', 'KGM', 'HUR', 'XBX']),
    unit_price: gross ? '9.50' : draws.number(500, price),
    ...(gross && { gross_price: '10.00', price_discount: '0.50' }),
    ...draws.maybe(() => ({ price_base_quantity: draws.pick([1, 10, 100]) }), 0.2),
    ...draws.maybe(
      () => ({
        period: draws.pick([
          { start: '2026-09-02', end: '2026-09-29' },
          { start: '2026-09-05', end: '2026-09-05' },
        ]),
      }),
      0.3,
    ),
    ...draws.each({
      id: `${draws.below(90) + 10}`,
      description: text(draws),
      note: text(draws),
      invoiced_object: { id: 'Z-1', scheme: 'ABT' },
      order_line: '3',
      accounting_reference: 'KST-1',
      seller_item_id: 'S-1',
      buyer_item_id: 'B-1',
      standard_item_id: { id: '4012345678901', scheme: '0160' },
      classification: [{ code: '43211503', list: 'TST', version: '19' }],
      country_of_origin: 'DE',
      attributes: [{ name: 'Farbe', value: text(draws) }],
      allowances: draws.some(1, 2, () => adjustment(draws, '95')),
      charges: draws.some(1, 2, () => adjustment(draws, 'FC')),
    }),
  };
}

function adjustment(draws: Draws, code: string): Json {
  const [base, percent] = [draws.pick(['50.00', '12.40']), draws.pick([10, '2.5'])];
  const amount = draws.pick([{ amount: draws.number(5, 2) }, { base, percent }]);
  return {
    ...amount,
    ...draws.pick([{ reason: text(draws) }, { reason_code: code }, { reason: 'Rabatt', reason_code: code }]),
  };
}

const header = (market: Market, draws: Draws, type_code: number): Json => ({
  number: `R-${draws.below(1_000_000)}`,
  issue_date: '2026-10-05',
  due_date: '2026-11-04',
  buyer_reference: '04011000-12345-03',
  type_code,
  ...draws.pick(market.money),
  ...draws.pick([{}, { tax_point_date: '2026-10-01' }, { vat_date_code: draws.pick(['3', '35', '432']) }]),
  ...draws.maybe(() => ({ period: { start: '2026-09-01', end: '2026-09-30' } })),
  ...draws.maybe(() => ({ notes: [{ subject_code: 'AAI', text: text(draws) }, text(draws)] })),
});

const PAYMENTS = (draws: Draws, iban: string): readonly Json[] => [
  { means_code: 58, iban, ...draws.each({ bic: 'BYLADEM1001', account_name: 'Brandt GmbH' }) },
  {
    means_code: 30,
    iban,
    accounts: [{ iban: 'AT611904300234573201', account_name: 'Brandt Wien', bic: 'BKAUATWW' }],
  },
  { means_code: 30, account_id: '1020304050', accounts: [{ account_id: '1020304051' }] },
  { means_code: 59, mandate: 'M-1', creditor_id: 'DE98ZZZ09999999999', debited_iban: iban },
  { means_code: 48, card: { number: '4711', ...draws.each({ holder: 'A. Roth' }) } },
  { means_code: 10 },
];

const payment = (market: Market, draws: Draws): Json => ({
  ...draws.pick(PAYMENTS(draws, 'DE02120300000000202051')),
  ...draws.each({ means_text: 'Zahlung', reference: 'R-1', terms: '30 Tage', paid_to: 'Brandt' }),
  ...draws.maybe(
    () => ({
      prepaid_amount: draws.number(50, 2),
      ...(market.route === 'PL-KSEF' && draws.each({ prepaid_date: '2026-09-01' })),
    }),
    0.4,
  ),
  ...draws.maybe(() => ({ rounding_amount: draws.pick(['0.01', '-0.02']) }), 0.3),
});

const references = (draws: Draws): Json =>
  draws.each({
    order_reference: 'B-1',
    contract_reference: 'V-1',
    project_reference: 'P-1',
    sales_order_reference: 'A-1',
    receiving_advice_reference: 'W-1',
    despatch_advice_reference: 'L-1',
    tender_reference: 'T-1',
    invoiced_object: { id: 'Z-2', scheme: 'ABT' },
    accounting_reference: 'KST-2',
  });

const preceding = (draws: Draws): readonly Json[] => [
  {
    number: 'R-0',
    issue_date: '2026-09-01',
    ...draws.each({ route_number: '5265877635-20250916-0200A0D6723E-C2' }),
  },
];

const delivery = (market: Market, draws: Draws, isAbroad: boolean): Json => ({
  date: '2026-09-30',
  address: isAbroad ? market.abroad['address'] : market.address,
  ...draws.each({ name: 'Lager', location_id: { id: '4012345678901', scheme: '0088' } }),
});

function exemptions(used: ReadonlySet<string>, draws: Draws): Json {
  const all = [...used].flatMap((vat_category) => {
    const reason_code = EXEMPTIONS[vat_category];
    if (reason_code === undefined) return [];
    const reason = 'art. 43 ust. 1 pkt 18 ustawy o VAT';
    return [{ vat_category, ...draws.pick([{ reason }, { reason_code }, { reason, reason_code }]) }];
  });
  return all.length > 0 ? { vat_exemption: all } : {};
}

const attachment = (market: Market, draws: Draws): Json => ({
  id: 'A-1',
  ...draws.each({ description: market.attachmentName }),
  ...(market.route === 'PL-KSEF' || draws.chance(0.5)
    ? { url: 'https://brandt.example/a' }
    : { filename: 'a.png', mime: 'image/png', content_base64: 'QUJD' }),
});
