import { randomUUID } from 'node:crypto';
import { readBusinessDocument } from '../../../documents.ts';
import { formIn } from '../../../form.ts';
import { type Answer, type Call, type Endpoint, json } from '../../../network.ts';
import { participantValue, USUAL_OFFERS, documentType } from '../../identifiers.ts';
import { EInvoiceDocuments, type Kept } from './documents.ts';
import { businessDocument } from '../phase4.ts';
import { inboxEndpoints } from './inbox.ts';
import { byBearer } from '../admission.ts';
import type { AccessPointOptions } from '../options.ts';

const PATH = '/e-invoice-be/api';

/**
 * e-invoice.be (e-invoice-be/peppol-cli db05da8, api/openapi.json 1.1.0): a draft, which a second call sends, once. `state`
 * reports later findings. The texts of answers are the descriptions in openapi.json.
 */
export function eInvoiceBeEndpoints(options: AccessPointOptions): readonly Endpoint[] {
  const documents = new EInvoiceDocuments(options.state, options.answers);
  documents.recover();
  const endpoint = byBearer(PATH, () => error(401, 'API key is missing, invalid, or inactive'));
  const ofDocument = (
    method: Endpoint['method'],
    path: string,
    answer: (document: Kept, call: Call) => Answer | Promise<Answer>,
  ): Endpoint =>
    endpoint(method, `/documents/:id${path}`, (call, tenant) => {
      const document = documents.find(call.params['id'] ?? '', tenant);
      return document ? answer(document, call) : error(404, "Document with the specified ID doesn't exist");
    });
  return [
    endpoint('POST', '/documents/ubl', (call, tenant) => create(call, tenant, documents)),
    ofDocument('POST', '/send', (document, call) => send(document, call, documents, options)),
    ofDocument('GET', '', (document) => json(200, documents.toWire(document))),
    ofDocument('DELETE', '', (document) => documents.remove(document)),
    ofDocument('GET', '/timeline', (document) => json(200, documents.timeline(document))),
    ...inboxEndpoints(options.invoices, endpoint),
    endpoint('GET', '/outbox/', (call, tenant) =>
      documents.page(call, tenant, ['TRANSIT', 'SENT', 'FAILED']),
    ),
    endpoint('GET', '/outbox/drafts', (call, tenant) => documents.page(call, tenant, ['DRAFT'])),
  ];
}

async function create(call: Call, tenant: string, documents: EInvoiceDocuments): Promise<Answer> {
  const part = (await formIn(call))?.get('file');
  // Its description has an error text here, unlike other calls with a missing part.
  if (!(part instanceof File)) return error(422, 'Invalid response data');
  const file = Buffer.from(await part.arrayBuffer());
  const document = readUbl(file);
  if (!document) return error(415, 'UBL file is not valid or empty');
  const storedDocument: Kept = {
    id: randomUUID(),
    tenant,
    createdAt: Date.now(),
    ubl: file.toString('base64'),
    about: document,
  };
  documents.keep(storedDocument);
  return json(201, documents.toWire(storedDocument));
}

async function send(
  draft: Kept,
  { query }: Call,
  documents: EInvoiceDocuments,
  { sending, pace, schemas }: AccessPointOptions,
): Promise<Answer> {
  if (draft.sent) return error(405, 'Document is not in draft state');
  const payload = Buffer.from(draft.ubl, 'base64');
  const type = typeOf(draft);
  const [sender, receiver] = ['sender', 'receiver'].map((role) =>
    participantValue(`${query.get(`${role}_peppol_scheme`)}:${query.get(`${role}_peppol_id`)}`),
  );
  if (sender === undefined || receiver === undefined || !type)
    return error(400, 'Document UBL is not validated yet or missing Peppol information');
  if (schemas.fault(payload, draft.about.localName) !== undefined)
    return error(406, 'Document can not be validated as valid UBL document');
  if (sender.endsWith('0409')) return error(409, 'Document is not allowed to send from the given Peppol ID');
  const to = { sender, receiver, documentType: type.documentType, process: type.process, countryC1: 'BE' };
  const submission = businessDocument(to, payload, draft.tenant, draft.id, true);
  if (!('payload' in submission)) return error(406, 'Document can not be validated as valid UBL document');
  documents.keep({ ...draft, sent: { at: Date.now() } });
  const { instead, taken, report } = await sending.run(submission, 'standalone');
  if (instead && !taken) {
    documents.keep(draft);
    return instead;
  }
  const isSent = report?.['sendingSuccess'] === true;
  const document: Kept = {
    ...draft,
    sent: { at: Date.now(), endsAt: pace.dueIn(1), isSent, ...(!isSent && { why: reasonIn(report) }) },
  };
  documents.keep(document);
  return instead ?? json(200, documents.toWire(document));
}

/** `details` is free-form there. Here it has the text of the failure. */
function reasonIn(report: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const exception = report['sendingException'] as { readonly message?: string } | undefined;
  return { error: exception?.message ?? String(report['sendingResult'] ?? 'unknown') };
}

function readUbl(file: Buffer): Kept['about'] | undefined {
  try {
    const { localName, customization, number, issueDate, seller, buyer } = readBusinessDocument(file);
    if (localName !== 'Invoice' && localName !== 'CreditNote') return undefined;
    return { localName, customization, number, issueDate, seller: seller.name, buyer: buyer.name };
  } catch {
    return undefined;
  }
}

/** It has no parameter for the document type: it recognises BIS Billing 3 and its self-billing. */
const typeOf = ({ about }: Kept) =>
  USUAL_OFFERS.find((offer) => {
    const type = documentType(offer.documentType);
    return type?.localName === about.localName && type.customization === about.customization;
  });

const error = (status: number, detail: string): Answer => json(status, { detail });
