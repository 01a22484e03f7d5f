import { createHash } from 'node:crypto';
import type { State } from '../../../state.ts';
import type { Answers } from '../../answers/answers.ts';
import type { InboundInvoices } from '../inbound-invoices.ts';

const ROUTE = 'PEPPOL';
const SUBMITTED = 'storecove-submitted';
const REMOVED = 'storecove-removed';

/** A document that an account has submitted. */
export interface Submitted {
  readonly guid: string;
  readonly idempotencyGuid: string;
  readonly account: string;
  readonly legalEntityId: number;
  readonly sender: string;
  readonly receiver: string;
  readonly number: string;
  /** Base64. */
  readonly document: string;
  /** Absent while it is being sent. */
  readonly end?: {
    readonly at: number;
    readonly evidenceAt: number;
    readonly event: 'succeeded' | 'failed' | 'no_action_taken';
    readonly details: string;
    readonly messageId?: string;
    readonly receipt?: string;
  };
}

/** An event of the queue; its body is a text of JSON. */
interface Instance {
  readonly guid: string;
  readonly body: string;
}

/** Events of Invoice Responses, by their code. */
const RESPONSES: Readonly<Record<string, string>> = {
  AB: 'acknowledged',
  IP: 'in_process',
  UQ: 'under_query',
  CA: 'conditionally_accepted',
  RE: 'rejected',
  AP: 'accepted',
  PD: 'paid',
};

/** The submissions of all accounts, and the queue of events of each account: oldest first, one at a time. */
export class StorecoveQueue {
  private readonly state: State;
  private readonly answers: Answers;
  private readonly invoices: InboundInvoices;

  constructor(from: {
    readonly state: State;
    readonly answers: Answers;
    readonly invoices: InboundInvoices;
  }) {
    this.state = from.state;
    this.answers = from.answers;
    this.invoices = from.invoices;
  }

  keep(one: Submitted): void {
    this.state.keep(ROUTE, SUBMITTED, one.guid, one);
  }

  forget({ guid }: Submitted): void {
    this.state.unkeep(ROUTE, SUBMITTED, guid);
  }

  submitted(guid: string): Submitted | undefined {
    return this.state.findKept<Submitted>(ROUTE, SUBMITTED, guid);
  }

  numbered(account: string, idempotencyGuid: string): Submitted | undefined {
    return this.ofAccount(account).find((one) => one.idempotencyGuid === idempotencyGuid);
  }

  /** The legal entity of a participant: that of `9915:<id>`, or the one under which the account has sent for it. */
  entityOf(account: string, participant: string): number | undefined {
    const [, id] = /^9915:([1-9]\d{0,14})$/.exec(participant) ?? [];
    if (id !== undefined) return Number(id);
    return this.ofAccount(account).findLast(({ sender }) => sender === participant)?.legalEntityId;
  }

  oldest(account: string): Instance | undefined {
    return this.open(account)[0];
  }

  remove(account: string, guid: string): boolean {
    if (!this.open(account).some((one) => one.guid === guid)) return false;
    this.state.keep(ROUTE, REMOVED, `${account} ${guid}`, true);
    return true;
  }

  private open(account: string): readonly Instance[] {
    const now = Date.now();
    return [...this.ends(account), ...this.responses(account), ...this.arrivals(account)]
      .filter(({ at }) => at <= now)
      .sort((one, other) => one.at - other.at)
      .map(({ name, body }) => ({ guid: guidOf(name), body: JSON.stringify(body) }))
      .filter(({ guid }) => this.state.findKept(ROUTE, REMOVED, `${account} ${guid}`) === undefined);
  }

  private ends(account: string) {
    return this.ofAccount(account).flatMap((one) =>
      one.end ? [{ at: one.end.at, name: one.guid, body: eventOf(one, one.end.event, one.end.details) }] : [],
    );
  }

  private responses(account: string) {
    const sent = this.ofAccount(account);
    return this.answers.cameFor(account).flatMap(({ id, dueAt, content }) => {
      const code = /<cbc:ResponseCode[^>]*>([A-Z]+)</.exec(content)?.[1] ?? '';
      const number = /<cac:DocumentReference><cbc:ID>([^<]*)</.exec(content)?.[1];
      const one = sent.find((each) => each.number === number);
      const reason = /<cbc:StatusReason>([^<]*)</.exec(content)?.[1] ?? '';
      const name = RESPONSES[code];
      return one && name ? [{ at: dueAt, name: `answer ${id}`, body: eventOf(one, name, reason) }] : [];
    });
  }

  private arrivals(account: string) {
    return this.invoices.all
      .filter(({ receiver }) => this.entityOf(account, receiver) !== undefined)
      .map(({ at, instanceIdentifier }) => ({
        at,
        name: `arrival ${instanceIdentifier}`,
        body: {
          event_type: 'received_document',
          event_group: 'invoice',
          event: 'received',
          document_guid: instanceIdentifier,
          tenant_id: null,
        },
      }));
  }

  private ofAccount(account: string): readonly Submitted[] {
    return this.state.allKept<Submitted>(ROUTE, SUBMITTED).filter((one) => one.account === account);
  }
}

/** The members of vantigo-io/vantigo 3cf847cd, storecovetest/server.go. */
const eventOf = ({ guid, idempotencyGuid }: Submitted, event: string, details: string): object => ({
  event_type: 'document_submission',
  event_group: 'invoice',
  event,
  v_delivery: event === 'succeeded',
  details,
  response_document: null,
  guid,
  idempotencyGuid,
  tenant_id: null,
});

/** The same for the same event. */
const guidOf = (name: string): string =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
