import type { Caller } from '../../domain/access/caller.ts';
import { SHOWN_ANSWERS, type ShownAnswer } from '../../domain/statuses/answer.ts';
import type { InvoicePage, OrderQuery } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { sumOfCounts } from '../tracking/count-invoices.ts';

interface ReceivedCounts {
  readonly byState: InvoicePage['countsByState'];
  /** None of those of which no answer is waited for. */
  readonly byAnswer: Readonly<Record<ShownAnswer, number>>;
}

/** How many invoices each view of the list of received ones has. */
export class CountReceived {
  constructor(private readonly ports: { readonly received: Pick<ReceivedStore, 'countByState'> }) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(caller: Caller, filters: Omit<OrderQuery, 'states' | 'answers'>): Promise<ReceivedCounts> {
    const all = { ...filters, client: listedClient(caller, filters.client) };
    const count = async (answer: ShownAnswer) =>
      [answer, sumOfCounts(await this.ports.received.countByState({ ...all, answers: [answer] }))] as const;
    const [byState, ...byAnswer] = await Promise.all([
      this.ports.received.countByState(all),
      ...SHOWN_ANSWERS.map(count),
    ]);
    return { byState, byAnswer: Object.fromEntries(byAnswer) as Record<ShownAnswer, number> };
  }
}
