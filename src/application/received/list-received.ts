import type { Text } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { reasonWords } from '../../domain/statuses/answer.ts';
import type { InvoicePage } from '../../ports/invoice-reads.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { ReceivedQuery, ReceivedStore } from '../../ports/received-store.ts';
import { listedClient } from '../access/tenancy.ts';
import { openAnswerWords } from './answer-words.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';

interface Ports {
  readonly received: Pick<ReceivedStore, 'find' | 'list'>;
  readonly content: Pick<TextSealer, 'openText'>;
  readonly catalogue: Pick<Catalogue, 'find'>;
}

interface NamedCode {
  readonly code: string;
  readonly title?: Text;
}

interface ReadReceived {
  readonly received: ReceivedRecord;
  /** What the client said with its last answer. */
  readonly words: {
    readonly reason?: NamedCode;
    readonly wish?: NamedCode;
    readonly note?: string;
  };
}

export class ListReceived {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` if a client key names another client. */
  async run(caller: Caller, query: ReceivedQuery): Promise<InvoicePage<ReceivedRecord>> {
    return this.ports.received.list({ ...query, client: listedClient(caller, query.client) });
  }

  /** @throws CallFailed `not-found`, for another client's invoice too. */
  async find(caller: Caller, id: string): Promise<ReadReceived> {
    const received = await ownInvoice(this.ports.received, caller, id);
    const { reasonCode, wishCode, note } = await openAnswerWords(received, this.ports.content);
    const named = (code: string): NamedCode => {
      const title = reasonWords(received.route, code) ?? this.ports.catalogue.find(code)?.title;
      return { code, ...(title !== undefined && { title }) };
    };
    return {
      received,
      words: {
        ...(reasonCode !== undefined && { reason: named(reasonCode) }),
        ...(wishCode !== undefined && { wish: named(wishCode) }),
        ...(note !== undefined && { note }),
      },
    };
  }
}
