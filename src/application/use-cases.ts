import type { AdmitCall } from './access/admit-call.ts';
import type { AnswerOnce } from './access/answer-once.ts';
import type { Authenticate } from './access/authenticate.ts';
import type { CancelInvoice } from './lifecycle/cancel-invoice.ts';
import type { FindInvoice } from './tracking/find-invoice.ts';
import type { InvoiceSeries } from './tracking/invoice-series.ts';
import type { ListEvents } from './tracking/list-events.ts';
import type { ListInvoices } from './tracking/list-invoices.ts';
import type { ListKeys } from './access/list-keys.ts';
import type { LookUpCode } from './catalogue/look-up-code.ts';
import type { MintKey } from './access/mint-key.ts';
import type { ReadDocument } from './tracking/read-document.ts';
import type { ReportHealth } from './operation/report-health.ts';
import type { RevokeKey } from './access/revoke-key.ts';
import type { SubmitInvoice } from './intake/submit-invoice.ts';
import type { ValidateInvoice } from './checking/validate-invoice.ts';

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
