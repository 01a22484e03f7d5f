import { type Answer, type Call, type Reply } from '../network.ts';
import type { Schemas } from '../schemas.ts';
import { errorHeader, general, headerReply, SPACES } from './answers.ts';
import { type Bearer, mayActFor } from './authorization.ts';
import { stamp } from './bucharest.ts';
import { endingOf } from './endings.ts';
import { type InvoiceParts, invoiceParts } from './invoice-parts.ts';
import type { Limits } from './limits.ts';
import { buyersMessage } from './rasp.ts';
import { TEXTS } from './texts.ts';
import { type Arriving, indexOf, type System, type Upload, type Uploads } from './uploads.ts';

interface UploadBackend {
  readonly uploads: Uploads;
  readonly schemas: Schemas;
  readonly limits: Limits;
  /** `uploadb2c` is for invoices to consumers. */
  readonly path: 'upload' | 'uploadb2c';
}

const TEN_MEGABYTES = 10 * 1024 * 1024;
const STANDARDS: readonly string[] = ['UBL', 'CN', 'CII', 'RASP'];
const ROOTS: Readonly<Record<string, string>> = {
  UBL: 'Invoice',
  CN: 'CreditNote',
  CII: 'CrossIndustryInvoice',
};
/** In the order of the checks. `autofactura` has a longer name in its error. */
const FLAGS = { extern: 'extern', autofactura: 'autofacturare', executare: 'executare' } as const;
/** The register of enforcement bodies is empty. */
const ENFORCEMENT_BODIES: readonly string[] = [];

export async function upload(
  backend: UploadBackend,
  system: System,
  bearer: Bearer,
  call: Call,
): Promise<Answer> {
  const standard = call.query.get('standard');
  const cif = call.query.get('cif');
  if (call.body.length === 0) return general(400, TEXTS.noBody);
  if (!standard || !cif) return general(400, TEXTS.standardAndCif);
  const error = errorOf(standard, cif, bearer, call);
  if (error !== undefined) return refuse(error);
  if (standard === 'RASP') return takeMessage(backend, system, cif, call.body);
  const parts = partsOf(call.body, standard);
  if (typeof parts === 'string') return refuse(TEXTS.notValid(parts));
  const misfit = bearer.isStrict ? misfitOf(parts, backend.path, call) : undefined;
  if (misfit !== undefined) return refuse(TEXTS.notValid(`org.xml.sax.SAXParseException; ${misfit}`));
  const selfBilled = call.query.get('autofactura') === 'DA';
  return take(backend, { system, standard, cif, selfBilled, parts, bytes: call.body });
}

/** The error in the call, as ANAF words it. */
function errorOf(standard: string, cif: string, bearer: Bearer, { query, body }: Call): string | undefined {
  if (!STANDARDS.includes(standard)) return TEXTS.standard;
  if (body.length > TEN_MEGABYTES) return TEXTS.tooLarge(10);
  if (!/^\d+$/.test(cif)) return TEXTS.cifNotANumber(cif);
  if (bearer.rights.length === 0) return TEXTS.noRights;
  if (!mayActFor(bearer, cif)) return TEXTS.noRightFor(cif);
  for (const [flag, name] of Object.entries(FLAGS))
    if (query.has(flag) && query.get(flag) !== 'DA') return TEXTS.flag(name);
  if (query.has('executare') && !ENFORCEMENT_BODIES.includes(cif)) return TEXTS.notInRegister(cif);
  return undefined;
}

const SELF_BILLED = '389';
const CREDIT_NOTE = '381';
const UNNAMED = '0000000000000';

/** Combinations of call and file about which ANAF's description warns. Its answer to them is not published. */
function misfitOf(
  { typeCode, buyerCountry, buyerCif }: InvoiceParts,
  path: UploadBackend['path'],
  { query }: Call,
): string | undefined {
  const isForeign = buyerCountry !== '' && buyerCountry !== 'RO';
  const isConsumer = buyerCif === UNNAMED;
  const pairs = [
    // A credit note has one type, of the seller and of the buyer.
    [
      query.has('autofactura'),
      typeCode === SELF_BILLED || (typeCode === CREDIT_NOTE && query.has('autofactura')),
      'autofactura',
    ],
    [query.has('extern') && !isForeign, false, 'extern'],
    [path === 'uploadb2c', isConsumer || buyerCif.length === UNNAMED.length, 'uploadb2c'],
  ] as const;
  return pairs.find(([declared, is]) => declared !== is)?.[2];
}

/** The members of the file, or why it is not of its standard. */
function partsOf(bytes: Buffer, standard: string): InvoiceParts | string {
  try {
    const parts = invoiceParts(bytes);
    return parts.root === ROOTS[standard]
      ? parts
      : `org.xml.sax.SAXParseException; cvc-elt.1.a: Cannot find the declaration of element '${parts.root}'. `;
  } catch (error) {
    return `org.xml.sax.SAXParseException; ${(error as Error).message}`;
  }
}

async function take(
  { uploads, schemas }: Pick<UploadBackend, 'uploads' | 'schemas'>,
  arriving: Arriving,
): Promise<Answer> {
  const ending = endingOf(arriving.parts.number, uploads.count(arriving));
  if (ending.instead) return ending.instead();
  if (ending.technical) return refuse(TEXTS.technical);
  const fault = schemas.fault(arriving.bytes, arriving.parts.root);
  if (fault !== undefined) return refuse(TEXTS.notValid(`org.xml.sax.SAXParseException; ${fault}`));
  const taken = uploads.take(arriving, ending);
  return ending.afterwards ? ending.afterwards() : accept(taken);
}

function takeMessage({ uploads, limits }: UploadBackend, system: System, cif: string, bytes: Buffer): Answer {
  if (limits.spend('rasp', cif)) return refuse(TEXTS.tooManyRasp(cif));
  const message = buyersMessage(bytes);
  if (!message) return refuse(TEXTS.notValid('org.xml.sax.SAXParseException; '));
  const about = uploads.find(system, message.index);
  // The answer about an unknown invoice, or one of another buyer, is not published.
  if (about?.buyerCif !== cif) return refuse(TEXTS.notValid(TEXTS.noSuchIndex(message.index)));
  const { number, issueDate, sellerCif } = about;
  const parts = {
    root: 'header',
    number,
    issueDate,
    sellerCif,
    buyerCif: cif,
    typeCode: '',
    buyerCountry: '',
  };
  const arriving = { system, standard: 'RASP', cif, selfBilled: false, parts, bytes };
  return accept(uploads.takeMessage(arriving, message.index));
}

const accept = (taken: Upload): Reply =>
  headerReply(SPACES.uploaded, {
    dateResponse: stamp(taken.uploadedAt),
    ExecutionStatus: '0',
    index_incarcare: indexOf(taken),
  });

const refuse = (message: string): Reply =>
  errorHeader(SPACES.uploaded, message, { dateResponse: stamp(Date.now()), ExecutionStatus: '1' });
