import type { AdmitCall } from './admit-call.ts';
import type { AnswerOnce } from './answer-once.ts';
import type { Authenticate } from './authenticate.ts';
import type { CancelInvoice } from './cancel-invoice.ts';
import type { FindInvoice } from './find-invoice.ts';
import type { InvoiceSeries } from './invoice-series.ts';
import type { ListEvents } from './list-events.ts';
import type { ListInvoices } from './list-invoices.ts';
import type { ListKeys } from './list-keys.ts';
import type { LookUpCode } from './look-up-code.ts';
import type { MintKey } from './mint-key.ts';
import type { ReadDocument } from './read-document.ts';
import type { ReportHealth } from './report-health.ts';
import type { RevokeKey } from './revoke-key.ts';
import type { SubmitInvoice } from './submit-invoice.ts';
import type { ValidateInvoice } from './validate-invoice.ts';

/** What the API asks of the application. */
export interface UseCases {
  readonly authenticate: Authenticate;
  readonly admitCall: AdmitCall;
  readonly answerOnce: AnswerOnce;
  readonly submitInvoice: SubmitInvoice;
  readonly validateInvoice: ValidateInvoice;
  readonly findInvoice: FindInvoice;
  readonly listInvoices: ListInvoices;
  readonly invoiceSeries: InvoiceSeries;
  readonly listEvents: ListEvents;
  readonly readDocument: ReadDocument;
  readonly cancelInvoice: CancelInvoice;
  readonly lookUpCode: LookUpCode;
  readonly mintKey: MintKey;
  readonly listKeys: ListKeys;
  readonly revokeKey: RevokeKey;
  readonly reportHealth: ReportHealth;
}
