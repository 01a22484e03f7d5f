import { CallFailed, type RatePolicy } from '../../domain/failures.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { InvoiceSummary } from '../../domain/vocabulary/invoice-summary.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { Clock } from '../../ports/clock.ts';
import type { KeptAnswer } from '../../ports/idempotency-store.ts';
import type { RateCounters } from '../../ports/rate-counters.ts';
import { explainFailure } from '../catalogue/explain-findings.ts';
import type { ExamineDocument } from '../checking/examine-document.ts';
import { refuseAny } from '../intake/refuse-any.ts';
import type { Answering, TakeReceived } from './take-received.ts';

/** Contract 4.11: per client, over all its keys. */
const RECEIVED_POLICY = {
  name: 'received',
  windows: [
    { seconds: 60, limit: 120 },
    { seconds: 86_400, limit: 2_000 },
  ],
} as const satisfies RatePolicy;

interface Receipt extends Answering {
  /** The owning client, for whom the call is answered (`AnswerOnce`). */
  readonly client: string;
  readonly route: Route;
  readonly railId: string | undefined;
  /** As the route delivered it. */
  readonly bytes: Uint8Array;
}

export interface Received {
  readonly received: ReceivedRecord;
  /** The document was held already. */
  readonly duplicate: boolean;
  /** The answer that was kept with it. */
  readonly answer?: KeptAnswer;
}

interface Ports {
  readonly examine: Pick<ExamineDocument, 'atOnce'>;
  readonly takeReceived: Pick<TakeReceived, 'run'>;
  readonly rates: Pick<RateCounters, 'take'>;
  readonly clock: Clock;
  readonly catalogue: Catalogue;
}

/** Takes in an invoice that a client received over a route. An unreadable file, or one that is no invoice of the route, is refused here. */
export class ReceiveInvoice {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `rate-limited`, `validation-failed`, `received-id-conflict`, `no-master-key`, `busy` */
  async run(receipt: Receipt): Promise<Received> {
    const { takeReceived, catalogue } = this.ports;
    const { client, route, railId, bytes, claim, answer } = receipt;
    await this.count(client);
    let summary: InvoiceSummary | undefined;
    try {
      const { findings, progress } = await this.read(receipt);
      summary = progress.summary;
      refuseAny(findings);
      const number = progress.document?.number ?? null;
      const document = { client, route, railId, bytes, number, summary, intakeKey: claim.claimId };
      const { outcome, received, answer: storedAnswer } = await takeReceived.run(document, { claim, answer });
      if (outcome === 'conflict')
        throw new CallFailed({ kind: 'received-id-conflict', receivedId: received.id });
      return { received, duplicate: outcome === 'held', ...(storedAnswer && { answer: storedAnswer }) };
    } catch (error) {
      throw explainFailure(error, catalogue, 'file', summary);
    }
  }

  private read({ client, route, bytes }: Receipt) {
    return this.ports.examine.atOnce({
      route,
      source: { form: 'file', bytes, isReceived: true, access: { client, whenBusy: 'refuse' } },
    });
  }

  private async count(client: string): Promise<void> {
    const { rates, clock } = this.ports;
    const { name, windows } = RECEIVED_POLICY;
    const retryAfterSeconds = await rates.take(`client:${client}/${name}`, windows, clock.now());
    if (retryAfterSeconds > 0)
      throw new CallFailed({ kind: 'rate-limited', retryAfterSeconds, policy: RECEIVED_POLICY });
  }
}
