import assert from 'node:assert/strict';
import { NodeDigests } from '../../../src/adapters/system/node-digests.ts';
import { deliveryId } from '../../../src/application/webhooks/enqueue-deliveries.ts';
import { aConnection } from '../../contract/connections.ts';
import { aRegistration } from '../../contract/receiver-registrations.ts';
import { aDelivery } from '../../contract/webhook-stores.ts';
import { exampleText } from '../../support/example-file.ts';
import { API, newIdempotencyKey, submission, withDocument } from './bodies.ts';
import { withDocumentOfRoute } from './document-of-route.ts';
import { type Answer, handIn, RunningApi } from './harness.ts';
import { OPERATOR_KEY } from './world.ts';

const CALLERS = ['own', 'foreign', 'operator', 'readOnly', 'partner'] as const;
type CallerKind = (typeof CALLERS)[number];

interface Row {
  /** Has its third parameter only if it is about an invoice. */
  readonly send: (api: RunningApi, key: string, invoice: string) => Promise<Answer>;
  /** A status for each of CALLERS, in their order. */
  readonly answers: readonly [number, number, number, number, number];
}

const OWNER = 'acme';
const XML = { 'content-type': 'application/xml' };
const get = (path: string): Row['send'] =>
  path.includes('{id}')
    ? (api, key, invoice) => api.call('GET', path.replace('{id}', invoice), { key })
    : (api, key) => api.call('GET', path, { key });

/** @returns the id of the owner's received invoice. */
async function receive(api: RunningApi, body: string): Promise<string> {
  const { json } = await api.call('POST', `/received?route=PEPPOL&client=${OWNER}`, {
    key: OPERATOR_KEY,
    idempotencyKey: newIdempotencyKey(),
    headers: XML,
    body,
  });
  return String(json.id);
}

const getReceived =
  (more: string): Row['send'] =>
  async (api, key) =>
    api.call('GET', `/received/${await receive(api, '<Invoice/>')}${more}`, { key });

/** The id of the owner's refused submission. */
const getRefusal =
  (more: string): Row['send'] =>
  async (api, key) => {
    const { json } = await api.call('POST', '/invoices', {
      key: OPERATOR_KEY,
      idempotencyKey: newIdempotencyKey(),
      body: { ...withDocument('payment.iban', 'DE00'), client: OWNER },
    });
    return api.call('GET', `/refusals/${String(json.refusal_id)}${more}`, { key });
  };

const NOTE = { catalogue_code: 'BR-1', note: 'Called.' };
/** Totals of a day; the owner's reports are sent by the service. */
async function stateSales(api: RunningApi, key: string): Promise<Answer> {
  const fr = { vat_regime: 'monthly', reports: 'own' };
  await api.call('PUT', `/clients/${OWNER}/profile`, { key: OPERATOR_KEY, body: { name: 'Owner', fr } });
  const body = {
    client: OWNER,
    seller: { company_id: '100000009', name: 'Owner' },
    day: '2026-10-02',
    category: 'goods',
    count: 1,
    amounts: [{ vat_rate: '20.00', net: '10.00', vat: '2.00' }],
  };
  return api.call('POST', '/reports/sales', { key, idempotencyKey: newIdempotencyKey(), body });
}

async function putDocument({ world }: RunningApi, id: string): Promise<void> {
  const report = await world.reports.find(id);
  if (!report || report.documents.length > 0) return;
  const { sha256 } = await world.content.seal(OWNER, new TextEncoder().encode('<Report/>'));
  const documents = [{ kind: 'tax-report-1', sha256, size: 9 }];
  const record = { ...report, documents, version: report.version + 1 };
  await world.reports.commit({ record, events: [], audit: [], files: [] });
}

/** A report of the owner, with a document. */
const getReport =
  (more: string): Row['send'] =>
  async (api, key) => {
    const { json } = await stateSales(api, OPERATOR_KEY);
    const [stated] = json.data as readonly { report_id: string }[];
    await putDocument(api, String(stated?.report_id));
    return api.call('GET', `/reports/${String(stated?.report_id)}${more}`, { key });
  };

const startRadar = (api: RunningApi, key: string): Promise<Answer> =>
  api.call('POST', '/radar', { key, body: { client: OWNER, on: '2027-01-01' } });

