import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import type { Schemas } from '../schemas.ts';
import type { State } from '../state.ts';
import type { Bearer } from './bearers.ts';
import { bodyOf, type Members } from './bodies.ts';
import { check } from './checks.ts';
import { formIn } from './forms.ts';
import { type Ending, endingOf } from './endings.ts';
import type { Arriving, Intake } from './intake.ts';
import type { SentInvoice } from './invoices.ts';
import { decrypt, type Keys, sha256 } from './keys.ts';
import { refuse, tooManyRequests } from './errors.ts';
import type { Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import type { Session, Sessions } from './sessions.ts';
import { instant } from './warsaw.ts';

const INVOICES_PER_SESSION = 10_000;
/** Kept of sessions that take no invoices any more. */
const PAUSED = 'paused-session';

export interface SendingBackend {
  readonly state: State;
  readonly schemas: Schemas;
  readonly keys: Keys;
  readonly sessions: Sessions;
  readonly intake: Intake;
  readonly repository: Repository;
}

/** The key of a session (undefined if it cannot be unwrapped) and its initialization vector. */
export function keyIn(
  keys: Keys,
  encryption: Members,
): { readonly key: Buffer | undefined; readonly vector: Buffer } {
  const wrapped = encryption.base64('encryptedSymmetricKey');
  const vector = encryption.base64('initializationVector', 16);
  keys.isInUse('SymmetricKeyEncryption', encryption.optionalBase64('publicKeyId', 32)?.toString('base64'));
  const key = keys.open('SymmetricKeyEncryption', wrapped);
  return { key: key?.length === 32 ? key : undefined, vector };
}

/** `POST /sessions/online` */
export function openSession({ keys, sessions }: SendingBackend, bearer: Bearer, call: Call): Answer {
  const body = bodyOf(call);
  const form = formIn(body.members('formCode'));
  const { key, vector } = keyIn(keys, body.members('encryption'));
  const { reference, validUntil } = sessions.open(bearer, { form, key, vector });
  return reply(201, { referenceNumber: reference, validUntil: instant(validUntil) });
}

/** `POST /sessions/online/{referenceNumber}/close` */
export function closeSession({ sessions }: SendingBackend, bearer: Bearer, { params }: Call): Answer {
  const session = sessions.require(params['referenceNumber'] ?? '', bearer, 'Online');
  const code = sessions.codeOf(session);
  if (code !== 100) throw refuse(21180, `Status sesji ${code} uniemożliwia jej zamknięcie.`);
  sessions.close(session);
  return { status: 204 };
}

/** `POST /sessions/online/{referenceNumber}/invoices` */
export function sendInvoice(backend: SendingBackend, bearer: Bearer, call: Call): Answer {
  const session = backend.sessions.require(call.params['referenceNumber'] ?? '', bearer, 'Online');
  assertOpen(backend, session);
  const body = bodyOf(call);
  const content = contentIn(body);
  const arriving: Arriving = {
    session,
    hash: body.base64('invoiceHash', 32).toString('base64'),
    offline: body.optionalFlag('offlineMode') ?? false,
    ...readCorrected(backend, body),
  };
  return take(backend, arriving, body.whole('invoiceSize'), content, bearer);
}

/** The refused file that this one replaces: a technical correction, only of offline invoices. */
function readCorrected({ repository }: SendingBackend, body: Members): Pick<Arriving, 'corrects'> {
  const corrects = body.optionalBase64('hashOfCorrectedInvoice', 32)?.toString('base64');
  if (corrects === undefined) return {};
  if (body.optionalFlag('offlineMode') !== true)
    throw refuse(21405, "Korekta techniczna wymaga 'offlineMode'.");
  if (repository.withHash(corrects))
    throw refuse(21167, 'Nie można wysłać korekty technicznej do prawidłowo przetworzonej faktury.');
  if (repository.correctionOf(corrects))
    throw refuse(21166, 'Faktura posiada już przetworzoną prawidłowo korektę techniczną.');
  return { corrects };
}

function assertOpen({ sessions, state }: SendingBackend, session: Session): void {
  const code = sessions.codeOf(session);
  if (state.findKept(ROUTE, PAUSED, session.reference)) throw refuse(21184);
  if (code !== 100) throw refuse(21180, `Status sesji ${code} uniemożliwia wysyłkę faktur.`);
  if (sessions.countIn(session) >= INVOICES_PER_SESSION)
    throw refuse(
      21155,
      `Sesja o numerze referencyjnym ${session.reference} osiągnęła dozwolony limit liczby faktur ${INVOICES_PER_SESSION}.`,
    );
}

/** The announced cipher text. */
function contentIn(body: Members): Buffer {
  const content = body.base64('encryptedInvoiceContent');
  if (body.whole('encryptedInvoiceSize') !== content.length)
    throw refuse(21402, 'Długość treści nie zgadza się z rozmiarem pliku.');
  if (body.base64('encryptedInvoiceHash', 32).toString('base64') !== sha256(content))
    throw refuse(21403, 'Skrót treści nie zgadza się ze skrótem pliku.');
  return content;
}

function take(
  backend: SendingBackend,
  arriving: Arriving,
  size: number,
  content: Buffer,
  bearer: Bearer,
): Answer {
  const { intake } = backend;
  const { key, initializationVector } = arriving.session;
  if (key === undefined) return takeInvoice(intake.refuse(arriving, { code: 405 }));
  const bytes = decrypt(content, Buffer.from(key, 'base64'), Buffer.from(initializationVector, 'base64'));
  if (!bytes) return takeInvoice(intake.refuse(arriving, { code: 435 }));
  const { form } = arriving.session;
  const announced = { hash: arriving.hash, size, isInBatch: false, form };
  const { parts, wrong } = check(backend, bytes, announced, bearer);
  const ending = parts ? endingOf(parts.number, intake.count(parts)) : {};
  const instead = insteadOf(backend, arriving.session, ending);
  if (instead) return instead;
  const sent =
    wrong || !parts
      ? intake.refuse(arriving, wrong ?? { code: 430 }, parts, ending)
      : intake.take({ ...arriving, bytes, parts }, ending);
  return ending.afterwards?.() ?? takeInvoice(sent);
}

/** The answer if nothing is taken. */
function insteadOf(
  { sessions, state }: SendingBackend,
  session: Session,
  ending: Ending,
): Answer | undefined {
  if (ending.wait !== undefined)
    throw tooManyRequests(
      `Przekroczono limit żądań. Spróbuj ponownie po ${ending.wait} sekundach.`,
      ending.wait,
    );
  if (ending.sessionFails) {
    sessions.fail(session);
    throw refuse(21180, 'Status sesji 415 uniemożliwia wysyłkę faktur.');
  }
  if (ending.sessionPauses) {
    state.keep(ROUTE, PAUSED, session.reference, true);
    throw refuse(21184);
  }
  return ending.instead?.();
}

const takeInvoice = ({ reference }: SentInvoice): Answer => reply(202, { referenceNumber: reference });
