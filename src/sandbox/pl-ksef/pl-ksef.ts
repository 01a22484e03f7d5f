import { authority } from '../certificates.ts';
import { AccessTokens } from '../access-tokens.ts';
import { type NetworkDependencies, json, type Network } from '../network.ts';
import * as authentication from './authentication.ts';
import * as batch from './batch.ts';
import { Bearers, type Permission } from './bearers.ts';
import { logInByCertificate } from './certificate-log-in.ts';
import { collectivesOf, invoicesOfCollectives, makeCollective, queryCollectives } from './collective.ts';
import { Endpoints, type Guard } from './endpoints.ts';
import { certificateVerification, download, verification } from './downloads.ts';
import { Enrolments, MAX_CERTIFICATES, MAX_ENROLMENTS } from './enrolment.ts';
import { exportPart, exportStatus, startExport } from './exports.ts';
import { Intake } from './intake.ts';
import { openKeys } from './keys.ts';
import { type LimitGroup, Limits, limitsOf } from './limits.ts';
import * as latarnia from './latarnia.ts';
import { openLinks } from './links.ts';
import { hasFailed, listInvoices, listSessions } from './lists.ts';
import { LogIns } from './log-in.ts';
import { queryMetadata } from './metadata.ts';
import { changeOptions, optionsOf } from './options.ts';
import * as reading from './reading.ts';
import { Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import { Schemas } from '../schemas.ts';
import * as sending from './sending.ts';
import { Sessions } from './sessions.ts';

const BASE = '/ksef';

/** `GET /limits/context`, of both kinds of sessions. */
const CONTEXT_LIMITS = { maxInvoiceSizeInMB: 1, maxInvoiceWithAttachmentSizeInMB: 3, maxInvoices: 10_000 };

const by = (kinds: Guard['kinds'], group: LimitGroup): Guard => ({ kinds, group });
const access = (group: LimitGroup, ...permissions: readonly Permission[]): Guard => ({
  kinds: ['access'],
  group,
  ...(permissions.length > 0 && { permissions }),
});

/** The Polish e-invoice system: log-in, sessions, statuses, receipts, queries. */
export async function openPlKsef(dependencies: NetworkDependencies): Promise<Network> {
  const backend = await openBackend(dependencies);
  const isAway = (): boolean => optionsOf(backend.state).availability !== 'AVAILABLE';
  const endpoints = new Endpoints(backend.bearers, new Limits(dependencies), BASE, isAway);
  addLogIn(endpoints, backend);
  addSending(endpoints, backend);
  addBatches(endpoints, backend);
  addReading(endpoints, backend);
  addCertificates(endpoints, backend);
  addCollective(endpoints, backend);
  addRest(endpoints, backend);
  return { route: ROUTE, base: BASE, endpoints: endpoints.all, layReady: backend.intake.layReady };
}

type Backend = Awaited<ReturnType<typeof openBackend>>;

async function openBackend(dependencies: NetworkDependencies) {
  const { state, pace, rulesDir, url } = dependencies;
  const sessions = new Sessions(dependencies);
  const repository = new Repository(state);
  return {
    state,
    pace,
    url,
    schemas: new Schemas(rulesDir),
    sessions,
    repository,
    bearers: new Bearers(new AccessTokens(state, ROUTE)),
    logIns: new LogIns(dependencies),
    intake: new Intake(dependencies, sessions, repository),
    keys: await openKeys(state),
    enrolments: new Enrolments(dependencies, await authority('KSeF')),
    links: await openLinks(dependencies, BASE),
    completeUntil: () => Date.now() - optionsOf(state).metadata_lag_steps * pace.stepMs,
  };
}

function addLogIn(endpoints: Endpoints, backend: Backend): void {
  endpoints.open('GET /security/public-key-certificates', () => backend.keys.list(), 'anonymous');
  endpoints.open('POST /auth/challenge', () => authentication.challenge(backend), 'anonymous');
  endpoints.open('POST /auth/ksef-token', (call) => authentication.logInByToken(backend, call), 'anonymous');
  endpoints.open('POST /auth/xades-signature', (call) => logInByCertificate(backend, call), 'anonymous');
  endpoints.guard('POST /auth/token/redeem', by(['authentication'], 'anonymous'), (bearer) =>
    authentication.redeem(backend, bearer),
  );
  endpoints.guard('POST /auth/token/refresh', by(['refresh'], 'anonymous'), (bearer) =>
    authentication.refresh(backend, bearer),
  );
  endpoints.guard('DELETE /auth/sessions/current', by(['access', 'refresh'], 'other'), (bearer) =>
    authentication.endLogIn(backend, bearer),
  );
  endpoints.guard('GET /auth/:referenceNumber', by(['authentication'], 'anonymous'), (...call) =>
    authentication.logInStatus(backend, ...call),
  );
}

function addSending(endpoints: Endpoints, backend: Backend): void {
  endpoints.guard('POST /sessions/online', access('onlineSession', 'InvoiceWrite'), (...call) =>
    sending.openSession(backend, ...call),
  );
  endpoints.guard(
    'POST /sessions/online/:referenceNumber/invoices',
    access('invoiceSend', 'InvoiceWrite'),
    (...call) => sending.sendInvoice(backend, ...call),
  );
  endpoints.guard(
    'POST /sessions/online/:referenceNumber/close',
    access('onlineSessionClose', 'InvoiceWrite'),
    (...call) => sending.closeSession(backend, ...call),
  );
}

function addBatches(endpoints: Endpoints, backend: Backend): void {
  endpoints.guard('POST /sessions/batch', access('batchSession', 'InvoiceWrite'), (...call) =>
    batch.openBatch(backend, ...call),
  );
  endpoints.guard(
    'POST /sessions/batch/:referenceNumber/close',
    access('batchSessionClose', 'InvoiceWrite'),
    (...call) => batch.closeBatch(backend, ...call),
  );
  endpoints.open('PUT /storage/batch-parts/:session/:ordinal', (call) => batch.uploadPart(backend, call));
}

function addReading(endpoints: Endpoints, backend: Backend): void {
  const follow = (group: LimitGroup): Guard => access(group, 'InvoiceWrite', 'Introspection');
  endpoints.guard('GET /sessions', follow('sessionList'), (...call) => listSessions(backend, ...call));
  endpoints.guard('GET /sessions/:referenceNumber', follow('sessionMisc'), (...call) =>
    reading.sessionStatus(backend, ...call),
  );
  endpoints.guard('GET /sessions/:referenceNumber/invoices', follow('sessionInvoiceList'), (...call) =>
    listInvoices(backend, ...call),
  );
  endpoints.guard('GET /sessions/:referenceNumber/invoices/failed', follow('sessionInvoiceList'), (...call) =>
    listInvoices(backend, ...call, hasFailed),
  );
  endpoints.guard(
    'GET /sessions/:referenceNumber/invoices/:invoiceReferenceNumber',
    follow('invoiceStatus'),
    (...call) => reading.invoiceStatus(backend, ...call),
  );
  endpoints.guard(
    'GET /sessions/:referenceNumber/invoices/:invoiceReferenceNumber/upo',
    follow('sessionMisc'),
    (...call) => reading.upoOfInvoice(backend, ...call),
  );
  endpoints.guard(
    'GET /sessions/:referenceNumber/invoices/ksef/:ksefNumber/upo',
    follow('sessionMisc'),
    (...call) => reading.upoOfNumber(backend, ...call),
  );
  endpoints.guard(
    'GET /sessions/:referenceNumber/upo/:upoReferenceNumber',
    follow('sessionMisc'),
    (...call) => reading.upoOfSession(backend, ...call),
  );
  endpoints.open('GET /storage/invoice-upo/:session/:invoice', (call) => reading.linkedUpo(backend, call));
  endpoints.open('GET /storage/session-upo/:session', (call) => reading.linkedUpo(backend, call));
}

function addCertificates(endpoints: Endpoints, { enrolments }: Backend): void {
  const own = access('other');
  endpoints.guard('GET /certificates/limits', own, (bearer) => enrolments.limits(bearer));
  endpoints.guard('GET /certificates/enrollments/data', own, (bearer) => enrolments.data(bearer));
  endpoints.guard('POST /certificates/enrollments', own, (...call) => enrolments.enrol(...call));
  endpoints.guard('GET /certificates/enrollments/:referenceNumber', own, (...call) =>
    enrolments.status(...call),
  );
  endpoints.guard('POST /certificates/retrieve', own, (...call) => enrolments.retrieve(...call));
  endpoints.guard('POST /certificates/query', own, (...call) => enrolments.query(...call));
  endpoints.guard('POST /certificates/:certificateSerialNumber/revoke', own, (...call) =>
    enrolments.revoke(...call),
  );
}

function addCollective(endpoints: Endpoints, backend: Backend): void {
  const guard = access('collectiveIdentifier', 'InvoiceRead', 'InvoiceWrite');
  endpoints.guard('POST /collective-identifiers', guard, (...call) => makeCollective(backend, ...call));
  endpoints.guard('POST /collective-identifiers/query', guard, (...call) =>
    queryCollectives(backend, ...call),
  );
  endpoints.guard('POST /collective-identifiers/invoices', guard, (...call) =>
    invoicesOfCollectives(backend, ...call),
  );
  endpoints.guard('GET /collective-identifiers/ksef/:ksefNumber', guard, (...call) =>
    collectivesOf(backend, ...call),
  );
}

function addRest(endpoints: Endpoints, backend: Backend): void {
  const { state, repository, keys, enrolments, url } = backend;
  endpoints.guard('POST /invoices/query/metadata', access('invoiceMetadata', 'InvoiceRead'), (...call) =>
    queryMetadata(backend, ...call),
  );
  endpoints.guard('GET /invoices/ksef/:ksefNumber', access('invoiceDownload', 'InvoiceRead'), (...call) =>
    download(repository, ...call),
  );
  endpoints.guard('POST /invoices/exports', access('invoiceExport', 'InvoiceRead'), (...call) =>
    startExport(backend, ...call),
  );
  endpoints.guard(
    'GET /invoices/exports/:referenceNumber',
    access('invoiceExportStatus', 'InvoiceRead'),
    (...call) => exportStatus(backend, ...call),
  );
  endpoints.open('GET /storage/export-parts/:export/:ordinal', (call) => exportPart(backend, call));
  endpoints.guard('GET /rate-limits', access('other'), () => json(200, limitsOf(state)));
  endpoints.guard('GET /limits/context', access('other'), () =>
    json(200, {
      onlineSession: CONTEXT_LIMITS,
      batchSession: CONTEXT_LIMITS,
      collectiveIdentifier: { maxInvoices: 500 },
    }),
  );
  endpoints.guard('GET /permissions/attachments/status', access('other', 'CredentialsRead'), () =>
    json(200, { isAttachmentAllowed: optionsOf(state).attachments_registered }),
  );
  endpoints.guard('GET /limits/subject', access('other'), () =>
    json(200, {
      enrollment: { maxEnrollments: MAX_ENROLMENTS },
      certificate: { maxCertificates: MAX_CERTIFICATES },
    }),
  );
  endpoints.open('GET /qr/invoice/:nip/:date/:hash', (call) => verification(repository, call));
  endpoints.open('GET /qr/certificate/:type/:context/:nip/:serial/:hash/:signature', (call) =>
    certificateVerification(enrolments, repository, `${url}${BASE}`, call),
  );
  endpoints.open('GET /latarnia/status', () => latarnia.status(state));
  endpoints.open('GET /latarnia/messages', () => latarnia.messages(state));
  endpoints.open('POST /sandbox/rotate-keys', () => keys.rotate());
  endpoints.open('PUT /sandbox/options', (call) => changeOptions(state, call));
}