const NO_LINK = `shr_${'0'.repeat(24)}.${'0'.repeat(48)}`;

/** The calls that each caller may make on objects of `acme`. An operation of openapi.yaml without a row fails the test. */
const ROWS: Readonly<Record<string, Row>> = {
  submitInvoice: {
    send: (api, key) =>
      api.call('POST', '/invoices', {
        key,
        idempotencyKey: newIdempotencyKey(),
        body: { ...withDocument('invoice.number', newIdempotencyKey()), client: OWNER },
      }),
    answers: [202, 403, 202, 403, 403],
  },
  // A line of the batch gets the answer of the single call; the batch itself is refused only for its key.
  submitBatch: {
    send: (api, key) =>
      api.call('POST', '/invoices/batch', {
        key,
        headers: { 'content-type': 'application/x-ndjson' },
        body: JSON.stringify({ idempotency_key: newIdempotencyKey(), body: submission({ client: OWNER }) }),
      }),
    answers: [200, 200, 200, 403, 403],
  },
  // The calls of its tools are refused one by one: test/agents.
  callTools: {
    send: (api, key) =>
      api.call('POST', '/mcp', { key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
    answers: [202, 202, 202, 202, 202],
  },
  readSummaries: {
    send: async (api, key, invoice) => {
      const response = await api.call('GET', `/summaries?ids=${invoice}`, { key });
      const missing = response.json.missing as readonly string[] | undefined;
      // Another client's are missing, as unknown ones are.
      return missing?.includes(invoice) ? { ...response, status: 404 } : response;
    },
    answers: [200, 404, 200, 200, 403],
  },
  searchInvoices: { send: get(`/search?q=RE-2026&client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  sumInvoices: { send: get(`/invoices/sums?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readAudit: { send: get(`/audit?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  listInvoices: { send: get(`/invoices?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  countInvoices: { send: get(`/invoices/counts?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  invoiceSeries: { send: get(`/invoices/series?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readCalendar: { send: get(`/calendar?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readActivity: { send: get(`/activity?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readInvoice: { send: get('/invoices/{id}'), answers: [200, 404, 200, 200, 403] },
  listEvents: { send: get('/invoices/{id}/events'), answers: [200, 404, 200, 200, 403] },
  listAttempts: { send: get('/invoices/{id}/attempts'), answers: [200, 404, 200, 200, 403] },
  proveInvoice: { send: get('/invoices/{id}/proof'), answers: [200, 404, 200, 200, 403] },
  convertSent: { send: get('/invoices/{id}/documents/as-canonical'), answers: [200, 404, 200, 200, 403] },
  viewInvoice: { send: get('/invoices/{id}/documents/view'), answers: [200, 404, 200, 200, 403] },
  // A webhook belongs to the key's client. Another client's key reaches its own client's webhook, which is not set.
  setWebhook: {
    send: (api, key) => api.call('PUT', '/webhook', { key, body: { url: 'https://erp.example/hook' } }),
    answers: [200, 200, 200, 403, 403],
  },
  readWebhook: { send: get('/webhook'), answers: [200, 200, 200, 200, 403] },
  testWebhook: {
    send: (api, key) => api.call('POST', '/webhook/test', { key }),
    answers: [200, 200, 200, 403, 403],
  },
  listDeliveries: { send: get(`/webhook/deliveries?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readDelivery: {
    send: async (api, key) => {
      const eventId = 'evt_0b1c2d3e4f5a6b7c8d9e0f1a2b3c4d5e';
      const id = deliveryId(OWNER, eventId, new NodeDigests());
      await api.world.deliveries.enqueue([aDelivery({ id, eventId, client: OWNER })], '1');
      return api.call('GET', `/webhook/deliveries/${eventId}?client=${OWNER}`, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  replayDelivery: {
    send: (api, key) => api.call('POST', '/webhook/deliveries/evt_absent/replay', { key }),
    answers: [404, 404, 404, 403, 403],
  },
  replayDeliveries: {
    send: (api, key) =>
      api.call('POST', '/webhook/replay', {
        key,
        body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' },
      }),
    answers: [200, 200, 200, 403, 403],
  },
  readEvent: {
    send: async (api, key, invoice) => {
      const { json } = await api.call('GET', `/invoices/${invoice}/events`, { key: OPERATOR_KEY });
      const [{ event_id: id } = { event_id: '' }] = json.data as { event_id: string }[];
      return api.call('GET', `/events/${id}`, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  readEventFeed: { send: get(`/events?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readDocument: { send: get('/invoices/{id}/documents/canonical'), answers: [200, 404, 200, 200, 403] },
  cancelInvoice: {
    send: (api, key, invoice) =>
      api.call('POST', `/invoices/${invoice}/cancel`, { key, idempotencyKey: newIdempotencyKey() }),
    answers: [200, 404, 200, 403, 403],
  },
  // German invoices: their route has no statuses. The check of the owner is first.
  sendStatus: {
    send: (api, key, invoice) =>
      api.call('POST', `/invoices/${invoice}/statuses`, {
        key,
        idempotencyKey: newIdempotencyKey(),
        body: { status: 'paid' },
      }),
    answers: [409, 404, 409, 403, 403],
  },
  sendReceivedStatus: {
    send: async (api, key) => {
      const { json } = await getReceived('')(api, OPERATOR_KEY, '');
      return api.call('POST', `/received/${String(json.id)}/statuses`, {
        key,
        idempotencyKey: newIdempotencyKey(),
        // Peppol has no such status.
        body: { status: 'disputed' },
      });
    },
    answers: [409, 404, 409, 403, 403],
  },
  // Peppol has no collective numbers. The check of the owner is first.
  makeCollectiveNumber: {
    send: async (api, key) => {
      const { json } = await getReceived('')(api, OPERATOR_KEY, '');
      return api.call('POST', '/received/collective', {
        key,
        idempotencyKey: newIdempotencyKey(),
        body: { ids: [json.id, json.id] },
      });
    },
    answers: [400, 404, 400, 403, 403],
  },
  receiveInvoice: {
    send: (api, key) =>
      api.call('POST', `/received?route=PEPPOL&client=${OWNER}`, {
        key,
        idempotencyKey: newIdempotencyKey(),
        headers: XML,
        body: '<Invoice/>',
      }),
    answers: [202, 403, 202, 403, 403],
  },
  countReceived: { send: get(`/received/counts?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  listReceived: { send: get(`/received?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readReceived: { send: getReceived(''), answers: [200, 404, 200, 200, 403] },
  listReceivedEvents: { send: getReceived('/events'), answers: [200, 404, 200, 200, 403] },
  readReceivedDocument: {
    send: getReceived('/documents/received-xml'),
    answers: [200, 404, 200, 200, 403],
  },
  stateSales: { send: stateSales, answers: [202, 403, 202, 403, 403] },
  listReports: { send: get(`/reports?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readReport: { send: getReport(''), answers: [200, 404, 200, 200, 403] },
  listReportEvents: { send: getReport('/events'), answers: [200, 404, 200, 200, 403] },
  exportReportEvidence: { send: getReport('/evidence'), answers: [200, 404, 200, 200, 403] },
  readReportDocument: { send: getReport('/documents/tax-report-1'), answers: [200, 404, 200, 200, 403] },
  // The file is no invoice that can be read as data; who may have it reads so.
  convertReceived: { send: getReceived('/documents/canonical'), answers: [422, 404, 422, 422, 403] },
  viewReceived: { send: getReceived('/documents/view'), answers: [200, 404, 200, 200, 403] },
  validateInvoice: {
    send: (api, key) => api.call('POST', '/validate', { key, body: submission({ client: OWNER }) }),
    answers: [200, 403, 200, 403, 403],
  },
  // No call names a client: a key acts for its own client, the operator's for `local`.
  submitFile: {
    send: (api, key) =>
      api.call('POST', '/invoices/xml?route=FR-PA', {
        key,
        idempotencyKey: newIdempotencyKey(),
        headers: XML,
        body: '<Invoice/>',
      }),
    // The reference is missing: a permitted caller gets 400, and nothing is stored.
    answers: [400, 400, 400, 403, 403],
  },
  validateFile: {
    send: (api, key) =>
      api.call('POST', '/validate/xml?route=DE-XRECHNUNG', { key, headers: XML, body: '<Invoice/>' }),
    answers: [200, 200, 200, 403, 403],
  },
  convertInvoice: {
    send: (api, key) => api.call('POST', '/convert?to=canonical', { key, headers: XML, body: '<Invoice/>' }),
    // It is no invoice; a permitted caller reads so.
    answers: [422, 422, 422, 403, 403],
  },
  recheckInvoice: {
    send: async (api, key, invoice) => {
      await withDocumentOfRoute(api, invoice);
      return api.call('POST', `/invoices/${invoice}/validate`, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  listCare: { send: get(`/care?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  markHandled: {
    send: async (api, key, invoice) => {
      await putInCare(api, invoice);
      return api.call('POST', `/care/${invoice}/handled`, { key });
    },
    answers: [200, 404, 200, 403, 403],
  },
  reopenCare: {
    send: async (api, key, invoice) => {
      await putInCare(api, invoice);
      return api.call('POST', `/care/${invoice}/reopened`, { key });
    },
    answers: [200, 404, 200, 403, 403],
  },
  noteOnCare: {
    send: async (api, key, invoice) => {
      await putInCare(api, invoice);
      return api.call('PUT', `/care/${invoice}/note`, { key, body: NOTE });
    },
    answers: [200, 404, 200, 403, 403],
  },
  listCareGroups: { send: get(`/care/groups?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  markGroupHandled: {
    send: (api, key) =>
      api.call('POST', '/care/groups/handled', {
        key,
        body: { catalogue_code: 'BR-1', who_acts: 'erp', client: OWNER },
      }),
    answers: [200, 404, 200, 403, 403],
  },
  // Invoices of another client are passed over, as one that does not exist.
  reopenGroup: {
    send: (api, key) =>
      api.call('POST', '/care/groups/reopened', {
        key,
        body: { catalogue_code: 'BR-1', invoice_ids: ['inv_5f0c2b7e9a1d4c3b8e6f7a01'] },
      }),
    answers: [200, 200, 200, 403, 403],
  },
  readEvidence: {
    send: async (api, key, invoice) => {
      await putInCare(api, invoice);
      return api.call('GET', `/care/${invoice}/evidence`, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  lookUpParticipant: { send: get('/lookup/0208/0123456749'), answers: [200, 200, 200, 200, 403] },
  listWorkers: { send: get('/workers'), answers: [403, 403, 200, 200, 403] },
  listRoutes: { send: get(`/routes?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  listSendableStatuses: { send: get('/invoices/{id}/statuses'), answers: [200, 404, 200, 200, 403] },
  listSendableReceivedStatuses: { send: getReceived('/statuses'), answers: [200, 404, 200, 200, 403] },
  readClock: { send: get('/clock'), answers: [200, 200, 200, 200, 403] },
  moveClock: {
    send: (api, key) => api.call('POST', '/clock', { key, body: { advance_seconds: 0 } }),
    answers: [403, 403, 200, 403, 403],
  },
  listRefusals: { send: get(`/refusals?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readRefusal: { send: getRefusal(''), answers: [200, 404, 200, 200, 403] },
  readRefusedBody: { send: getRefusal('/documents/body'), answers: [200, 404, 200, 200, 403] },
  viewRefusal: { send: getRefusal('/documents/view'), answers: [200, 404, 200, 200, 403] },
  shareInvoice: {
    send: (api, key, invoice) => api.call('POST', `/invoices/${invoice}/share`, { key }),
    answers: [201, 404, 201, 403, 403],
  },
  shareRefusal: {
    send: async (api, key) => {
      const { json } = await getRefusal('')(api, OPERATOR_KEY, '');
      return api.call('POST', `/refusals/${String(json.id)}/share`, { key });
    },
    answers: [201, 404, 201, 403, 403],
  },
  shareReceived: {
    send: async (api, key) => {
      const id = await receive(
        api,
        exampleText('xrechnung-ubl.xml').replaceAll('Stadtwerke Fulda-Nord', 'Stadt Beispielstadt'),
      );
      return api.call('POST', `/received/${id}/share`, { key });
    },
    answers: [201, 404, 201, 403, 403],
  },
  listShares: { send: get(`/shares?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  revokeShare: {
    send: async (api, key, invoice) => {
      const { json } = await api.call('POST', `/invoices/${invoice}/share`, { key: OPERATOR_KEY });
      return api.call('POST', `/shares/${String(json.id)}/revoke`, { key });
    },
    answers: [200, 404, 200, 403, 403],
  },
  // The link is the right to open it, for each who has it.
  openShare: { send: (api) => api.call('GET', `/share/${NO_LINK}`), answers: [404, 404, 404, 404, 404] },
  openSharedPage: {
    send: (api) => api.call('GET', `/share/${NO_LINK}/page`),
    answers: [404, 404, 404, 404, 404],
  },
  listPacks: { send: get('/packs'), answers: [200, 200, 200, 200, 403] },
  startRadar: { send: startRadar, answers: [202, 404, 202, 403, 403] },
  listRadars: { send: get(`/radar?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readRadar: {
    send: async (api, key) => {
      const { json } = await startRadar(api, OPERATOR_KEY);
      return api.call('GET', `/radar/${String(json.id)}`, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  readPackRules: { send: get('/packs/en16931-1.3.16/rules'), answers: [200, 200, 200, 200, 403] },
  readPackChanges: {
    send: get('/packs/en16931-1.3.16/changes?since=en16931-1.3.16'),
    answers: [200, 200, 200, 200, 403],
  },
  lookUpCode: { send: get('/catalogue/EI-SCHEMA'), answers: [200, 200, 200, 200, 200] },
  exportInvoices: {
    send: async (api, key, invoice) => {
      const answer = await api.call('POST', '/invoices/export', { key, body: { ids: [invoice] } });
      return answer;
    },
    // The answer leaves out another client's objects, and does not show that.
    answers: [200, 200, 200, 200, 403],
  },
  exportDataset: { send: get(`/exports/invoices?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  listClients: { send: get('/clients'), answers: [403, 403, 200, 200, 200] },
  readProfile: {
    send: async (api, key) => {
      const path = `/clients/${OWNER}/profile`;
      await api.call('PUT', path, { key: OPERATOR_KEY, body: { name: 'Owner' } });
      return api.call('GET', path, { key });
    },
    answers: [200, 404, 200, 200, 403],
  },
  setProfile: {
    send: (api, key) => api.call('PUT', `/clients/${OWNER}/profile`, { key, body: { name: 'Owner' } }),
    answers: [403, 403, 200, 403, 403],
  },
  // Without a credential no provider is called.
  registerReceiver: {
    send: (api, key) =>
      api.call('POST', `/clients/${OWNER}/registrations`, {
        key,
        body: { route: 'DE-XRECHNUNG', participant: '0208:0123456749' },
      }),
    answers: [409, 404, 409, 403, 403],
  },
  listRegistrations: {
    send: get(`/clients/${OWNER}/registrations`),
    answers: [200, 404, 200, 200, 403],
  },
  readRegistration: {
    send: async (api, key) => api.call('GET', await storedRegistration(api), { key }),
    answers: [200, 404, 200, 200, 403],
  },
  releaseRegistration: {
    send: async (api, key) => api.call('POST', `${await storedRegistration(api)}/release`, { key }),
    answers: [200, 404, 200, 403, 403],
  },
  // Without a rail that connects no provider is called.
  connectProvider: {
    send: (api, key) =>
      api.call('POST', `/clients/${OWNER}/connections`, {
        key,
        body: { route: 'DE-XRECHNUNG', provider: 'superpdp', company: '732829320' },
      }),
    answers: [409, 404, 409, 403, 403],
  },
  listConnections: { send: get(`/clients/${OWNER}/connections`), answers: [200, 404, 200, 200, 403] },
  readConnection: {
    send: async (api, key) => api.call('GET', await storedConnection(api), { key }),
    answers: [200, 404, 200, 200, 403],
  },
  endConnection: {
    send: async (api, key) => api.call('DELETE', await storedConnection(api), { key }),
    answers: [200, 404, 200, 403, 403],
  },
  // The key of a client begins a session of that client, which test `sessions.test.ts` follows.
  startSession: {
    send: (api, key) => api.call('POST', '/session', { key }),
    answers: [201, 201, 201, 201, 201],
  },
  readSession: { send: get('/session'), answers: [200, 200, 200, 200, 200] },
  endSession: {
    send: (api, key) => api.call('DELETE', '/session', { key }),
    answers: [200, 200, 200, 200, 200],
  },
  readOwnKey: { send: get('/keys/self'), answers: [200, 200, 200, 200, 200] },
  listKeys: { send: get(`/keys?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  mintKey: {
    send: (api, key) => api.call('POST', '/keys', { key, body: { client: OWNER, scopes: ['read'] } }),
    answers: [201, 403, 201, 403, 403],
  },
  storeCredential: {
    send: (api, key) => api.call('POST', '/credentials', { key, body: accessPoint(OWNER) }),
    answers: [201, 403, 201, 403, 403],
  },
  listCredentials: { send: get(`/credentials?client=${OWNER}`), answers: [200, 404, 200, 200, 403] },
  readCredential: {
    send: async (api, key) => api.call('GET', `/credentials/${await storedCredential(api)}`, { key }),
    answers: [200, 404, 200, 200, 403],
  },
  replaceCredential: {
    send: async (api, key) =>
      api.call('POST', `/credentials/${await storedCredential(api)}`, { key, body: { value: 'new' } }),
    answers: [200, 404, 200, 403, 403],
  },
  revokeCredential: {
    send: async (api, key) => api.call('POST', `/credentials/${await storedCredential(api)}/revoke`, { key }),
    answers: [200, 404, 200, 403, 403],
  },
  revokeKey: {
    send: async (api, key) => {
      const minted = await api.call('POST', '/keys', {
        key: OPERATOR_KEY,
        body: { client: OWNER, scopes: ['read'] },
      });
      return api.call('POST', `/keys/${String(minted.json.id)}/revoke`, { key });
    },
    answers: [200, 404, 200, 403, 403],
  },
  hearFrenchPlatform: {
    send: (api) => api.call('POST', `/callbacks/fr-pa/${OWNER}`, { body: {} }),
    answers: [204, 204, 204, 204, 204],
  },
  hearAccessPoint: {
    send: (api) => api.call('POST', `/callbacks/peppol/${OWNER}`, { body: {} }),
    answers: [204, 204, 204, 204, 204],
  },
  readSigningKeys: {
    send: (api) => api.call('GET', '/.well-known/jwks.json'),
    answers: [200, 200, 200, 200, 200],
  },
  readCode: { send: (api) => api.call('GET', '/codes/EI-SCHEMA'), answers: [200, 200, 200, 200, 200] },
  readHealth: { send: (api) => api.call('GET', '/health'), answers: [200, 200, 200, 200, 200] },
};

/** The calls whose answers hold documents, or a link to one. */
const GIVING_CONTENT = [
  'readSummaries',
  'searchInvoices',
  ...[
    'convertSent',
    'viewInvoice',
    'readDocument',
    'readReceivedDocument',
    'exportReportEvidence',
    'readReportDocument',
  ],
  ...[
    'viewReceived',
    'readEvidence',
    'readRefusedBody',
    'viewRefusal',
    'shareInvoice',
    'shareRefusal',
    'shareReceived',
  ],
  ...['exportInvoices', 'exportDataset'],
];

/** A dry run answers with the document that it was sent. */
const ON_STORED_DOCUMENTS = Object.entries(ROWS).filter(([operation]) => operation !== 'validateInvoice');

async function putInCare(api: RunningApi, id: string): Promise<void> {
  const { invoices, clock } = api.world;
  const record = await invoices.find(id);
  if (!record) return;
  const care = [{ code: 'BR-1', whoActs: 'erp', openedAt: clock.now() }] as const;
  const refused = { ...record, state: 'rejected', dueAt: null, care, version: record.version + 1 } as const;
  await invoices.commit({ record: refused, events: [], audit: [], files: [] });
}

let entities = 0;

/** Stores a credential for a new seller: each use has only one valid credential. */
function accessPoint(client: string) {
  entities += 1;
  return {
    client,
    route: 'PEPPOL',
    kind: 'access-point',
    issued_by: 'AP',
    issued_on: '2026-01-01',
    legal_entity: `DE${entities}`,
    value: '{}',
  };
}

async function storedCredential(api: RunningApi): Promise<string> {
  const { json } = await api.call('POST', '/credentials', { key: OPERATOR_KEY, body: accessPoint(OWNER) });
  return String(json.id);
}

/** The path of a registration of the owner that no provider was called for. */
async function storedRegistration({ world }: RunningApi): Promise<string> {
  const id = world.ids.next('reg');
  await world.receiverRegistrations.add(aRegistration({ id, client: OWNER, participant: `0208:${id}` }));
  return `/clients/${OWNER}/registrations/${id}`;
}

/** The path of a connection of the owner whose link is open. */
async function storedConnection({ world }: RunningApi): Promise<string> {
  const id = world.ids.next('con');
  await world.connections.add(aConnection({ id, client: OWNER, company: id }));
  return `/clients/${OWNER}/connections/${id}`;
}

describe('tenancy', () => {
  let api: RunningApi;
  let keys: Readonly<Record<CallerKind, string>>;

  before(async () => {
    api = await RunningApi.start();
    const { world } = api;
    keys = {
      own: await world.clientKey(OWNER),
      foreign: await world.clientKey('other'),
      operator: OPERATOR_KEY,
      readOnly: await world.key({ kind: 'operator-read-only' }),
      partner: await world.key({ kind: 'partner', partner: 'reseller' }),
    };
    // For the calls about no single invoice: lists, counts.
    await handIn(api, OWNER);
  });
  beforeEach(() => {
    api.world.clock.advance(60_000);
  });
  after(() => api.stop());

  /** A new invoice of the owner for a call about one: another call may have changed the last. */
  const sent = async ({ send }: Row, caller: string): Promise<Answer> =>
    send(api, caller, send.length > 2 ? await handIn(api, OWNER) : '');

  it('has a row for every operation', () => {
    const ids = API.operations.all.map(({ id }) => id);
    assert.deepEqual(ids.sort(), Object.keys(ROWS).sort());
  });

  for (const [operation, row] of Object.entries(ROWS))
    for (const [index, caller] of CALLERS.entries())
      it(`answers ${row.answers[index]} to ${operation} by ${caller}`, async () => {
        const answer = await sent(row, keys[caller]);
        assert.equal(answer.status, row.answers[index], answer.text);
      });

  for (const operation of [
    'readInvoice',
    'listEvents',
    'listAttempts',
    'readDocument',
    'cancelInvoice',
    'markHandled',
    'readEvidence',
  ])
    it(`is 404 for a foreign invoice as for an absent one: ${operation}`, async () => {
      const { send } = ROWS[operation]!;
      const foreign = await send(api, keys.foreign, await handIn(api, OWNER));
      const absent = await send(api, keys.foreign, 'inv_00000000000000000000dead');
      assert.equal(foreign.text, absent.text);
    });

  /** An absent id of each kind, in the forms of openapi.yaml. */
  const ABSENT = {
    '/invoices/': 'inv_00000000000000000000dead',
    '/received/': 'rcv_00000000000000000000dead',
    '/care/': 'inv_00000000000000000000dead',
    '/events/': 'evt_0000000000000000000000000000dead',
    '/reports/': 'rep_00000000000000000000dead',
    '/refusals/': 'rfs_0000000000000000000000000000dead',
    '/shares/': 'shr_00000000000000000000dead',
    '/radar/': 'rdr_00000000000000000000dead',
    '/keys/': 'key_00000000000000000000dead',
    '/credentials/': 'crd_00000000000000000000dead',
    '/clients/': 'reg_00000000000000000000dead',
  };
  const BODIES: Readonly<Record<string, object>> = {
    replaceCredential: { value: 'new' },
    noteOnCare: NOTE,
    sendStatus: { status: 'paid' },
    sendReceivedStatus: { status: 'refused' },
  };
  const PATHS = (API.content as { paths: Record<string, Record<string, { operationId?: string }>> }).paths;
  const onObjects = Object.entries(PATHS).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      // A Peppol participant belongs to no client.
      operationId && path.includes('{id}') && !path.startsWith('/lookup/')
        ? [{ path, method: method.toUpperCase(), operationId }]
        : [],
    ),
  );

  for (const { path, method, operationId } of onObjects)
    it(`is 404 for a foreign object as for an absent one, by openapi.yaml: ${operationId}`, async () => {
      const kind = Object.entries(ABSENT).find(([start]) => path.startsWith(start));
      assert.ok(kind, `${path} has objects of a kind without an absent id here`);
      const foreign = await sent(ROWS[operationId]!, keys.foreign);
      const absent = await api.call(
        method,
        path.replace('{client}', OWNER).replace('{id}', kind[1]).replace('{kind}', 'canonical'),
        {
          key: keys.foreign,
          idempotencyKey: newIdempotencyKey(),
          body: BODIES[operationId],
        },
      );
      assert.deepEqual([foreign.status, foreign.text], [absent.status, absent.text]);
      // The rest of an answer is its request id and the time.
      const names = (answer: Answer) => [...answer.headers.keys()].filter((name) => name !== 'date').sort();
      assert.deepEqual(names(foreign), names(absent));
    });

  /** What the owner's documents say: a name in each one that was submitted, the others whole. */
  const CONTENT = ['Stadt Beispielstadt', '<Invoice/>', '<Report/>'];
  /** The pages of PDF and the archives are compressed: they are content as a whole. */
  const FILES = ['application/pdf', 'application/zip'];

  const givesContent = async (answer: Answer): Promise<boolean> => {
    const type = answer.headers.get('content-type') ?? '';
    const inBase64 = answer.text.matchAll(/"content_base64":"([^"]+)"/g);
    const texts = [answer.text, ...[...inBase64].map(([, text]) => Buffer.from(text!, 'base64').toString())];
    if (FILES.includes(type) || CONTENT.some((part) => texts.some((text) => text.includes(part))))
      return true;
    const { url } = answer.json;
    const path = typeof url === 'string' && url.startsWith('http://localhost:8080/') && new URL(url).pathname;
    return path ? givesContent(await api.call('GET', path)) : false;
  };

  for (const scopes of [['submit', 'admin'], 'partner'] as const)
    it(`gives no content to a key that may not read it: ${String(scopes)}`, async () => {
      const key = scopes === 'partner' ? keys.partner : await api.world.clientKey(OWNER, scopes);
      const given: string[] = [];
      for (const [operation, row] of ON_STORED_DOCUMENTS) {
        api.world.clock.advance(60_000);
        if (await givesContent(await sent(row, key))) given.push(operation);
      }
      assert.deepEqual(given, []);
    });

  it('asks for the scope read wherever it gives content, also by a link', async () => {
    const given: string[] = [];
    for (const [operation, row] of ON_STORED_DOCUMENTS) {
      api.world.clock.advance(60_000);
      if (await givesContent(await sent(row, keys.own))) given.push(operation);
    }
    const scopes = new Map(API.operations.all.map(({ id, scope }) => [id, scope]));
    assert.deepEqual(
      given.map((operation) => [operation, scopes.get(operation)]),
      GIVING_CONTENT.map((operation) => [operation, 'read']),
    );
  });

  it("limits lists to the key's own client", async () => {
    await handIn(api, OWNER);
    const id = await handIn(api, 'other');
    const { json } = await api.call('GET', '/invoices', { key: keys.foreign });
    assert.deepEqual(
      (json.data as { id: string }[]).map((row) => row.id),
      [id],
    );
    assert.equal(json.total, 1);
  });

  it('lets the operator list all clients, or the named one', async () => {
    const all = await api.call('GET', '/invoices', { key: OPERATOR_KEY });
    const one = await api.call('GET', '/invoices?client=other', { key: keys.readOnly });
    assert.equal(one.json.total, 1);
    assert.ok(Number(all.json.total) > 1);
  });

  it('uses the operator’s own client if the call names none', async () => {
    const body = withDocument('invoice.number', 'RE-LOCAL');
    const { json } = await api.call('POST', '/invoices', {
      key: OPERATOR_KEY,
      body,
      idempotencyKey: 'local-one',
    });
    const shown = await api.call('GET', `/invoices/${String(json.id)}`, { key: OPERATOR_KEY });
    assert.equal(shown.json.client, 'local');
  });

  it('refuses a key of the other environment', async () => {
    const live = await api.world.key({ kind: 'client', client: OWNER, scopes: ['read'] }, 'production');
    assert.equal((await api.call('GET', '/invoices', { key: live })).status, 401);
  });
});
