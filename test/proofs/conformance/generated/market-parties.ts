import type { Draws, Json } from './draws.ts';
import type { Market } from './markets.ts';

interface Circumstances {
  readonly isAbroad: boolean;
  /** VAT category O: EN 16931 allows no VAT number of either party. */
  readonly isUntaxed: boolean;
}

/** Seller, buyer, and the other parties. */
export function parties(market: Market, draws: Draws, { isAbroad, isUntaxed }: Circumstances): Json {
  const { route, sellerIds, buyerIds, address } = market;
  const contact = { name: 'J. Keller', phone: '+49 561 5550', email: 'k@brandt.example' };
  const endpoint = (id: string): Json => ({ endpoint: { id, scheme: 'EM' } });
  const buyer = isAbroad ? market.abroad : market.buyer;
  const seller = schemed(draws, {
    ...(route !== 'FR-PA' && endpoint('rechnung@brandt.example')),
    ...market.seller,
    ...draws.maybe(() => ({ address }), 0.4),
    contact,
    ...draws.each({
      trading_name: 'Brandt Werkzeuge',
      ids: [{ id: '4012345678901', scheme: '0088' }],
      register: 'Amtsgericht Kassel',
      managing_directors: 'U. Brandt',
      legal_info: 'Sitz Kassel',
      brand_color: '#1a2b3c',
      accent_color: '#abc',
      ...sellerIds,
    }),
  });
  const to = schemed(draws, {
    ...(route !== 'FR-PA' && endpoint('eingang@stadtwerke.example')),
    ...buyer,
    ...draws.maybe(() => ({ contact })),
    ...(isAbroad ? {} : draws.maybe(() => ({ address }), 0.2)),
    ...draws.each({ trading_name: 'Werke' }),
    ...draws.maybe(() => (isAbroad ? {} : draws.pick([buyerIds, { tax_number: '26/1' }])), 0.6),
    ...draws.maybe(() => draws.pick(market.buyerReferences)),
  });
  return {
    seller: isUntaxed && route !== 'PL-KSEF' ? unnumbered(seller, sellerIds) : seller,
    buyer: isUntaxed && route !== 'PL-KSEF' ? unnumbered(to, isAbroad ? {} : buyerIds) : to,
    ...(!isUntaxed &&
      draws.chance(0.3) && {
        tax_representative: { name: 'Vertreter', vat_id: market.seller['vat_id'], address },
      }),
    ...draws.maybe(() => ({
      payee: {
        name: 'Factoring AG',
        ...schemed(draws, draws.each({ id: '4012345678901', company_id: '200000008' })),
      },
    })),
  };
}

/** A number may state its register; some routes require it. */
function schemed(draws: Draws, party: Json): Json {
  const scheme = draws.chance(0.5);
  return {
    ...party,
    ...('company_id' in party && scheme && { company_id_scheme: party['company_id_scheme'] ?? '0002' }),
    ...('id' in party && { id_scheme: '0088' }),
  };
}

/** Identified by another number than the VAT number. */
function unnumbered(party: Json, ids: Json): Json {
  const { vat_id: _, ...rest } = party;
  return { ...rest, ...ids };
}
