import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { SignatureService } from 'ksef-client-ts';
import { aSandbox, jsonOf, type TestSandbox } from '../running.ts';
import { aCertificate, person, seal, type TestCertificate } from './certificates.ts';
import { invoice } from './invoices.ts';
import { codeOf, encryptedFor, Ksef, type Answer, SELLER, TOKEN } from './ksef.ts';
import { INCLUSIVE, RSA_PSS, signedInStyle } from './xades.ts';
import { whileTimeStands } from '../../support/standing-time.ts';

const request = (
  challenge: string,
  { context = `<Nip>${SELLER}</Nip>`, type = 'certificateSubject' } = {},
): string =>
  `<?xml version="1.0" encoding="utf-8"?><AuthTokenRequest xmlns="http://ksef.mf.gov.pl/auth/token/2.1"><Challenge>${challenge}</Challenge><ContextIdentifier>${context}</ContextIdentifier><SubjectIdentifierType>${type}</SubjectIdentifierType></AuthTokenRequest>`;

const signed = (xml: string, { certificate, key }: TestCertificate): string =>
  SignatureService.sign(xml, certificate, key);

describe('logging in at the sandbox of KSeF', () => {
  let sandbox: TestSandbox;
  let ksef: Ksef;
  before(async () => {
    sandbox = await aSandbox({ limits: 'off' });
    ksef = new Ksef(sandbox.url);
  });
  after(() => sandbox.stop());

  const endOf = async (token: string): Promise<{ code: number; details?: string[] }> => {
    const { referenceNumber, authenticationToken } = await ksef.beginByToken(token);
    return ksef.logInEnded(referenceNumber, authenticationToken);
  };
  const byCertificate = (xml: string, query = ''): Promise<Answer> =>
    ksef.call('POST', `/auth/xades-signature${query}`, xml);
  const endOfCertificate = async (
    by: TestCertificate,
    options?: Parameters<typeof request>[1],
    query?: string,
  ): Promise<number> => {
    const { challenge } = await ksef.challenge();
    const answer = await byCertificate(signed(request(challenge, options), by), query);
    assert.equal(answer.status, 202, answer.text);
    const { token } = answer.json['authenticationToken'] as { token: string };
    return (await ksef.logInEnded(String(answer.json['referenceNumber']), token)).code;
  };

  for (const [token, code, detail] of [
    ['t-REFUSED', 450, 'Nieprawidłowy token'],
    ['t-REVOKED', 450, 'Token unieważniony'],
    ['t-INACTIVE', 450, 'Token nieaktywny'],
    ['t-NORIGHTS', 415, 'Brak przypisanych uprawnień'],
    ['20260101-EC-0000000000-0000000000-00|nip-1111111111|ff', 415, 'Brak przypisanych uprawnień'],
    ['t-BLOCKED', 480, undefined],
    ['a|token|with bars', 200, undefined],
    [`20260101-EC-0000000000-0000000000-00|nip-${SELLER}|ff`, 200, undefined],
  ] as const)
    it(`with ${token} ends ${code}`, async () => {
      const { code: ended, details } = await endOf(token);
      assert.equal(ended, code);
      if (detail !== undefined) assert.deepEqual(details, [detail]);
    });

  it('succeeds after the system has cancelled it once', async () => {
    assert.equal((await endOf('t-CANCELLED')).code, 550);
    assert.equal((await endOf('t-CANCELLED')).code, 200);
  });

  it('ends 450 with another time than that of the challenge, and with an unreadable token', async () => {
    for (const plain of [`${TOKEN}|1`, TOKEN]) {
      const { challenge } = await ksef.challenge();
      const { json } = await ksef.sendToken(challenge, plain);
      const { token } = json['authenticationToken'] as { token: string };
      assert.equal((await ksef.logInEnded(String(json['referenceNumber']), token)).code, 450);
    }
    const { challenge, timestampMs } = await ksef.challenge();
    const { key } = await ksef.publicKey('SymmetricKeyEncryption');
    const { json } = await ksef.call('POST', '/auth/ksef-token', {
      challenge,
      contextIdentifier: { type: 'Nip', value: SELLER },
      encryptedToken: encryptedFor(key, Buffer.from(`${TOKEN}|${timestampMs}`)),
    });
    const { token } = json['authenticationToken'] as { token: string };
    assert.equal((await ksef.logInEnded(String(json['referenceNumber']), token)).code, 450);
  });

  it('accepts a challenge once, and no unknown one', async () => {
    const { challenge, timestampMs } = await ksef.challenge();
    assert.equal((await ksef.sendToken(challenge, `${TOKEN}|${timestampMs}`)).status, 202);
    assert.equal(codeOf(await ksef.sendToken(challenge, `${TOKEN}|${timestampMs}`)), 21111);
    const unknown = '20261121-CR-0000000000-0000000000-00';
    assert.equal(codeOf(await ksef.sendToken(unknown, `${TOKEN}|1`)), 21111);
  });

  for (const [title, body] of [
    ['no context', { challenge: 'x', encryptedToken: 'AAAA' }],
    [
      'a context of no kind',
      { challenge: 'x', encryptedToken: 'AAAA', contextIdentifier: { type: 'Pesel', value: '1' } },
    ],
    [
      'a NIP of nine digits',
      { challenge: 'x', encryptedToken: 'AAAA', contextIdentifier: { type: 'Nip', value: '526587763' } },
    ],
    ['no Base64', { challenge: 'x', encryptedToken: '!', contextIdentifier: { type: 'Nip', value: SELLER } }],
  ] as const)
    it(`refuses ${title} with 21405`, async () => {
      assert.equal(codeOf(await ksef.call('POST', '/auth/ksef-token', body)), 21405);
    });

  it('refuses no body with 21001, as API 2.9 does', async () => {
    assert.equal(codeOf(await ksef.call('POST', '/auth/ksef-token', undefined)), 21001);
  });

  it('refuses the key from before a rotation with 21470, and accepts the new one', async () => {
    const { key, publicKeyId } = await ksef.publicKey('KsefTokenEncryption');
    assert.equal((await fetch(`${sandbox.url}/ksef/sandbox/rotate-keys`, { method: 'POST' })).status, 200);
    const { challenge, timestampMs } = await ksef.challenge();
    const encryptedToken = encryptedFor(key, Buffer.from(`${TOKEN}|${timestampMs}`));
    const body = {
      challenge,
      contextIdentifier: { type: 'Nip', value: SELLER },
      encryptedToken,
      publicKeyId,
    };
    assert.equal(codeOf(await ksef.call('POST', '/auth/ksef-token', body)), 21470);
    assert.equal((await endOf(TOKEN)).code, 200);
  });

  it('returns its tokens once', async () => {
    const { referenceNumber, authenticationToken: bearer } = await ksef.beginByToken(TOKEN);
    await ksef.logInEnded(referenceNumber, bearer);
    assert.equal((await ksef.redeem(bearer)).status, 200);
    assert.equal(codeOf(await ksef.redeem(bearer)), 21301);
  });

  it('accepts each kind of token only for its own calls', async () => {
    const one = await Ksef.loggedIn(sandbox.url);
    const { authenticationToken } = await one.beginByToken(TOKEN);
    for (const [bearer, method, path] of [
      ['', 'POST', '/sessions/online'],
      ['nonsense', 'POST', '/sessions/online'],
      [authenticationToken, 'POST', '/sessions/online'],
      [one.refreshToken, 'POST', '/sessions/online'],
      [one.accessToken, 'POST', '/auth/token/refresh'],
      [one.accessToken, 'POST', '/auth/token/redeem'],
    ] as const) {
      const answer = await one.call(method, path, undefined, { bearer });
      assert.equal(answer.status, 401);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    }
  });

  it('finds a log-in by its own token only', async () => {
    const one = await ksef.beginByToken(TOKEN);
    const other = await ksef.beginByToken(TOKEN);
    const bearer = one.authenticationToken;
    assert.equal(
      codeOf(await ksef.call('GET', `/auth/${other.referenceNumber}`, undefined, { bearer })),
      21304,
    );
  });

  it('renews access, also after a restart, until the log-in is ended', async () => {
    const one = await Ksef.loggedIn(sandbox.url);
    await sandbox.restart();
    const bearer = one.refreshToken;
    const { json } = await one.call('POST', '/auth/token/refresh', undefined, { bearer });
    one.accessToken = (json['accessToken'] as { token: string }).token;
    assert.equal((await one.open()).status, 201);
    assert.equal((await one.call('DELETE', '/auth/sessions/current')).status, 204);
    assert.equal(codeOf(await one.call('POST', '/auth/token/refresh', undefined, { bearer })), 21301);
    // Issued access stays valid until it expires.
    assert.equal((await one.open()).status, 201);
  });

  it('returns an access token for three seconds if the KSeF token ends -SHORT', async () => {
    const one = await Ksef.loggedIn(sandbox.url, 't-SHORT');
    await whileTimeStands(async (forwardMs) => {
      assert.equal((await one.open()).status, 201);
      forwardMs(3200);
      assert.equal((await one.call('POST', '/sessions/online', {})).status, 401);
    });
  });

  it('leaves out the rights that the token excludes', async () => {
    const one = await Ksef.loggedIn(sandbox.url, 't-NOWRITE');
    const answer = await one.call('POST', '/sessions/online', {});
    assert.equal(answer.status, 403);
    assert.equal(answer.json['reasonCode'], 'missing-permissions');
  });

  describe('by certificate', () => {
    let company: TestCertificate;
    let rsaCompany: Promise<TestCertificate>;
    before(async () => {
      company = await aCertificate(seal(SELLER));
      rsaCompany = aCertificate(seal(SELLER), 'RSA 2048');
    });

    for (const [title, subject, options, code] of [
      ['a company', seal(SELLER), {}, 200],
      ['an entrepreneur', person(`TINPL-${SELLER}`), {}, 200],
      ['a person', person('PNOPL-80010112345'), {}, 200],
      ['another company', seal('1111111111'), {}, 415],
      ['a fingerprint that has rights', seal('1111111111'), { type: 'certificateFingerprint' }, 200],
      ['a holder whose certificate was revoked', seal(SELLER, 'Firma-REVOKED'), {}, 460],
      ['a holder whose certificate was suspended', seal(SELLER, 'Firma-SUSPENDED'), {}, 460],
      ['a holder whose certificate is not trusted', seal(SELLER, 'Firma-UNTRUSTED'), {}, 460],
    ] as const)
      it(`of ${title} ends ${code}`, async () => {
        assert.equal(await endOfCertificate(await aCertificate(subject), options), code);
      });

    for (const [title, style] of [
      ['as usual', {}],
      ['in inclusive form', { canonicalization: INCLUSIVE }],
      ['by RSA-PSS', { algorithm: RSA_PSS }],
      ['under a prefix', { prefix: 'ds' }],
      ['naming the certificate in the second version', { names: 'SigningCertificateV2' }],
      ['around the request', { isEnveloping: true }],
      ['without the signature by XPath', { transform: 'http://www.w3.org/TR/1999/REC-xpath-19991116' }],
    ] as const)
      it(`is accepted if signed ${title}`, async () => {
        const by = await rsaCompany;
        const { challenge } = await ksef.challenge();
        const answer = await byCertificate(signedInStyle(request(challenge), by, style));
        assert.equal(answer.status, 202, answer.text);
        const forged = signedInStyle(request(challenge), by, style).replace(SELLER, '1111111111');
        assert.equal(codeOf(await byCertificate(forged)), 9105);
      });

    it('that has expired ends 460, and so does a self-signed one if the chain is verified', async () => {
      assert.equal(
        await endOfCertificate(await aCertificate(seal(SELLER), 'P-256', { from: -9, until: -1 })),
        460,
      );
      assert.equal(await endOfCertificate(company, {}, '?verifyCertificateChain=true'), 460);
    });

    for (const [title, edit, code] of [
      ['nothing', () => '', 21001],
      ['no XML', () => 'nothing', 21001],
      ['another document', () => '<Faktura/>', 9101],
      ['no signature', (xml: string) => xml.replace(/<ds:Signature .*<\/ds:Signature>/s, ''), 9102],
      ['two signatures', (xml: string) => xml.replace(/(<ds:Signature .*<\/ds:Signature>)/s, '$1$1'), 9103],
      ['another NIP than the signed one', (xml: string) => xml.replace(SELLER, '1111111111'), 9105],
      ['another signing time', (xml: string) => xml.replace(/(<xades:SigningTime>)\d{4}/, '$12001'), 9105],
      ['another value', (xml: string) => xml.replace(/(<ds:SignatureValue>)../, '$1AA'), 9105],
      [
        'a member that the schema has not',
        (xml: string) => xml.replace('<Challenge>', '<More/><Challenge>'),
        21401,
      ],
      ['an unknown namespace', (xml: string) => xml.replace('token/2.1', 'token/3.0'), 21401],
    ] as const)
      it(`refuses ${title} with ${code}`, async () => {
        const { challenge } = await ksef.challenge();
        assert.equal(codeOf(await byCertificate(edit(signed(request(challenge), company)))), code);
      });

    it('refuses a document signed by another certificate than the named one', async () => {
      const other = await aCertificate(seal(SELLER));
      const { challenge } = await ksef.challenge();
      const der = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '');
      const xml = signed(request(challenge), company).replace(
        der(company.certificate),
        der(other.certificate),
      );
      assert.equal(codeOf(await byCertificate(xml)), 9105);
    });

    it('refuses short keys, a holder without a number, and a used challenge', async () => {
      const short = await aCertificate(seal(SELLER), 'RSA 1024');
      const unnamed = await aCertificate({ CN: 'Unnamed' });
      for (const by of [short, unnamed]) {
        const { challenge } = await ksef.challenge();
        assert.equal(codeOf(await byCertificate(signed(request(challenge), by))), 21115);
      }
      const { challenge } = await ksef.challenge();
      assert.equal((await byCertificate(signed(request(challenge), company))).status, 202);
      assert.equal(codeOf(await byCertificate(signed(request(challenge), company))), 21111);
    });

    it('is in the receipt with the hash of the signed document and the context', async () => {
      const { challenge } = await ksef.challenge();
      const xml = signed(
        request(challenge, { context: `<InternalId>${SELLER}-12345</InternalId>` }),
        company,
      );
      const { json } = await byCertificate(xml);
      const { token } = json['authenticationToken'] as { token: string };
      await ksef.logInEnded(String(json['referenceNumber']), token);
      const one = new Ksef(sandbox.url);
      await one.redeem(token);
      const session = await one.open();
      const reference = await one.sent(session, invoice('LC-1'));
      await one.ended(session, reference);
      const { text } = await one.call('GET', `/sessions/${session.reference}/invoices/${reference}/upo`);
      const hash = createHash('sha256').update(xml).digest('base64');
      assert.ok(
        text.includes(`<SkrotDokumentuUwierzytelniajacego>${hash}</SkrotDokumentuUwierzytelniajacego>`),
      );
      assert.ok(text.includes(`<IdWewnetrzny>${SELLER}-12345</IdWewnetrzny>`));
    });
  });

  it('stays valid after a reset, which deletes everything else', async () => {
    const one = await Ksef.loggedIn(sandbox.url);
    const session = await one.open();
    await one.endOf(session, invoice('LR-1'));
    await jsonOf(`${sandbox.url}/control/reset`, { method: 'POST', body: '{}' });
    assert.equal(codeOf(await one.send(session, invoice('LR-1'))), 21173);
    assert.equal((await one.endOf(await one.open(), invoice('LR-1'))).status.code, 200);
  });

  it('writes errors in the older form, too', async () => {
    const answer = await jsonOf(`${sandbox.url}/ksef/auth/ksef-token`, { method: 'POST', body: '{}' });
    const { exceptionDetailList } = answer['exception'] as {
      exceptionDetailList: { exceptionCode: number }[];
    };
    assert.equal(exceptionDetailList[0]?.exceptionCode, 21405);
  });
});
