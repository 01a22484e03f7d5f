import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { RouteStatuses, SendableStatus } from '../../domain/routes/profile.ts';
import { profileOf } from '../../domain/routes/all.ts';
import type { Route } from '../../domain/vocabulary/route.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import { barWithoutFile, reasonWords } from '../../domain/statuses/answer.ts';
import type { Catalogue } from '../../ports/catalogue.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { Log } from '../../ports/log.ts';
import type { InvoiceReads } from '../../ports/invoice-reads.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import type { StatusStore } from '../../ports/status-store.ts';
import { hasMissingPack } from '../checking/missing-pack.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';
import { answerBar, answerBasis, type AnswerBarPorts } from '../received/answer-bar.ts';
import { commitToInvoice } from './status-outcome.ts';
import { holds, type Side, stepBack, tellsBuyer } from './status-request.ts';

export interface StatusOption extends Pick<
  SendableStatus,
  'status' | 'code' | 'needsReason' | 'takesAmounts'
> {
  readonly reasons: readonly ReasonOption[];
  /** `free` stands alone, too. */
  readonly note: 'none' | 'with-reason' | 'free' | 'required';
}

interface ReasonOption {
  readonly code: string;
  readonly title?: Text;
  readonly needsNote: boolean;
  /** What the sender wants, and not why. */
  readonly isWish: boolean;
}

interface ReceivedOptions {
  readonly options: readonly StatusOption[];
  /** Why no answer can be given at all. */
  readonly reason?: Text;
}

/** The check notes the bar at its end; for a pack, and for people, an invoice waits for days. */
const isAboutToBeChecked = (record: ReceivedRecord): boolean =>
  record.state === 'received' && record.dueAt !== null && !hasMissingPack(record);

interface Ports extends AnswerBarPorts {
  readonly invoices: Pick<InvoiceReads, 'find'>;
  readonly received: Pick<ReceivedStore, 'find' | 'commit'>;
  readonly statuses: Pick<StatusStore, 'ofInvoice'>;
  readonly catalogue: Catalogue;
  readonly content: Pick<ContentStore, 'get'>;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly log: Pick<Log, 'warn'>;
}

/** The statuses that `CreateStatus` takes next, as far as route, state and earlier statuses decide. */
export class ListStatuses {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found` */
  async ofSent(caller: Caller, id: string): Promise<readonly StatusOption[]> {
    const invoice = await ownInvoice(this.ports.invoices, caller, id);
    if (!holds(invoice)) return [];
    const options = await this.options('seller', invoice);
    return options.filter((option) => tellsBuyer(invoice, option));
  }

  /**
   * What bars an answer stands in the record; the file is read again once what decides it beside the file has changed.
   * @throws CallFailed `not-found`, `busy`, `no-master-key`
   */
  async ofReceived(caller: Caller, id: string): Promise<ReceivedOptions> {
    const record = await ownInvoice(this.ports.received, caller, id);
    const reason = barWithoutFile(record);
    if (reason !== undefined) return { options: [], reason };
    const basis = await answerBasis(record, this.ports);
    const bar = record.answerBasis === basis ? record.answerBar : await this.lookAgain(record, basis);
    return bar === undefined
      ? { options: await this.options('buyer', record) }
      : { options: [], reason: bar };
  }

  private async lookAgain(record: ReceivedRecord, basis: string): Promise<Text | undefined> {
    const bar = await this.bar(record);
    await this.note(record, bar, basis);
    return bar;
  }

  private async bar(record: ReceivedRecord): Promise<Text | undefined> {
    const { content, reader } = this.ports;
    const bytes = await readHeldBytes(content, record, record.documents[0]!);
    const read = await reader.readFile(bytes, { client: record.client, whenBusy: 'refuse' });
    return read.reading === 'read'
      ? answerBar(record, read, this.ports)
      : say('statuses.service-cannot-read-stored-invoice');
  }

  /** Lists are searched by it. If this fails, the next look notes it. */
  private async note(seen: ReceivedRecord, bar: Text | undefined, basis: string): Promise<void> {
    if (isAboutToBeChecked(seen)) return;
    const { received, log } = this.ports;
    const { id } = seen;
    const noted = commitToInvoice<ReceivedRecord>(received, id, async ({ answerBar: _, ...record }) => ({
      record: {
        ...record,
        ...(bar !== undefined && { answerBar: bar }),
        answerBasis: basis,
        version: record.version + 1,
      },
      events: [],
      files: [],
    }));
    await noted.catch((cause: unknown) => log.warn({ invoice_id: id, cause }, 'left to the next look'));
  }

  private async options(side: Side, { id, route }: { readonly id: string; readonly route: Route }) {
    const rules = profileOf(route).statuses;
    if (!rules || !this.ports.rails.get(route)?.statusMessages) return [];
    const earlier = await this.ports.statuses.ofInvoice(id);
    return rules[side]
      .filter(({ status }) => stepBack(side, route, status, earlier) === undefined)
      .map(({ status, code, needsReason, takesAmounts, reasons }): StatusOption => ({
        status,
        code,
        needsReason,
        takesAmounts,
        reasons: (reasons ?? []).map((reason) => this.reason(route, reason, rules)),
        note: rules.note === 'with-reason' && !reasons ? 'none' : rules.note,
      }));
  }

  private reason(route: Route, code: string, { reasonsWithNote, wishes }: RouteStatuses): ReasonOption {
    const title = reasonWords(route, code) ?? this.ports.catalogue.find(code)?.title;
    return {
      code,
      ...(title !== undefined && { title }),
      needsNote: reasonsWithNote.includes(code),
      isWish: wishes.includes(code),
    };
  }
}
