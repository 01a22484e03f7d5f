import { readFileSync } from 'node:fs';
import { readRules } from 'en16931-rules/packs/expand/rule-file.ts';
import { type Edit, all, make, repeat } from '../edits.ts';
import * as at from './places.ts';
import type { Row } from './rows.ts';

/** The elements of the base invoice for the blocks of the tables in `syntax/`. */
const PLACES: Readonly<Record<string, string>> = {
  '/*': '.',
  '/*/rsm:ExchangedDocumentContext': at.CONTEXT,
  '/*/rsm:ExchangedDocument': at.DOCUMENT,
  '/*/{LINE}': at.LINE,
  '/*/{LINE}/ram:AssociatedDocumentLineDocument': `${at.LINE}/ram:AssociatedDocumentLineDocument`,
  '/*/{LINE}/ram:SpecifiedTradeProduct': at.PRODUCT,
  '/*/{LINE}/ram:SpecifiedLineTradeAgreement': at.LINE_AGREEMENT,
  '/*/{LINE}/ram:SpecifiedLineTradeDelivery': `${at.LINE}/ram:SpecifiedLineTradeDelivery`,
  '/*/{LINE}/ram:SpecifiedLineTradeSettlement': at.LINE_SETTLEMENT,
  '/*/{AGREEMENT}': at.AGREEMENT,
  '/*/{DELIVERY}': at.DELIVERY,
  '/*/{SETTLEMENT}': at.SETTLEMENT,
  '/*/{SETTLEMENT}/ram:SpecifiedTradeSettlementHeaderMonetarySummation': at.SUMS,
  '//ram:SpecifiedTradeSettlementPaymentMeans': at.PAYMENT,
  "//*[ends-with(name(), 'DocumentContextParameter')]": `${at.CONTEXT}/ram:GuidelineSpecifiedDocumentContextParameter`,
  "//ram:*[ends-with(name(), 'ReferencedDocument')]": at.FILE,
  "//ram:*[ends-with(name(), 'TradeTax')]": at.LINE_TAX,
  '//ram:BillingSpecifiedPeriod': at.PERIOD,
  '//ram:PostalTradeAddress': `${at.SELLER}/ram:PostalTradeAddress`,
};

interface TableRule {
  readonly id: string;
  readonly place: string;
  readonly test: string;
}

const rulesOf = (file: string): readonly TableRule[] =>
  readRules(
    readFileSync(new URL(`../../../schematron/en16931/syntax/${file}`, import.meta.url), 'utf8'),
    file,
  )
    .blocks.map(({ at: place = '', check }) => ({ place: PLACES[place.trim()], check }))
    .flatMap(({ place, check }) =>
      place === undefined ? [] : check.map(({ id, test = '' }) => ({ id, place, test })),
    );

/** Creates a forbidden element or attribute. */
const forbidden = (file: string): readonly Row[] =>
  rulesOf(file).flatMap(({ id, place, test }): Row[] => {
    const [, path] = /^not\(([\w:@/]+)\)$/.exec(test) ?? [];
    return path === undefined
      ? []
      : [
          [
            `${path} at ${place}`,
            make(place === '.' && !path.startsWith('@') ? path : `${place}/${path}`),
            id,
          ],
        ];
  });

/** Writes a total twice that may occur once. */
const twiceMade = (path: string): Edit => all(make(path, '1'), repeat(path));
const totals = (): readonly Row[] =>
  rulesOf('cii-cardinality.yaml').flatMap(({ id, place, test }): Row[] => {
    const [, path] = /^count\((ram:\w+)\) le 1$/.exec(test) ?? [];
    return path === undefined || place !== at.SUMS
      ? []
      : [[`${path} twice`, twiceMade(`${place}/${path}`), id]];
  });

export const TABLE_ROWS: readonly Row[] = [
  ...forbidden('cii-unused.yaml'),
  ...forbidden('cii-data-types.yaml'),
  ...totals(),
];
