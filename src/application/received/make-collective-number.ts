import type { Text } from 'en16931-rules/vocabulary/message.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { CallFailed } from '../../domain/failures.ts';
import { schemaFinding } from '../../domain/findings/schema-finding.ts';
import type { ReceivedRecord } from '../../domain/lifecycle/received-record.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import type { CollectiveNumbers } from '../../ports/rail/collective-numbers.ts';
import type { OpenedCredential } from '../../ports/rail/opened-credential.ts';
import type { Rails } from '../../ports/rail/rail.ts';
import type { ReceivedStore } from '../../ports/received-store.ts';
import { readHeldBytes } from '../content/read-held-bytes.ts';
import { badRequest } from '../requests/request-finding.ts';
import type { CredentialChoice } from '../sending/sending-ports.ts';
import { ownInvoice } from '../tracking/find-invoice.ts';

interface Ports {
  readonly received: Pick<ReceivedStore, 'find'>;
  readonly credentials: Pick<CredentialChoice, 'choose'>;
  readonly content: Pick<ContentStore, 'get'>;
  readonly reader: Pick<FileReader, 'readFile'>;
  readonly rails: Rails;
}

/** Received invoices of one client and route that are paid together. */
type PaidTogether = readonly [ReceivedRecord, ...ReceivedRecord[]];

const RETRY_S = 5;

/** One number of the route for several received invoices, to be named in the transfer that pays them. */
export class MakeCollectiveNumber {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `not-found`, also for another client's invoice; `bad-request` if one number cannot be theirs. */
  async find(caller: Caller, ids: readonly string[]): Promise<PaidTogether> {
    const receivedInvoices: ReceivedRecord[] = [];
    for (const id of new Set(ids)) receivedInvoices.push(await ownInvoice(this.ports.received, caller, id));
    const [first, ...others] = receivedInvoices;
    if (!first || others.length === 0)
      throw badRequest('ids', say('statuses.collective-number-needs-two-invoices-or-more'));
    if (others.some(({ client }) => client !== first.client))
      throw badRequest('ids', say('statuses.invoices-belong-to-different-clients'));
    if (others.some(({ route }) => route !== first.route))
      throw badRequest('ids', say('statuses.invoices-came-over-different-routes'));
    const maxInvoices = this.numbersOf(first).maxInvoices;
    if (receivedInvoices.length > maxInvoices)
      throw badRequest('ids', say('statuses.number-is-for-invoices-at-most', { n: maxInvoices }));
    const unnamed = receivedInvoices.find(({ railId }) => railId === undefined);
    if (unnamed)
      throw badRequest('ids', say('statuses.route-s-own-number-of-is-not-known', { value: unnamed.id }));
    return [first, ...others];
  }

  /** @throws CallFailed `validation-failed` with the route's words; `busy` if its answer is not known: the same call finds the number. */
  async run(together: PaidTogether): Promise<string> {
    const [first] = together;
    const { credential, recipient } = await this.logIn(first);
    const answer = await this.numbersOf(first).findOrMake({
      credential,
      recipient,
      railIds: together.flatMap(({ railId }) => railId ?? []),
    });
    if ('number' in answer) return answer.number;
    if ('refused' in answer) throw refused(answer.refused);
    const { mapping, message, retryAfterSeconds = RETRY_S } = answer.failed;
    throw new CallFailed({ kind: 'busy', retryAfterSeconds, detail: message ?? mapping.message });
  }

  private numbersOf({ route }: ReceivedRecord): CollectiveNumbers {
    const numbers = this.ports.rails.get(route)?.collective;
    if (!numbers) throw badRequest('ids', say('statuses.route-has-no-collective-numbers', { route }));
    return numbers;
  }

  /** As the buyer that the first invoice names. */
  private async logIn(
    invoice: ReceivedRecord,
  ): Promise<{ readonly credential: OpenedCredential; readonly recipient: string }> {
    const { content, reader, credentials, rails } = this.ports;
    const { client, route, documents } = invoice;
    const [document] = documents;
    const bytes = document && (await readHeldBytes(content, invoice, document));
    const read = bytes && (await reader.readFile(bytes, { client, whenBusy: 'refuse' }));
    if (read?.reading !== 'read') throw refused(say('statuses.service-cannot-read-stored-invoice'));
    const buyerIds = read.addressing.buyer.ids;
    const recipientOf = rails.get(route)?.receiving?.recipientOf;
    const [recipient] = buyerIds.flatMap((id) => recipientOf?.(id) ?? []);
    const credential = await credentials.choose(client, route, buyerIds);
    if (recipient === undefined) throw refused(say('statuses.stored-invoice-names-no-buyer-by-whom-route'));
    if (!credential) throw refused(say('statuses.no-live-credential-fits-buyer'), 'EI-CREDENTIAL-MISSING');
    return { credential, recipient };
  }
}

function refused(message: Text, code?: string): CallFailed {
  const related = code === undefined ? [] : [{ code, source: 'route' }];
  return new CallFailed({
    kind: 'validation-failed',
    findings: [schemaFinding('ids', message, { ...(related.length > 0 && { related }) })],
  });
}
