import { singleSpaced } from '../../../domain/vocabulary/text.ts';
import type { Inquiry, RailAnswer } from '../../../ports/rail.ts';
import type { KsefCalls } from './calls.ts';
import type { Caller } from './credential.ts';
import { inBase64 } from './encryption.ts';
import { listIn, objectIn, type Said, textIn } from './ksef.ts';
import { type Acknowledged, acknowledgedIn } from './upo.ts';
import { KSEF_STATUS_MAPPINGS as statuses, NO_RECEIPT } from './status-mappings.ts';

/** The official receipt (UPO) of an invoice: its own, else that of its session (the note, section 5). */
export class Receipts {
  readonly #calls: KsefCalls;

  constructor(calls: KsefCalls) {
    this.#calls = calls;
  }

  async of(inquiry: Inquiry, caller: Caller, session: string): Promise<RailAnswer> {
    const { legalId } = inquiry;
    if (legalId === null) return { mapping: statuses.noReceipt };
    const at = `/sessions/${encodeURIComponent(session)}`;
    const said = await this.#fetched(caller, `${at}/invoices/ksef/${encodeURIComponent(legalId)}/upo`);
    if (said.as === 'refused' && said.code === NO_RECEIPT) return this.#ofSession(inquiry, caller, at);
    return receiptIn(said, inquiry);
  }

  /** Made when the session has ended. */
  async #ofSession(inquiry: Inquiry, caller: Caller, at: string): Promise<RailAnswer> {
    if (!(await inquiry.acquirePermit())) return { mapping: statuses.tooMany, retryAfterSeconds: 1 };
    const said = await this.#calls.call(caller, 'session', { path: at });
    if (said.as === 'failure') return said.failure;
    const pages = said.as === 'json' ? listIn(objectIn(said.json['upo'])?.['pages']) : [];
    for (const page of pages) {
      const reference = textIn(page['referenceNumber']);
      if (reference === undefined) continue;
      if (!(await inquiry.acquirePermit())) return { mapping: statuses.tooMany, retryAfterSeconds: 1 };
      const upo = await this.#fetched(caller, `${at}/upo/${encodeURIComponent(reference)}`);
      const answer = receiptIn(upo, inquiry);
      // An invoice stands on one page of them.
      if (answer.mapping !== statuses.badReceipt) return answer;
    }
    return { mapping: statuses.noReceiptYet };
  }

  #fetched(caller: Caller, path: string): Promise<Said> {
    return this.#calls.call(caller, 'session', { path, wants: 'xml' });
  }
}

function receiptIn(said: Said, inquiry: Inquiry): RailAnswer {
  if (said.as === 'failure') return said.failure;
  if (said.as === 'refused') return { mapping: statuses.noReceiptYet, raw: { code: said.code } };
  if (said.as !== 'xml') return { mapping: statuses.notUnderstood };
  const isOurs = acknowledgedIn(said.bytes, said.hash)?.some((one) => isOf(one, inquiry));
  return isOurs
    ? { mapping: statuses.receipt, receipt: { kind: 'upo', bytes: said.bytes } }
    : { mapping: statuses.badReceipt };
}

/** All that identifies it: the file, the number that KSeF gave it with the seller in it, and the number of whoever issued it. */
function isOf(
  { hash, ksefNumber, sellerNip, invoiceNumber }: Acknowledged,
  { documentSha256, legalId, invoiceNumber: ours }: Inquiry,
): boolean {
  return (
    hash === inBase64(documentSha256) &&
    ksefNumber === legalId &&
    legalId.startsWith(`${sellerNip}-`) &&
    (ours === undefined || invoiceNumber === singleSpaced(ours))
  );
}
