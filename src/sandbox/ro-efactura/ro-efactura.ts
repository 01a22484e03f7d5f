import {
  type Answer,
  type Call,
  type Endpoint,
  type NetworkDependencies,
  type Network,
  Refused,
  text,
} from '../network.ts';
import { Schemas } from '../schemas.ts';
import { general } from './answers.ts';
import { Authorization, type Bearer } from './authorization.ts';
import { validate, validateSignature } from './checks.ts';
import { AnafClock } from './clock.ts';
import { download } from './download.ts';
import { type InvoiceParts, invoiceParts } from './invoice-parts.ts';
import { Limits, ROUTE } from './limits.ts';
import { list, listPaged } from './lists.ts';
import { openSeal } from './seal.ts';
import { status } from './status.ts';
import { upload } from './upload.ts';
import { downloadOf, indexOf, type System, Uploads } from './uploads.ts';

type Answering = (system: System, bearer: Bearer, call: Call) => Answer | Promise<Answer>;

/** The Romanian e-invoice system: log-in, upload, status, signed answers and message lists, as a test and a production system. */
export async function openRoEfactura(dependencies: NetworkDependencies): Promise<Network> {
  const { state, folder } = dependencies;
  const authorization = new Authorization(state);
  const limits = new Limits(dependencies);
  const clock = new AnafClock(state);
  const backend = {
    state,
    limits,
    clock,
    uploads: new Uploads(dependencies),
    schemas: new Schemas(dependencies.rulesDir),
    seal: await openSeal(state, folder),
  };
  const calls: readonly (readonly [Endpoint['method'], string, Answering])[] = [
    ['POST', 'upload', (...call) => upload({ ...backend, path: 'upload' }, ...call)],
    ['POST', 'uploadb2c', (...call) => upload({ ...backend, path: 'uploadb2c' }, ...call)],
    ['GET', 'stareMesaj', (...call) => status(backend, ...call)],
    ['GET', 'descarcare', (...call) => download(backend, ...call)],
    ['GET', 'listaMesajeFactura', (...call) => list(backend, ...call)],
    ['GET', 'listaMesajePaginatieFactura', (...call) => listPaged(backend, ...call)],
  ];
  const known = (['test', 'prod'] as const).flatMap((system) =>
    calls.map(([method, name, answer]): Endpoint => {
      const path = `/${system}/FCTEL/rest/${name}`;
      return {
        method,
        path,
        answer: requireLogIn(authorization, backend, (...rest) => answer(system, ...rest)),
      };
    }),
  );
  return {
    route: ROUTE,
    base: '/anaf',
    endpoints: [
      ...authorization.endpoints,
      ...known,
      {
        method: 'POST',
        path: '/prod/FCTEL/rest/validare/:standard',
        answer: (call) => validate(backend.schemas, call),
      },
      {
        method: 'POST',
        path: '/api/validate/signature',
        answer: (call) => validateSignature(backend.seal, call),
      },
      { method: 'GET', path: '/ca.pem', answer: () => text(200, backend.seal.ca) },
    ],
    setClock: (aheadMs) => clock.set(aheadMs),
    layReady: (recipient, xml) => layReady(backend.uploads, recipient, xml),
  };
}

const requireLogIn =
  (
    authorization: Authorization,
    { limits, clock }: { readonly limits: Limits; readonly clock: AnafClock },
    answer: (bearer: Bearer, call: Call) => Answer | Promise<Answer>,
  ): Endpoint['answer'] =>
  async (call) => {
    const bearer = await authorization.bearer(call);
    if (!bearer) return general(401, 'Unauthorized');
    const answered = limits.tooFast(bearer.person) ?? (await answer(bearer, call));
    return typeof answered === 'string' ? answered : clock.date(answered);
  };

/** Stores an invoice for a company, in both systems. */
function layReady(uploads: Uploads, recipient: string, xml: Buffer): Readonly<Record<string, unknown>> {
  const cif = recipient.replace(/\D/g, '');
  if (cif === '') throw new Refused('recipient must be a CIF, digits.');
  const parts: InvoiceParts = { ...readParts(xml), buyerCif: cif };
  const standard = parts.root === 'CreditNote' ? 'CN' : 'UBL';
  const laid = (['test', 'prod'] as const).map((system) =>
    uploads.layReady({ system, standard, cif: parts.sellerCif, selfBilled: false, parts, bytes: xml }),
  );
  return {
    recipient: cif,
    invoice_number: parts.number,
    messages: laid.map((each) => ({
      system: each.system,
      id_solicitare: indexOf(each),
      id: downloadOf(each, 'receiver'),
    })),
  };
}

function readParts(xml: Buffer): InvoiceParts {
  try {
    return invoiceParts(xml);
  } catch {
    throw new Refused('The body must be the XML of an invoice.');
  }
}
