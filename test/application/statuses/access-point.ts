import { invoiceResponses } from '../../../src/adapters/rails/peppol/invoice-responses.ts';
import { connectionTo } from '../../../src/adapters/rails/peppol/connection.ts';
import { DIALECTS } from '../../../src/adapters/rails/peppol/dialects.ts';
import { accessPointOf } from '../../../src/adapters/rails/peppol/access-point.ts';
import type { Outbound, OutboundAnswer, OutboundRequest } from '../../../src/ports/outbound.ts';
import type { StatusMessages } from '../../../src/ports/rail/status-messages.ts';

/** The fault of a submit: the answer is lost after or before the message is taken, or the access point states that it took nothing. */
export type SubmitFault = 'lost-behind' | 'lost-before' | 'unreachable' | 'busy' | 'not-stored';

interface Transaction {
  readonly envelope: string;
  /** The number of submits under this InstanceIdentifier. */
  times: number;
}

/** phoss-ap in memory, with the answers of its OutboundController (phax/phoss-ap ba7e36b). */
export class PhossAp implements Outbound {
  /** Transactions by InstanceIdentifier. */
  readonly held = new Map<string, Transaction>();
  readonly faults: SubmitFault[] = [];
  /** The states of a transaction, one per status query; the last one repeats. */
  statuses: readonly object[] = [{ status: 'sent', mlsStatus: 'pending' }];
  /** The result of the first try. */
  report: { readonly status: 200 | 422; readonly json: object } = {
    status: 200,
    json: { sendingResult: 'SUCCESS', sendingSuccess: true, overallSuccess: true },
  };
  private looks = 0;

  refusalOf = async (): Promise<undefined> => undefined;

  call = async ({ method, url, body }: OutboundRequest): Promise<OutboundAnswer> => {
    const { pathname } = new URL(url);
    if (method === 'POST') return this.submit(new TextDecoder().decode(body as Uint8Array));
    if (!pathname.startsWith('/api/outbound/status/')) return answerOf(200, []);
    const id = decodeURIComponent(pathname.split('/').at(-1) ?? '');
    if (this.held.get(id)?.times !== 1) return answerOf(404);
    const status = this.statuses[Math.min(this.looks, this.statuses.length - 1)];
    this.looks += 1;
    return answerOf(200, { id: 't-1', sbdhInstanceID: id, attemptCount: 1, ...status });
  };

  private submit(envelope: string): OutboundAnswer {
    const fault = this.faults.shift();
    if (fault === 'unreachable') return { outcome: 'unreachable', reason: 'ECONNREFUSED' };
    if (fault === 'busy') return answerOf(429);
    if (fault === 'not-stored') return answerOf(400, 'Failed to submit outbound SBD transaction');
    if (fault === 'lost-before') return { outcome: 'lost', reason: 'reset' };
    const id = /<InstanceIdentifier>([^<]+)/.exec(envelope)?.[1] ?? '';
    this.held.set(id, { envelope, times: (this.held.get(id)?.times ?? 0) + 1 });
    if (fault === 'lost-behind') return { outcome: 'lost', reason: 'reset' };
    return answerOf(this.report.status, { ...this.report.json, sbdhInstanceIdentifier: id });
  }
}

const answerOf = (status: number, json?: unknown): OutboundAnswer => ({
  outcome: 'answered',
  status,
  headers: {},
  body: new TextEncoder().encode(json === undefined ? '' : JSON.stringify(json)),
});

/** Invoice Responses over an access point, without the rest of the rail. */
export const responsesOver = (outbound: Outbound): StatusMessages =>
  invoiceResponses(({ value }) => {
    const accessPoint = accessPointOf(value);
    if (!accessPoint) return undefined;
    const dialect = DIALECTS[accessPoint.dialect];
    return { dialect, connection: connectionTo(accessPoint, outbound, (to) => dialect.logIn(to)) };
  });
