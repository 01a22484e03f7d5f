import { AccessTokens } from '../access-tokens.ts';
import type { Answer, Call, Door, Ground, Network } from '../network.ts';
import * as authentication from './authentication.ts';
import { logInByCertificate } from './certificate-log-in.ts';
import { type Bearer, Bearers, type Permission, type TokenKind } from './bearers.ts';
import { Intake } from './intake.ts';
import { openKeys } from './keys.ts';
import { openLinks } from './links.ts';
import { LogIns } from './log-in.ts';
import * as reading from './reading.ts';
import { forbidden, KsefRefused } from './refusals.ts';
import { Repository } from './repository.ts';
import { ROUTE } from './route.ts';
import * as sending from './sending.ts';
import { Sessions } from './sessions.ts';

const BASE = '/ksef';
/** Below the base as it is, and with the version that the real addresses have. */
const VERSIONS = ['', '/v2'];

type Protected = (bearer: Bearer, call: Call) => Answer | Promise<Answer>;
type Public = (call: Call) => Answer | Promise<Answer>;

/** The Polish e-invoice system: log-in, online sessions, statuses, receipts. */
export async function openPlKsef(ground: Ground): Promise<Network> {
  const { state } = ground;
  const bearers = new Bearers(new AccessTokens(state, ROUTE));
  const keys = await openKeys(state);
  const sessions = new Sessions(ground);
  const repository = new Repository(state, () => true);
  const intake = new Intake(ground, sessions, repository);
  const logIn = { state, keys, bearers, logIns: new LogIns(ground) };
  const checks = { nipCheck: () => false };
  const send = { state, keys, sessions, intake, checks };
  const read = { sessions, links: await openLinks(ground, BASE) };

  const open = (method: Door['method'], path: string, answer: Public): readonly Door[] =>
    VERSIONS.map((version) => ({ method, path: version + path, answer: answering(answer) }));
  const guarded = (
    method: Door['method'],
    path: string,
    { kinds = ['access'], any }: { kinds?: readonly TokenKind[]; any?: readonly Permission[] },
    answer: Protected,
  ): readonly Door[] =>
    open(method, path, async (call) => {
      const bearer = await bearers.read(call, kinds);
      if (any && !any.some((each) => bearer.permissions.includes(each)))
        throw forbidden(any, bearer.permissions);
      return answer(bearer, call);
    });
  const WRITE = { any: ['InvoiceWrite'] } as const;
  const FOLLOW = { any: ['InvoiceWrite', 'Introspection'] } as const;

  return {
    route: ROUTE,
    base: BASE,
    doors: [
      ...open('GET', '/security/public-key-certificates', () => keys.list()),
      ...open('POST', '/auth/challenge', () => authentication.challenge(logIn)),
      ...open('POST', '/auth/ksef-token', (call) => authentication.logInByToken(logIn, call)),
      ...open('POST', '/auth/xades-signature', (call) => logInByCertificate(logIn, call)),
      ...guarded('POST', '/auth/token/redeem', { kinds: ['authentication'] }, (bearer) =>
        authentication.redeem(logIn, bearer),
      ),
      ...guarded('POST', '/auth/token/refresh', { kinds: ['refresh'] }, (bearer) =>
        authentication.refresh(logIn, bearer),
      ),
      ...guarded('DELETE', '/auth/sessions/current', { kinds: ['access', 'refresh'] }, (bearer) =>
        authentication.endLogIn(logIn, bearer),
      ),
      ...guarded('GET', '/auth/:referenceNumber', { kinds: ['authentication'] }, (...asked) =>
        authentication.logInStatus(logIn, ...asked),
      ),
      ...guarded('POST', '/sessions/online', WRITE, (...asked) => sending.openSession(send, ...asked)),
      ...guarded('POST', '/sessions/online/:referenceNumber/invoices', WRITE, (...asked) =>
        sending.sendInvoice(send, ...asked),
      ),
      ...guarded('POST', '/sessions/online/:referenceNumber/close', WRITE, (...asked) =>
        sending.closeSession(send, ...asked),
      ),
      ...guarded('GET', '/sessions/:referenceNumber', FOLLOW, (...asked) =>
        reading.sessionStatus(read, ...asked),
      ),
      ...guarded('GET', '/sessions/:referenceNumber/upo/:upoReferenceNumber', FOLLOW, (...asked) =>
        reading.upoOfSession(read, ...asked),
      ),
      ...guarded('GET', '/sessions/:referenceNumber/invoices/ksef/:ksefNumber/upo', FOLLOW, (...asked) =>
        reading.upoOfNumber(read, ...asked),
      ),
      ...guarded(
        'GET',
        '/sessions/:referenceNumber/invoices/:invoiceReferenceNumber/upo',
        FOLLOW,
        (...asked) => reading.upoOfInvoice(read, ...asked),
      ),
      ...guarded('GET', '/sessions/:referenceNumber/invoices/:invoiceReferenceNumber', FOLLOW, (...asked) =>
        reading.invoiceStatus(read, ...asked),
      ),
      ...open('POST', '/sandbox/rotate-keys', () => keys.rotate()),
      ...open('GET', '/storage/invoice-upo/:session/:invoice', (call) => reading.linkedUpo(read, call)),
      ...open('GET', '/storage/session-upo/:session', (call) => reading.linkedUpo(read, call)),
    ],
  };
}

/** What is refused on the way becomes an answer in the form that was asked for. */
const answering =
  (answer: Public): Door['answer'] =>
  async (call) => {
    try {
      return await answer(call);
    } catch (error) {
      if (error instanceof KsefRefused) return error.reply(call, BASE);
      throw error;
    }
  };
