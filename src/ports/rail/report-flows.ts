import type { StatusMapping } from '../../domain/sending/status-mapping.ts';
import type { ReportPeriod } from '../../domain/routes/route-reports.ts';
import type { Declarant, ReportPart } from '../../domain/vocabulary/stated-sale.ts';
import type { Consignment, Inquiry } from './inquiry.ts';
import type { OpenedCredential } from './opened-credential.ts';
import type { RailAnswer } from './rail-answer.ts';

/** Amounts are decimal texts. */
export interface ReportFigures {
  /** How many sales or payments; absent if the report does not state it for each day. */
  readonly count?: number;
  readonly net: string;
  readonly vat: string;
}

/** A report that the platform has derived from invoices, and has sent to the administration. */
export interface DerivedReport {
  /** A verdict names it. */
  readonly id: string;
  readonly declarant: string;
  readonly part: ReportPart;
  readonly period: ReportPeriod;
  readonly figures: ReportFigures;
  readonly bytes: Uint8Array;
}

/** Sends tax reports over the route. The methods have the same meaning as for invoices. */
export interface ReportFlows {
  /** Who sends the reports on, as they name it; a mapping if no report can go under the credential. */
  platformOf(credential: OpenedCredential): Declarant | StatusMapping;
  /** Sends a report. `beginDocument` is called right before each call that carries it. */
  send(
    consignment: Inquiry & Pick<Consignment, 'beginDocument'> & { readonly bytes: Uint8Array },
  ): Promise<RailAnswer>;
  /** Asks whether the route holds the report, after an answer was lost. */
  ask(inquiry: Inquiry): Promise<RailAnswer>;
  /** Asks for its status. The administration's verdict may come as a message. */
  poll(inquiry: Inquiry): Promise<RailAnswer>;
  /** @returns undefined if the bytes are no report. */
  read(bytes: Uint8Array): DerivedReport | undefined;
}
