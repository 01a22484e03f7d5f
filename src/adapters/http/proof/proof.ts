import type { Handlers } from '../call/handlers.ts';
import type { ApiDeps } from '../call/api-deps.ts';
import type { FileReply } from '../call/answer.ts';

/** RFC 7515 section 9.2.1: JWS in compact form. */
const PROOF_TYPE = 'application/jose';
/** How long a verifier may cache the keys. A proof with a newer key makes it fetch them again. */
const KEYS_MAX_AGE_S = 300;

export const proofHandlers = {
  proveInvoice: async ({ caller, parameters }, { useCases }) => {
    const { invoice, proof } = await useCases.proveInvoice.run(caller, parameters.id);
    return {
      status: 200,
      file: new TextEncoder().encode(proof),
      headers: {
        'Content-Type': PROOF_TYPE,
        'Content-Disposition': `attachment; filename="${invoice.id}.jws"`,
        'Cache-Control': 'private, no-store',
      },
    };
  },
} satisfies Partial<Handlers>;

/** Needs no key: receivers of a proof verify it with these keys. */
export async function signingKeys({ useCases }: ApiDeps): Promise<FileReply> {
  const keys = await useCases.signing.publish();
  return {
    status: 200,
    file: new TextEncoder().encode(JSON.stringify({ keys: keys.map(jwkOf) })),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': `public, max-age=${KEYS_MAX_AGE_S}`,
    },
  };
}

type Published = Awaited<ReturnType<ApiDeps['useCases']['signing']['publish']>>[number];

/** `iat` and `exp` of past keys, as in OpenID Federation 1.0 section 8.7.2: made and retired, in seconds. */
const jwkOf = ({ kid, publicKey, createdAt, retiredAt }: Published) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: publicKey,
  kid,
  use: 'sig',
  alg: 'EdDSA',
  iat: Math.floor(createdAt.getTime() / 1000),
  ...(retiredAt && { exp: Math.ceil(retiredAt.getTime() / 1000) }),
});
