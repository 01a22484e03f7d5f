import { randomUUID } from 'node:crypto';
import { type Answer, type Call, type Endpoint, json } from '../../../network.ts';
import { participantValue } from '../../identifiers.ts';
import { byBearer } from '../admission.ts';
import { businessDocument } from '../phase4.ts';
import type { AccessPointOptions } from '../options.ts';
import type { Sent } from '../sending.ts';
import { type Fault, faultsOf, isEnveloped, type Order } from './orders.ts';
import { StorecoveEntities } from './entities.ts';
import { type Submitted, StorecoveQueue } from './queue.ts';

const PATH = '/storecove/api/v2';
const FILES = '/peppol/storecove/files';
const EXPIRES_MS = 600_000;

/**
 * Storecove, API 2 (its OpenAPI description 2.0.1, and the newer client deegitalbe/laravel-trustup-io-storecove bf0038b5). The same
 * status refuses a document and a used `idempotencyGuid`. What became of a document is in the queue of events and in its evidence.
 */
export function storecoveEndpoints(options: AccessPointOptions): readonly Endpoint[] {
  const queue = new StorecoveQueue(options);
  const documents = new StorecoveDocuments(options, queue);
  const entities = new StorecoveEntities(options.state, options.names);
  const endpoint = byBearer(PATH, () => ({ status: 401 }));
  const identifiers = '/legal_entities/:id/peppol_identifiers';
  return [
    endpoint('POST', '/document_submissions', (call, account) => documents.submit(call, account)),
    endpoint('GET', '/document_submissions/:guid/evidence/:type', (call, account) =>
      documents.evidence(call, account),
    ),
    endpoint('GET', '/webhook_instances/', (_, account) => {
      const event = queue.oldest(account);
      return event ? json(200, event) : { status: 204 };
    }),
    endpoint('DELETE', '/webhook_instances/:guid', ({ params }, account) =>
      queue.remove(account, params['guid'] ?? '') ? { status: 204 } : { status: 404 },
    ),
    endpoint('GET', '/received_documents/:guid/:format', (call, account) =>
      documents.received(call, account),
    ),
    endpoint('GET', '/legal_entities/:id', (call, account) => entities.entity(call, account)),
    endpoint('POST', identifiers, (call, account) => entities.add(call, account)),
    endpoint('DELETE', `${identifiers}/:superscheme/:scheme/:identifier`, (call, account) =>
      entities.remove(call, account),
    ),
    { method: 'GET', path: '/storecove/files/:guid', answer: (call) => documents.file(call) },
  ];
}

class StorecoveDocuments {
  constructor(
    private readonly options: AccessPointOptions,
    private readonly queue: StorecoveQueue,
  ) {}

  async submit({ body }: Call, account: string): Promise<Answer> {
    const { sending, pace, schemas } = this.options;
    const order = orderIn(body);
    const faults = faultsOf(order);
    if (!isEnveloped(order) || faults.length > 0) return refuse(...faults);
    const { idempotencyGuid = randomUUID(), legalEntityId } = order;
    if (this.queue.numbered(account, idempotencyGuid))
      return refuse({ source: 'idempotencyGuid', details: 'has already been used' });
    const { envelope, ...data } = order.document.envelopedData;
    const payload = Buffer.from(data.document, 'base64');
    const to = {
      sender: participantValue(envelope.sender) ?? '',
      receiver: participantValue(envelope.receiver) ?? '',
      countryC1: 'BE',
      documentScheme: data.documentIdSchemeId,
      documentType: data.documentId,
      process: data.processId,
    };
    const submission = businessDocument(to, payload, account, idempotencyGuid, true);
    if (!('payload' in submission))
      return refuse({ source: 'document', details: 'The document is not the one that documentId names' });
    const fault = schemas.fault(payload, submission.document?.localName ?? '');
    if (fault !== undefined) return refuse({ source: 'document', details: fault });
    const guid = randomUUID();
    const known: Submitted = {
      guid,
      idempotencyGuid,
      account,
      legalEntityId,
      sender: to.sender,
      receiver: to.receiver,
      number: submission.document?.number ?? '',
      document: data.document,
    };
    // It is known before it is sent: a second one under the same guid is refused from here on.
    this.queue.keep(known);
    // The buyer's answers come after the event about the sending.
    const at = Date.now();
    const sent = await sending.run(submission, 'standalone');
    if (sent.instead && !sent.taken) {
      this.queue.forget(known);
      return sent.instead;
    }
    this.queue.keep({ ...known, end: { at, evidenceAt: pace.dueIn(1), ...endOf(sent) } });
    return sent.instead ?? json(200, { guid });
  }

  evidence({ params, headers }: Call, account: string): Answer {
    const sent = this.queue.submitted(params['guid'] ?? '');
    const isSent = sent?.end?.event === 'succeeded' && sent.end.evidenceAt <= Date.now();
    if (!isSent || sent.account !== account || params['type'] !== 'sending') return { status: 404 };
    return json(200, {
      guid: sent.guid,
      sender: sent.sender,
      receiver: sent.receiver,
      network: 'peppol',
      documents: [
        {
          document: `http://${String(headers.host)}${FILES}/${sent.guid}`,
          expires_at: new Date(Date.now() + EXPIRES_MS).toISOString().slice(0, 19).replace('T', ' '),
          mime_type: 'application/xml',
        },
      ],
      evidence: {
        transmission_id: sent.idempotencyGuid,
        message_id: sent.end?.messageId,
        receiving_accesspoint: 'PSB000001',
        xml: sent.end?.receipt,
      },
    });
  }

  received({ params }: Call, account: string): Answer {
    const { all } = this.options.invoices;
    const document = all.find(({ instanceIdentifier }) => instanceIdentifier === params['guid']);
    const entity = document && this.queue.entityOf(account, document.receiver);
    if (!document || entity === undefined || params['format'] !== 'original') return { status: 404 };
    return json(200, {
      legal_entity_id: entity,
      direction: 'in',
      guid: document.instanceIdentifier,
      original: document.content,
    });
  }

  /** Storage of its own: it knows no log-in. */
  file({ params, headers }: Call): Answer {
    const sent = this.queue.submitted(params['guid'] ?? '');
    if (!sent || headers.authorization) return { status: 403 };
    const body = Buffer.from(sent.document, 'base64');
    return { status: 200, headers: { 'Content-Type': 'application/xml' }, body };
  }
}

/** A look-up that ends without a receiver leaves nothing to do; any other failure is one of the sending. */
function endOf({ report = {} }: Sent): Omit<NonNullable<Submitted['end']>, 'at' | 'evidenceAt'> {
  if (report['sendingSuccess'] === true)
    return {
      event: 'succeeded',
      details: '',
      messageId: String(report['as4MessageId']),
      receipt: String(report['as4ReceivedSignalMsg']),
    };
  const exception = report['sendingException'] as { readonly message?: string } | undefined;
  const details = exception?.message ?? String(report['sendingResult'] ?? 'unknown');
  const isNowhere = /is not registered| - (?:server error|failed to select endpoint)/.test(details);
  return { event: isNowhere ? 'no_action_taken' : 'failed', details };
}

const refuse = (...faults: readonly Fault[]): Answer => json(422, faults);

function orderIn(body: Buffer): Order {
  try {
    return JSON.parse(body.toString()) as Order;
  } catch {
    return {};
  }
}
