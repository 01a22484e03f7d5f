import type { Invoice, StatusEvent } from '../../client/client.ts';
import { stateOf } from './shown.ts';

/** A call that submits an invoice, as it reached the kit. */
export interface IntakeCall {
  readonly at: number;
  readonly path: string;
  readonly number: string;
  readonly invoiceRef: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly bodySha256: string;
  /** Tells keys of the API apart; the key itself is not kept. */
  readonly apiKeySha256: string;
  /** The answer of the service; absent if the call did not reach it. */
  decided?: { readonly status: number; readonly id?: string | undefined };
  answeredAt?: number;
  /** The status that the ERP got; `none` if the connection was closed. */
  got?: number | 'none';
}

export interface Delivered {
  readonly at: number;
  readonly event: StatusEvent;
  readonly kind: 'first' | 'again' | 'forged';
  /** A status, or why there was none. */
  readonly answer: string;
}

export const isTaken = ({ answer }: Pick<Delivered, 'answer'>): boolean => answer.startsWith('2');

/** Everything that was seen of one scenario. */
export class Observation {
  readonly calls: IntakeCall[] = [];
  /** By id: as `GET /invoices/{id}` answers. */
  readonly invoices = new Map<string, Invoice>();
  readonly events: StatusEvent[] = [];
  readonly deliveries: Delivered[] = [];
  /** What the ERP has read by calls, as `stateOf` words it. */
  readonly shown = new Set<string>();
  /** For people: what happened, in order. */
  readonly log: { readonly at: number; readonly text: string }[] = [];
  lastActivity = 0;
  /** When an expectation was first seen broken. */
  brokenAt?: number;
  /** How far the test clock was moved for this scenario. */
  clockMovedSeconds = 0;

  note(text: string): void {
    this.lastActivity = Date.now();
    this.log.push({ at: this.lastActivity, text });
  }

  /** Calls about the invoice as it was first submitted. */
  get firstCalls(): readonly IntakeCall[] {
    return this.calls.filter(({ number }) => number === this.calls[0]?.number);
  }

  /** Calls about its correction, whose number lacks the ending. */
  get corrections(): readonly IntakeCall[] {
    return this.calls.filter(({ number }) => number !== this.calls[0]?.number);
  }

  /** Events of the invoice with this number, in the order of the service. */
  eventsOf(number: string | undefined): readonly StatusEvent[] {
    return this.events.filter((event) => event.invoice_number === number);
  }

  /** How the ERP learned of an event; undefined if it has not. */
  learned(event: StatusEvent): string | undefined {
    const { event_id: id, status } = event;
    const delivery = this.deliveries.find(
      (each) => each.event.event_id === id && each.kind !== 'forged' && isTaken(each),
    );
    if (delivery) return `It answered ${delivery.answer} to the delivery of "${status}".`;
    return this.shown.has(stateOf(event)) ? `It read "${status}" by a call.` : undefined;
  }
}
