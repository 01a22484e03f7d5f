import type { components } from '../../../client/client.ts';
import { dataOf } from '../../app/answer.ts';
import { isCancelledInBooks } from '../../app/routes.ts';
import { service } from '../../app/session.ts';
import { applyPatch, type Operation } from '../../app/source/json-patch.ts';

/** What a seller sends after the buyer has refused an invoice that stays delivered. */
export type Next = 'invoice' | 'credit-note';

type Invoice = components['schemas']['Invoice'];
type InvoiceRow = components['schemas']['InvoiceRow'];

const ENDS = { invoice: '/new', 'credit-note': '/credit' } as const satisfies Record<Next, string>;

/** Of `invoice_ref`. */
const MAX_REFERENCE_LENGTH = 100;

/**
 * Not that of the refused one, which would count as sent again: it is another document, and the refused one stays in the books. Always the
 * same, so that another reader finds on another day what was sent.
 */
export function referenceOfNext({ id, invoice_ref: reference }: InvoiceRow, next: Next): string {
  const own = reference + ENDS[next];
  return own.length <= MAX_REFERENCE_LENGTH ? own : id + ENDS[next];
}

/** What was sent after a refused one, unless it was cancelled. */
export async function findNext(
  invoice: InvoiceRow,
  next: Next,
  signal?: AbortSignal,
): Promise<InvoiceRow | undefined> {
  const reference = referenceOfNext(invoice, next);
  const { client } = invoice;
  const query = { q: reference, page_size: 100 as const, ...(client && { client }) };
  const call = { params: { query }, ...(signal && { signal }) };
  const { data } = await dataOf(service().api.GET('/invoices', call));
  return data.find(
    ({ invoice_ref: own, also_sent_as: others = [], state }) =>
      state !== 'cancelled' && [own, ...others].includes(reference),
  );
}

/** Its buyer, who has it, has refused it, or it was given up; and no later document has its reference. */
export const takesNext = (invoice: Invoice): boolean =>
  invoice.sent_again_as === undefined &&
  ((invoice.buyer_status === 'refused' && ARRIVED.has(invoice.state)) || isUnsettled(invoice));

/** The service gave it up after a call, and its hint says where its sender looks whether the network has it. */
export const isUnsettled = ({ state, correction, errors = [] }: Invoice): boolean =>
  state === 'dead_letter' &&
  correction?.reason === 'may_be_delivered' &&
  errors.some(({ sender_can_fix: canFix }) => canFix);

/** A platform may skip that it has delivered. */
const ARRIVED: ReadonlySet<string> = new Set(['accepted', 'delivered']);

const COMMERCIAL_INVOICE = '380';

export const canCredit = ({ route }: Invoice, typeCode: string | undefined): boolean =>
  !isCancelledInBooks(route) && (typeCode ?? COMMERCIAL_INVOICE) === COMMERCIAL_INVOICE;

interface Submission {
  readonly document: {
    readonly invoice: {
      readonly number: string;
      readonly issue_date: string;
      readonly due_date?: string;
      readonly type_code?: string | number;
    };
    readonly payment?: { readonly reference?: string };
  };
}

export function typeCodeIn(text: string): string | undefined {
  const { type_code: code } = (JSON.parse(text) as Submission).document.invoice;
  return code === undefined ? undefined : String(code);
}

interface Order {
  readonly next: Next;
  readonly reference: string;
  /** The day of the reader. */
  readonly today: string;
}

/** A number that was refused is not used again: the reader gives another one. All else stays as it is written. */
export function textOfNext(text: string, { next, reference, today }: Order): string {
  const { invoice, payment } = (JSON.parse(text) as Submission).document;
  const { number, issue_date, due_date: due } = invoice;
  const isCredit = next === 'credit-note';
  const put = (path: string, value: unknown): Operation => ({ op: 'add', path, value });
  const leaveOut = (path: string, isOld: boolean): readonly Operation[] =>
    isOld ? [{ op: 'remove', path }] : [];
  return applyPatch(text, [
    put('/invoice_ref', reference),
    put('/document/invoice/number', ''),
    put('/document/invoice/issue_date', today),
    ...leaveOut('/document/invoice/due_date', due !== undefined && (isCredit || due < today)),
    ...leaveOut('/document/payment/reference', payment?.reference === number),
    ...(isCredit
      ? [
          put('/document/invoice/type_code', 381),
          put('/document/preceding_invoices', [{ number, issue_date }]),
        ]
      : []),
  ]);
}
