import type { Answer, Call } from '../network.ts';
import { reply } from './answers.ts';
import type { State } from '../state.ts';
import { type Bearer, type Bearers, type Context, CONTEXT_TYPES, nipOf } from './bearers.ts';
import { bodyOf, type Members } from './bodies.ts';
import type { Enrolments } from './enrolment.ts';
import type { Keys } from './keys.ts';
import { ksefToken } from './ksef-tokens.ts';
import { type LogIns, type Operation, statusOf } from './log-in.ts';
import { refuse } from './errors.ts';
import { instant } from './warsaw.ts';

export interface LogInBackend {
  readonly state: State;
  readonly keys: Keys;
  readonly logIns: LogIns;
  readonly bearers: Bearers;
  readonly enrolments: Enrolments;
}

/** Any value: the sandbox has no rights for it. */
const NO_NIP = '0000000000';

/** `POST /auth/challenge` */
export function challenge({ logIns }: LogInBackend): Answer {
  const { challenge, timestampMs } = logIns.challenge();
  return reply(200, { challenge, timestamp: instant(timestampMs), timestampMs, clientIp: '127.0.0.1' });
}

/** `POST /auth/ksef-token` */
export async function logInByToken(backend: LogInBackend, call: Call): Promise<Answer> {
  const body = bodyOf(call);
  const context = contextOf(body.members('contextIdentifier'));
  const encrypted = body.base64('encryptedToken');
  const challenge = body.text('challenge');
  backend.keys.isInUse('KsefTokenEncryption', body.optionalBase64('publicKeyId', 32)?.toString('base64'));
  const givenAt = backend.logIns.use(challenge);
  const plain = backend.keys.open('KsefTokenEncryption', encrypted)?.toString();
  // The token itself may contain bars.
  const [, token = '', time = ''] = /^(.+)\|(\d+)$/s.exec(plain ?? '') ?? [];
  const nip = nipOf(context);
  const { reference, end, ...known } = ksefToken(token, nip ?? NO_NIP, backend.state);
  const bearer = { ...known, context, nip: nip ?? NO_NIP, proof: { tokenReference: reference } };
  return begin(backend, 'Token', endOf(), bearer);

  function endOf(): typeof end {
    if (plain === undefined || token === '') return 'wrongToken';
    if (Number(time) !== givenAt) return 'wrongTime';
    return nip === undefined ? 'noRights' : end;
  }
}

function contextOf(members: Members): Context {
  const [named, value] = [members.text('type'), members.text('value')];
  const type = CONTEXT_TYPES.find((each) => each === named);
  if (!type) throw refuse(21405, `'contextIdentifier.type' ma nieprawidłową wartość ${named}.`);
  if (type !== 'PeppolId' && nipOf({ type, value }) === undefined)
    throw refuse(21405, `'contextIdentifier.value' ma nieprawidłowy format.`);
  return { type, value };
}

/** 202: the log-in is under way. */
export async function begin(
  { logIns, bearers }: LogInBackend,
  method: Operation['method'],
  end: Operation['end'],
  who: Omit<Bearer, 'operation'>,
): Promise<Answer> {
  const bearer = logIns.begin(method, end, who);
  const authenticationToken = await bearers.issue('authentication', bearer);
  return reply(202, { referenceNumber: bearer.operation, authenticationToken });
}

/** The ministry's name for a kind of log-in. */
const METHODS: Readonly<
  Record<Operation['method'], { readonly category: string; readonly displayName: string }>
> = {
  Token: { category: 'Token', displayName: 'Token KSeF' },
  InternalCertificate: { category: 'XadesSignature', displayName: 'Certyfikat KSeF' },
  QualifiedSeal: { category: 'XadesSignature', displayName: 'Pieczęć kwalifikowana' },
  QualifiedSignature: { category: 'XadesSignature', displayName: 'Podpis kwalifikowany' },
};

/** `GET /auth/{referenceNumber}` */
export function logInStatus({ logIns }: LogInBackend, bearer: Bearer, { params }: Call): Answer {
  const reference = params['referenceNumber'] ?? '';
  const operation = logIns.require(reference, bearer);
  const { startedAt, method, redeemed } = operation;
  return reply(200, {
    startDate: instant(startedAt),
    authenticationMethod: method,
    authenticationMethodInfo: { ...METHODS[method], code: method.toLowerCase() },
    status: statusOf(operation),
    ...(redeemed && { isTokenRedeemed: true }),
  });
}

/** `POST /auth/token/redeem` */
export async function redeem({ logIns, bearers }: LogInBackend, bearer: Bearer): Promise<Answer> {
  logIns.redeem(bearer.operation);
  const [accessToken, refreshToken] = await Promise.all([
    bearers.issue('access', bearer),
    bearers.issue('refresh', bearer),
  ]);
  return reply(200, { accessToken, refreshToken });
}

/** `POST /auth/token/refresh` */
export async function refresh({ logIns, bearers }: LogInBackend, bearer: Bearer): Promise<Answer> {
  const operation = logIns.require(bearer.operation);
  const { code } = statusOf(operation);
  if (code !== 200)
    throw refuse(21301, `Status uwierzytelniania (${code}) nie pozwala na odświeżenie tokenu dostępowego.`);
  return reply(200, { accessToken: await bearers.issue('access', bearer) });
}

/** `DELETE /auth/sessions/current` */
export function endLogIn({ logIns }: LogInBackend, bearer: Bearer): Answer {
  logIns.revoke(bearer.operation);
  return { status: 204 };
}
