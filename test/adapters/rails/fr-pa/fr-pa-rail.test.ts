import { english, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import type { FrPaRail } from '../../../../src/adapters/rails/fr-pa/fr-pa-rail.ts';
import { PLATFORM_STATUSES as statuses } from '../../../../src/adapters/rails/fr-pa/status-mappings.ts';
import { VALIDATED } from '../../../sandbox/fr-pa/description.ts';
import { describeByReference } from '../../../support/reference-data.ts';
import { json } from '../../../sandbox/scripted-network.ts';
import {
  aFlow,
  aFrenchConsignment,
  aFrenchCredential,
  errorBody,
  FrenchPlatform,
  results,
  SHA256,
  taken,
  token,
  TRACKING,
} from './platform.ts';

const platform = new FrenchPlatform();
let rail: FrPaRail;
before(async () => (rail = await platform.start()));
after(() => platform.close());

/** Content of each part by its name, with its headers. */
function partsOf(body: string): ReadonlyMap<string, { readonly head: string; readonly content: string }> {
  const boundary = body.slice(0, body.indexOf('\r\n'));
  const parts = body.split(boundary).slice(1, -1);
  return new Map(
    parts.map((part) => {
      const [head = '', content = ''] = part.split('\r\n\r\n');
      return [/ name="(\w+)"/.exec(head)?.[1] ?? '', { head, content: content.replace(/\r\n$/, '') }];
    }),
  );
}

describe('an invoice that goes to a French platform', () => {
  it('is one flow of two parts: its description and its bytes', async () => {
    platform.script({ flows: taken() });
    const consignment = aFrenchConsignment();
    const { mapping, legalId, reference } = await rail.send(consignment);
    assert.deepEqual(
      withEnglish([mapping, legalId, reference]),
      withEnglish([statuses.taken, 'F-77', 'F-77']),
    );
    const parts = partsOf(platform.received.at(-1)?.body ?? '');
    const info = parts.get('flowInfo');
    assert.match(info?.head ?? '', /Content-Type: application\/json/);
    assert.deepEqual(JSON.parse(info?.content ?? ''), {
      flowSyntax: 'UBL',
      name: `${TRACKING}.xml`,
      trackingId: TRACKING,
      sha256: SHA256,
    });
    assert.match(parts.get('file')?.head ?? '', /Content-Type: application\/xml/);
    assert.equal(parts.get('file')?.content, Buffer.from(consignment.bytes).toString());
  });

  it('states its syntax and, for the French extension, its profile', async () => {
    platform.script({ flows: taken() });
    const specification = 'urn:cen.eu:en16931:2017#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr';
    const { facts } = aFrenchConsignment();
    await rail.send(aFrenchConsignment({ facts: { ...facts, syntax: 'cii', specification } }));
    const { content = '' } = partsOf(platform.received.at(-1)?.body ?? '').get('flowInfo') ?? {};
    const { flowSyntax, flowProfile } = JSON.parse(content) as Record<string, string>;
    assert.deepEqual([flowSyntax, flowProfile], ['CII', 'Extended-CTC-FR']);
  });

  it('states how its sale is reported if the platform has to derive the report', async () => {
    platform.script({ flows: taken() });
    await rail.send(aFrenchConsignment({ processingRule: 'B2BInt' }));
    const { content = '' } = partsOf(platform.received.at(-1)?.body ?? '').get('flowInfo') ?? {};
    assert.equal((JSON.parse(content) as Record<string, string>)['processingRule'], 'B2BInt');
  });

  it('has an id that every version accepts', () => {
    const [one, another] = [rail.newSubmissionId(), rail.newSubmissionId()];
    assert.match(one, /^[0-9a-f-]{36}$/);
    assert.notEqual(one, another);
  });

  it('is sent for the company that the credential names, under a request id', async () => {
    platform.script({ flows: taken() });
    await rail.send(aFrenchConsignment({ credential: aFrenchCredential({ organization_id: 'org 7' }) }));
    const { headers } = platform.received.at(-1)!;
    assert.equal(headers['organization-id'], 'org 7');
    assert.match(String(headers['request-id']), /^[0-9a-f-]{36}$/);
    await rail.send(aFrenchConsignment({ credential: aFrenchCredential({ api_version: '1.1' }) }));
    assert.ok(platform.received.at(-1)?.headers['x-request-id']);
  });
});

describe('a log-in at a French platform', () => {
  it('uses client credentials, and serves all processes until it expires', async () => {
    platform.script({ token: token({ expires_in: 600 }), flows: taken() });
    const consignment = aFrenchConsignment();
    await Promise.all([1, 2, 3].map(() => rail.send(consignment)));
    await platform.rail().send(consignment);
    assert.equal(platform.calls.filter((call) => call === 'token').length, 1);
    assert.deepEqual(Object.fromEntries(new URLSearchParams(platform.received[0]?.body)), {
      grant_type: 'client_credentials',
      client_id: 'id',
      client_secret: 's',
    });
    platform.clock.advance(600_000);
    await rail.send(consignment);
    assert.equal(platform.calls.filter((call) => call === 'token').length, 2);
  });

  it('is repeated once if a later call refuses the token', async () => {
    platform.script({
      token: [token(), token({ access_token: 't-2' })],
      flows: [{ status: 401 }, taken()],
    });
    assert.deepEqual(
      withEnglish((await rail.send(aFrenchConsignment())).mapping),
      withEnglish(statuses.taken),
    );
    assert.deepEqual(platform.received.map(({ headers }) => headers.authorization).filter(Boolean), [
      'Bearer t-1',
      'Bearer t-2',
    ]);
    platform.script({ flows: { status: 401 } });
    assert.deepEqual(
      withEnglish((await rail.send(aFrenchConsignment())).mapping),
      withEnglish(statuses.credentialRefused),
    );
    assert.equal(platform.calls.filter((call) => call === 'flows').length, 2);
  });

  describe('of a firm that has consented', () => {
    const first = 'firm-refresh-token-1';
    const credential = () => aFrenchCredential({ auth: 'refresh_token', refresh_token: first });
    const refreshTokens = (): readonly (string | null)[] =>
      platform.received
        .map(({ body }) => new URLSearchParams(body))
        .filter((form) => form.get('grant_type') === 'refresh_token')
        .map((form) => form.get('refresh_token'));

    it('uses each refresh token once, in whatever process, and the next one after it', async () => {
      platform.script({
        token: [
          token({ expires_in: 600, refresh_token: 'r-2' }),
          token({ expires_in: 600, refresh_token: 'r-3' }),
          token({ expires_in: 600 }),
          token({ expires_in: 600 }),
        ],
        flows: taken(),
      });
      const consignment = aFrenchConsignment({ credential: credential() });
      for (let n = 0; n < 4; n += 1) {
        await Promise.all([1, 2].map(() => platform.rail().send(consignment)));
        platform.clock.advance(600_000);
      }
      // An answer without a next one leaves the last in use (RFC 6749, 6).
      assert.deepEqual(refreshTokens(), [first, 'r-2', 'r-3', 'r-3']);
    });

    it('has stored the next one before the token is used', async () => {
      platform.script({ token: token({ refresh_token: 'r-2' }), flows: undefined });
      const consignment = aFrenchConsignment({ credential: credential() });
      await rail.send(consignment);
      platform.clock.advance(3_600_000);
      await platform.rail().send(consignment);
      assert.deepEqual(refreshTokens(), [first, 'r-2']);
    });

    it('has stored the next one also if no token comes with it', async () => {
      const withoutAccess = json({ refresh_token: 'r-2', expires_in: 600 });
      platform.script({ token: [withoutAccess, token()], flows: taken() });
      const consignment = aFrenchConsignment({ credential: credential() });
      await rail.send(consignment);
      assert.equal((await rail.send(consignment)).mapping.meaning, 'held');
      assert.deepEqual(refreshTokens(), [first, 'r-2']);
    });

    it('is to be consented to again if a refresh token is of no use any more, which is not said back', async () => {
      const refused = { error: 'invalid_grant', error_description: 'firm-refresh-token-1 was used' };
      platform.script({ token: json(refused, 400) });
      const prepared = await rail.prepare(aFrenchConsignment({ credential: credential() }));
      assert.ok('mapping' in prepared);
      assert.equal(prepared.mapping.networkStatus, statuses.credentialRefused.networkStatus);
      const hint = String(english(prepared.mapping.fixHint));
      assert.match(hint, /^Authorise the application there again, and replace the token/);
      assert.doesNotMatch(hint, /firm-refresh/);
    });
  });

  it('is made before anything is sent', async () => {
    platform.script({ token: errorBody('x', 401), flows: taken() });
    const prepared = await rail.prepare(aFrenchConsignment());
    assert.ok('mapping' in prepared);
    assert.equal(prepared.mapping.networkStatus, statuses.credentialRefused.networkStatus);
    assert.deepEqual(platform.calls, ['token']);
  });

  // RFC 6749, 5.2, and the examples of XP Z12-013 (flow service 1.3.0).
  it('states the reason and the remedy if it is refused', async () => {
    const refused = { error: 'invalid_client', error_description: 'Client authentication failed' };
    platform.script({ token: json(refused, 401) });
    const prepared = await rail.prepare(aFrenchConsignment());
    assert.ok('mapping' in prepared);
    const says =
      'The platform says: invalid_client (the client is unknown, or its secret is wrong): "Client authentication failed".';
    assert.equal(english(prepared.mapping.message), `The route refuses the client's credential. ${says}`);
    assert.equal(
      english(prepared.mapping.fixHint),
      `Replace the client id or secret in the credential; the service then continues by itself. ${says}`,
    );
    platform.script({ flows: json({ errorCode: 'FORBIDDEN_ACCESS', errorMessage: null }, 403) });
    const { mapping } = await rail.send(aFrenchConsignment());
    assert.match(
      english(mapping.message),
      / The platform says: FORBIDDEN_ACCESS \(the credential lacks the right for this call\)\.$/,
    );
  });

  it('needs a credential that can be read', async () => {
    platform.script({});
    const good = { base_url: 'https://pa.example', client_id: 'a', client_secret: 'b' };
    const values = [
      ...['', 'x', '[]', '{}'],
      ...[
        { client_id: '' },
        { client_secret: 1 },
        { base_url: null },
        { api_version: '2.0' },
        { token_url: 7 },
      ].map((edit) => JSON.stringify({ ...good, ...edit })),
      JSON.stringify({ ...good, organization_id: 'a\nb' }),
    ];
    for (const value of values) {
      const credential = { ...aFrenchCredential(), value };
      const prepared = await rail.prepare(aFrenchConsignment({ credential }));
      assert.ok('mapping' in prepared && prepared.mapping === statuses.credentialRefused, value);
    }
    assert.deepEqual(platform.calls, []);
  });
});

describe('the acknowledgement of a French platform', () => {
  const poll = (own = {}) => rail.poll(aFrenchConsignment({ reference: 'F-77', ...own }));

  it('decides nothing while it is pending or reports a valid file', async () => {
    for (const [status, mapping] of [
      ['Pending', statuses.pending],
      ['Ok', statuses.acknowledged],
    ] as const) {
      platform.script({ Metadata: json(aFlow({}, status)) });
      assert.deepEqual(withEnglish((await poll()).mapping), withEnglish(mapping));
    }
  });

  for (const [reason, code, owner] of [
    ['EmptyAttachement', 'IRR_VID_PJ', 'us'],
    ['AttachmentTypeError', 'IRR_EXT_DOC', 'us'],
    ['EmptyFlow', 'IRR_VIDE_F', 'us'],
    ['OtherTechnicalError', 'AUTRE', 'route'],
    ['InvalidSchema', 'IRR_SYNTAX', 'us'],
    ['FileSizeExceeded', 'IRR_TAILLE_F', 'erp'],
    ['FlowTypeError', 'IRR_TYPE_F', 'us'],
    ['AlreadyExistingFlow', 'DOUBLON', 'erp'],
    ['VirusFound', 'IRR_ANTIVIRUS', 'erp'],
    ['InvoiceLCRuleError', 'AUTRE', 'route'],
    ['REJ_UNI', 'REJ_UNI', 'erp'],
    ['SomethingNew', 'AUTRE', 'route'],
  ] as const)
    it(`refuses with ${reason} as ${code}, for ${owner} to act on`, async () => {
      platform.script({ Metadata: json(aFlow({}, 'Error', reason)) });
      const { mapping, message } = await poll();
      assert.deepEqual([mapping.meaning, mapping.code, mapping.owner], ['refused', code, owner]);
      assert.match(english(message ?? ''), new RegExp(`${reason} "pas bon"$`));
    });

  it('leads to one more submission if it reports other bytes', async () => {
    platform.script({ Metadata: json(aFlow({}, 'Error', 'ChecksumMismatch')) });
    assert.equal((await poll()).mapping.meaning, 'dropped-once');
  });

  it('refuses because of an error, not because of a warning before it', async () => {
    const details = [
      { level: 'Warning', item: 'x', reasonCode: 'EmptyFlow', reasonMessage: 'x' },
      { level: 'Error', item: 'x', reasonCode: 'VirusFound', reasonMessage: 'x' },
    ];
    platform.script({ Metadata: json(aFlow({ acknowledgement: { status: 'Error', details } })) });
    assert.equal((await poll()).mapping.code, 'IRR_ANTIVIRUS');
  });

  it('of a duplicate, after a lost answer, leads to the flow that was taken first', async () => {
    const later = aFlow({}, 'Error', 'AlreadyExistingFlow');
    // The list of a platform may be older than its flow.
    for (const listed of [later, aFlow()]) {
      platform.script({ Metadata: json(later), tracked: results(listed, aFlow({ flowId: 'F-76' }, 'Ok')) });
      const { mapping, reference, legalId } = await poll({ isResend: true });
      assert.deepEqual(
        withEnglish([mapping, reference, legalId]),
        withEnglish([statuses.acknowledged, 'F-76', 'F-76']),
      );
    }
  });

  it('of a duplicate that cannot be found is pending, after a lost answer', async () => {
    const later = aFlow({}, 'Error', 'AlreadyExistingFlow');
    platform.script({ Metadata: json(later), tracked: results(later) });
    assert.deepEqual(withEnglish((await poll({ isResend: true })).mapping), withEnglish(statuses.pending));
  });
});

describe('an answer of a French platform that was lost', () => {
  const inquire = (own = {}) => rail.ask(aFrenchConsignment({ isResend: true, ...own }));

  it('leads to a search for the tracking id', async () => {
    platform.script({ tracked: results(aFlow({}, 'Ok')) });
    const { mapping, reference } = await inquire();
    assert.deepEqual(withEnglish([mapping, reference]), withEnglish([statuses.acknowledged, 'F-77']));
    assert.deepEqual(JSON.parse(platform.received.at(-1)?.body ?? ''), {
      limit: 100,
      where: { trackingId: TRACKING },
    });
  });

  it('means that the platform does not hold the invoice if no flow has that id', async () => {
    const incoming = { trackingId: undefined, sha256: undefined, flowDirection: 'In' };
    for (const flows of [[], [aFlow({ trackingId: 'another' })], [aFlow(incoming)]]) {
      platform.script({ tracked: results(...flows) });
      assert.deepEqual(withEnglish((await inquire()).mapping), withEnglish(statuses.notHeld));
    }
  });

  it('has an unknown outcome if an incoming flow has that id or, without an id, that document', async () => {
    for (const own of [{}, { trackingId: undefined, sha256: SHA256 }]) {
      platform.script({ tracked: results(aFlow({ ...own, flowDirection: 'In' }, 'Ok')) });
      assert.deepEqual(withEnglish((await inquire()).mapping), withEnglish(statuses.notUnderstood));
    }
  });

  it('is found whatever the case of the letters in tracking id and hash', async () => {
    for (const own of [
      { trackingId: TRACKING.toUpperCase() },
      { trackingId: undefined, sha256: SHA256.toUpperCase() },
    ]) {
      platform.script({ tracked: results(aFlow(own, 'Ok')), flows: taken(own) });
      assert.equal((await inquire()).reference, 'F-77');
      assert.deepEqual(
        withEnglish((await rail.send(aFrenchConsignment())).mapping),
        withEnglish(statuses.taken),
      );
    }
  });

  it('has an unknown outcome while the platform may still process the call, or not list its flow yet', () => {
    assert.deepEqual(rail.emptyLookups, { needed: 1, countAfterMs: 280_000 });
  });

  it('is found, also if a second try was reported as a duplicate', async () => {
    const again = aFlow({ flowId: 'F-78' }, 'Error', 'AlreadyExistingFlow');
    platform.script({ tracked: results(again, aFlow({}, 'Ok')) });
    for (const isResend of [true, false]) assert.equal((await inquire({ isResend })).reference, 'F-77');
  });

  it('is searched for if a second try is reported as a duplicate at once', async () => {
    platform.script({ flows: errorBody('AlreadyExistingFlow', 422) });
    assert.equal((await rail.send(aFrenchConsignment({ isResend: true }))).mapping.meaning, 'unclear');
    assert.equal((await rail.send(aFrenchConsignment())).mapping.code, 'DOUBLON');
  });
});

describe('the account of a French credential', () => {
  const account = (own: object = {}) => rail.accountOf(aFrenchCredential(own));

  it('is the platform, the application and the company; secret and path do not matter', () => {
    assert.ok(account());
    for (const same of [{ client_secret: 'renewed' }, { base_url: 'https://pa.example/flow-service' }])
      assert.equal(account(same), account(), JSON.stringify(same));
    const others = [{ base_url: 'https://other.example' }, { client_id: 'id-2' }, { organization_id: '1' }];
    const accounts = [{}, ...others, { organization_id: '2' }].map((own) => account(own));
    assert.equal(new Set(accounts).size, accounts.length);
  });

  it('is unknown for a key or a token of a firm, which do not name its account, and for an unreadable credential', () => {
    assert.equal(account({ auth: 'api_key' }), undefined);
    assert.equal(account({ auth: 'refresh_token', refresh_token: 'r-1' }), undefined);
    assert.equal(account({ client_secret: '' }), undefined);
  });
});

describeByReference('the published description of the standard', () => {
  it('has every call that is made', () =>
    assert.deepEqual([...VALIDATED].filter((call) => call.includes('/flows')).sort(), [
      'GET /v1/flows/{flowId}',
      'POST /v1/flows',
      'POST /v1/flows/search',
    ]));
});
