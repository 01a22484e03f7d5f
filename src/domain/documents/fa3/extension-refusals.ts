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
export const EXTENSION_REFUSALS: readonly MemberRule[] = [
  {
    message:
      'FA(3) describes a new means of transport only if it is supplied to another member state (category K).',
    fix: 'Leave new_transport out, or correct vat_category and item_kind. On a correction, state it on the line after the correction.',
    broken: ({ lines }) =>
      itemsWhere('lines', 'pl.new_transport', lines, (line) => suppliesTransport(line) && !mayHave(line)),
  },
  {
    message: 'Only a land vehicle has a type and another number than the VIN.',
    fix: 'Leave type and number_kind out, or use kind land_vehicle.',
    broken: (invoice) => [
      ...transportsWhere('type', ({ kind, type }) => kind !== 'land_vehicle' && type !== undefined)(invoice),
      ...transportsWhere(
        'number_kind',
        ({ kind, numberKind }) => kind !== 'land_vehicle' && numberKind !== undefined,
      )(invoice),
    ],
  },
  {
    message: 'The kind of number has no number.',
    fix: 'Add number, or leave number_kind out.',
    broken: transportsWhere(
      'number',
      ({ number, numberKind }) => numberKind !== undefined && number === undefined,
    ),
  },
  {
    message:
      'Only an invoice of a new means of transport has a document of export (art. 42 (5) of the VAT act).',
    fix: 'Leave pl.export_document out, or add lines[].pl.new_transport.',
    broken: breaksWhen(
      'pl.export_document',
      ({ lines, pl }) => pl?.exportDocument === true && !lines.some(suppliesTransport),
    ),
  },
  {
    message: 'The payment identifier differs from the one in the payment link.',
    fix: 'Correct pl.payment_id or the IPKSeF in pl.payment_link.',
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
    message: 'The row has another number of cells than its table has columns.',
    fix: 'State one cell for each column; an empty one is an empty text.',
    broken: unevenCells,
  },
];
