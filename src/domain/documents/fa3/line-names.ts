/** The names of a line's elements: FA(3) states the supplies (FaWiersz) or, of an advance, the order (ZamowienieWiersz). */
export interface LineNames {
  readonly line: string;
  readonly number: string;
  readonly id: string;
  readonly day?: string;
  readonly name: string;
  readonly item: string;
  readonly gtin: string;
  readonly pkwiu: string;
  readonly cn: string;
  readonly pkob: string;
  readonly unit: string;
  readonly quantity: string;
  readonly price: string;
  readonly priceWithVat?: string;
  readonly discount?: string;
  readonly amount: string;
  readonly amountWithVat?: string;
  /** The tax of one line. */
  readonly tax?: string;
  readonly rate: string;
  /** Of the one-stop shop. */
  readonly foreignRate: string;
  readonly annex_15: string;
  readonly gtu: string;
  readonly procedure: string;
  readonly exchangeRate?: string;
  readonly before: string;
}

export const SUPPLY_LINE: LineNames = {
  line: 'FaWiersz',
  number: 'NrWierszaFa',
  id: 'UU_ID',
  day: 'P_6A',
  name: 'P_7',
  item: 'Indeks',
  gtin: 'GTIN',
  pkwiu: 'PKWiU',
  cn: 'CN',
  pkob: 'PKOB',
  unit: 'P_8A',
  quantity: 'P_8B',
  price: 'P_9A',
  priceWithVat: 'P_9B',
  discount: 'P_10',
  amount: 'P_11',
  amountWithVat: 'P_11A',
  rate: 'P_12',
  foreignRate: 'P_12_XII',
  annex_15: 'P_12_Zal_15',
  gtu: 'GTU',
  procedure: 'Procedura',
  exchangeRate: 'KursWaluty',
  before: 'StanPrzed',
};

export const ORDER_LINE: LineNames = {
  line: 'ZamowienieWiersz',
  number: 'NrWierszaZam',
  id: 'UU_IDZ',
  name: 'P_7Z',
  item: 'IndeksZ',
  gtin: 'GTINZ',
  pkwiu: 'PKWiUZ',
  cn: 'CNZ',
  pkob: 'PKOBZ',
  unit: 'P_8AZ',
  quantity: 'P_8BZ',
  price: 'P_9AZ',
  amount: 'P_11NettoZ',
  tax: 'P_11VatZ',
  rate: 'P_12Z',
  foreignRate: 'P_12Z_XII',
  annex_15: 'P_12Z_Zal_15',
  gtu: 'GTUZ',
  procedure: 'ProceduraZ',
  before: 'StanPrzedZ',
};
