import { say } from 'en16931-rules/vocabulary/message.ts';
import type { CanonicalInvoice, Line } from '../../invoice/canonical.ts';
import { breaksWhen, itemsWhere, type MemberRule } from '../../invoice/placed.ts';

type Transport = NonNullable<Line['pl']>['newTransport'][number];

const suppliesTransport = ({ pl }: Line): boolean => (pl?.newTransport ?? []).length > 0;

/** P_22 is an intra-Community supply of goods. On a correction the line as it is now has them. */
const mayHave = ({ vatCategory, itemKind, beforeCorrection }: Line): boolean =>
  vatCategory === 'K' && itemKind !== 'services' && beforeCorrection !== true;

const transportsWhere =
  (member: string, condition: (one: Transport) => boolean) =>
  ({ lines }: CanonicalInvoice): string[] =>
    lines.flatMap(({ pl }, index) =>
      itemsWhere(`lines[${index}].pl.new_transport`, member, pl?.newTransport ?? [], condition),
    );

/** The identifier in the query of a payment link. */
const idIn = (link: string): string | undefined => /[?&]IPKSeF=([^&#]*)/.exec(link)?.[1];

/** Rows and totals of an attachment with another number of cells than its table has columns. */
function unevenCells({ pl }: CanonicalInvoice): string[] {
  return (pl?.attachmentBlocks ?? []).flatMap(({ tables }, block) =>
    tables.flatMap(({ columns, rows, totals }, table) => {
      const path = `pl.attachment_blocks[${block}].tables[${table}]`;
      const isUneven = (cells: readonly string[]): boolean => cells.length !== columns.length;
      return [
        ...itemsWhere(`${path}.rows`, 'cells', rows, ({ cells }) => isUneven(cells)),
        ...(totals.length > 0 && isUneven(totals) ? [`${path}.totals`] : []),
      ];
    }),
  );
}

/** Rules on new means of transport (P_22), on the link of a payment and on attachments. */
export const EXTENSION_RULES: readonly MemberRule[] = [
  {
    message: say('fa3.fa-describes-new-means-of-transport-only-if'),
    fix: say('fa3.leave-new-transport-out-or-correct-vat-category'),
    broken: ({ lines }) =>
      itemsWhere('lines', 'pl.new_transport', lines, (line) => suppliesTransport(line) && !mayHave(line)),
  },
  {
    message: say('fa3.only-land-vehicle-has-type-and-another-number'),
    fix: say('fa3.leave-type-and-number-kind-out-or-use'),
    broken: (invoice) => [
      ...transportsWhere('type', ({ kind, type }) => kind !== 'land_vehicle' && type !== undefined)(invoice),
      ...transportsWhere(
        'number_kind',
        ({ kind, numberKind }) => kind !== 'land_vehicle' && numberKind !== undefined,
      )(invoice),
    ],
  },
  {
    message: say('fa3.kind-of-number-has-no-number'),
    fix: say('fa3.add-number-or-leave-number-kind-out'),
    broken: transportsWhere(
      'number',
      ({ number, numberKind }) => numberKind !== undefined && number === undefined,
    ),
  },
  {
    message: say('fa3.only-invoice-of-new-means-of-transport-has'),
    fix: say('fa3.leave-pl-export-document-out-or-add-lines'),
    broken: breaksWhen(
      'pl.export_document',
      ({ lines, pl }) => pl?.exportDocument === true && !lines.some(suppliesTransport),
    ),
  },
  {
    message: say('fa3.payment-identifier-differs-from-one-in-payment-link'),
    fix: say('fa3.correct-pl-payment-id-or-ipksef-in-pl'),
    broken: breaksWhen(
      'pl.payment_id',
      ({ pl }) =>
        pl?.paymentId !== undefined &&
        pl.paymentLink !== undefined &&
        idIn(pl.paymentLink) !== undefined &&
        idIn(pl.paymentLink) !== pl.paymentId,
    ),
  },
  {
    message: say('fa3.row-has-another-number-of-cells-than-its'),
    fix: say('fa3.state-one-cell-for-each-column-empty-one'),
    broken: unevenCells,
  },
];
