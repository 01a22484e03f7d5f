import { type Answer, type Call, type Endpoint, json } from '../../../network.ts';
import type { Enclosed } from '../../answers/enclosed.ts';
import { type InboundInvoices, payloadOf } from '../inbound-invoices.ts';

type MakeEndpoint = (method: Endpoint['method'], path: string, answer: (call: Call) => Answer) => Endpoint;

const FILES = '/peppol/e-invoice-be/files';

/** The inbox of every tenant, and the file of each document at an address of its own (api/openapi.json 1.1.0). */
export function inboxEndpoints(invoices: InboundInvoices, endpoint: MakeEndpoint): readonly Endpoint[] {
  const find = ({ params }: Call): Enclosed | undefined =>
    invoices.all.find(({ instanceIdentifier }) => instanceIdentifier === params['id']);
  return [
    endpoint('GET', '/inbox/', ({ query }) => {
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 20)];
      const newestFirst = [...invoices.all].reverse();
      const items = newestFirst.slice((page - 1) * size, page * size).map(toWire);
      const { length: total } = newestFirst;
      const pages = Math.max(1, Math.ceil(total / size));
      return json(200, { items, total, page, page_size: size, pages, has_next_page: page < pages });
    }),
    endpoint('GET', '/documents/:id/ubl', (call) => {
      const enclosure = find(call);
      if (!enclosure) return json(404, { detail: "Document with the specified ID doesn't exist" });
      const [scheme, id] = enclosure.receiver.split(':');
      const url = `http://${String(call.headers.host)}${FILES}/${enclosure.instanceIdentifier}?signature=x`;
      return json(200, {
        id: enclosure.instanceIdentifier,
        file_name: 'document.xml',
        signed_url: url,
        receiver_peppol_scheme: scheme,
        receiver_peppol_id: id,
      });
    }),
    {
      method: 'GET',
      path: '/e-invoice-be/files/:id',
      answer: (call) => {
        const enclosure = find(call);
        // Storage of its own: it knows no log-in.
        const isOpen = enclosure && call.query.get('signature') === 'x' && !call.headers.authorization;
        return isOpen
          ? { status: 200, headers: { 'Content-Type': 'application/xml' }, body: payloadOf(enclosure) }
          : json(403, { detail: 'AccessDenied' });
      },
    },
  ];
}

const toWire = ({ instanceIdentifier, at, documentType }: Enclosed): object => ({
  id: instanceIdentifier,
  created_at: new Date(at).toISOString(),
  document_type: documentType.includes('::CreditNote##') ? 'CREDIT_NOTE' : 'INVOICE',
  state: 'RECEIVED',
  direction: 'INBOUND',
});
