import assert from 'node:assert/strict';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { SettingRefused } from '../../src/processes/settings/settings.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');

/** Sandbox-only switches of parts that are not built yet. */
const UNREAD = ['WEBHOOK_ALLOW_PRIVATE'];
const READ_IN_SANDBOX = [
  ...['RETRY_SCALE', 'CLOCK_CONTROL', 'SIM_PORT', 'SIM_STEP_MS', 'SIM_LIMITS', 'ACCESS_POINT_URL'],
];

describe('settings', () => {
  it('run the sandbox on SQLite when nothing is set', () => {
    const settings = readSettings({});
    assert.equal(settings.environment, 'sandbox');
    assert.equal(settings.role, 'all');
    assert.equal(settings.baseUrl, 'http://localhost:8080');
    assert.equal(settings.problemBase, 'http://localhost:8080/problems');
    assert.deepEqual(settings.store, { kind: 'sqlite', path: './data/ids.db' });
    assert.deepEqual(settings.masterKey, { from: 'made', path: './data/master.key' });
  });

  it('keep API and metrics on ports of their own', () => {
    assert.throws(
      () => readSettings({ PORT: '9000', METRICS_PORT: '9000' }),
      /METRICS_PORT and PORT are both 9000/,
    );
    assert.equal(readSettings({ PORT: '0', METRICS_PORT: '0' }).metricsPort, 0);
  });

  it('may listen on one port at two addresses', () => {
    const { host, metricsHost } = readSettings({
      PORT: '9000',
      METRICS_PORT: '9000',
      HOST: '::1',
      METRICS_HOST: '10.0.0.1',
    });
    assert.deepEqual([host, metricsHost], ['::1', '10.0.0.1']);
    const twice = { PORT: '9000', METRICS_PORT: '9000', HOST: '::1', METRICS_HOST: '::1' };
    assert.throws(() => readSettings(twice), /METRICS_PORT and PORT are both 9000/);
  });

  for (const [BASE_URL, PROBLEM_BASE, baseUrl, problemBase] of [
    ['https://x.example/', undefined, 'https://x.example', 'https://x.example/problems'],
    ['https://x.example/ids//', undefined, 'https://x.example/ids', 'https://x.example/ids/problems'],
    ['https://x.example', 'https://p.example/', 'https://x.example', 'https://p.example'],
  ] as const)
    it(`join addresses with one slash: BASE_URL=${BASE_URL}, PROBLEM_BASE=${PROBLEM_BASE ?? ''}`, () => {
      const settings = readSettings({ BASE_URL, PROBLEM_BASE });
      assert.deepEqual([settings.baseUrl, settings.problemBase], [baseUrl, problemBase]);
    });

  it('take a master key with blanks and a line end around it, as from a file', () => {
    const key = Buffer.alloc(32, 7).toString('base64');
    const next = Buffer.alloc(32, 8).toString('base64');
    const { masterKey, newMasterKey } = readSettings({
      MASTER_KEY: `${key}\n`,
      NEW_MASTER_KEY: ` ${next}\r\n`,
    });
    assert.deepEqual(masterKey, { from: 'value', base64: key });
    assert.deepEqual(newMasterKey, { from: 'value', base64: next });
  });

  it('count an empty variable as unset', () => {
    assert.equal(readSettings({ PORT: '', OPERATOR_KEY: '' }).port, 8080);
  });

  const refused: readonly [name: string, value: string, says: RegExp][] = [
    ['ENVIRONMENT', 'staging', /must be one of sandbox, production/],
    ['OUTBOUND_ALLOW', '10.0.0.0/33', /host names, addresses and CIDRs/],
    ['ROLE', 'boss', /must be one of all, api, worker/],
    ['PORT', '70000', /whole number from 0 to 65535/],
    ['PORT', '80a', /whole number/],
    ['METRICS_PORT', '-1', /whole number/],
    ['HOST', 'http://x', /an IP address or a host name/],
    ['HOST', '127.0.0.1:80', /an IP address or a host name/],
    ['METRICS_HOST', '[::1]', /an IP address or a host name/],
    ['STORE_URL', 'postgres://x', /sqlite:<path>/],
    ['STORE_URL', 'sqlite:', /sqlite:<path>/],
    ['MASTER_KEY', 'c2hvcnQ=', /32 bytes in base64/],
    ['OPERATOR_KEY', 'short', /24 to 200 visible ASCII/],
    ['BASE_URL', 'ftp://x', /http or https/],
    ['PROBLEM_BASE', 'nowhere', /http or https/],
    ['RULE_ENGINE', 'java', /compiled, saxon/],
    ['CROSS_CHECK', '2', /from 0 to 1/],
    ['STORE_URL', 'sqlite::memory:', /must name a file/],
    ['XSD_ENGINE', 'xerces', /must be one of own, libxml2, java\./],
    ['POOL_THREADS', '0', /from 1 to 64/],
    ['POOL_WARM_UP', '-1', /from 0 to 1000/],
    ['POOL_QUEUE', '1.5', /whole number/],
    ['LOG_LEVEL', 'loud', /must be one of/],
    ['LOG_FORMAT', 'xml', /must be one of auto, json, pretty/],
    ['TRUST_PROXY', '11', /from 0 to 10/],
    ['RETRY_SCALE', '0', /from 0.001 to 1/],
    ['CLOCK_CONTROL', 'yes', /must be one of 0, 1/],
  ];
  for (const [name, value, says] of refused)
    it(`refuse ${name}=${value} in one sentence that names it`, () => {
      assert.throws(
        () => readSettings({ [name]: value }),
        (error: unknown) =>
          error instanceof SettingRefused && error.message.startsWith(`${name} `) && says.test(error.message),
      );
    });

  for (const name of [...UNREAD, ...READ_IN_SANDBOX])
    it(`refuse ${name} in production`, () => {
      assert.throws(
        () => readSettings({ ENVIRONMENT: 'production', [name]: '1' }),
        (error: unknown) =>
          error instanceof SettingRefused && error.message.startsWith(`${name} is for the sandbox only`),
      );
      assert.equal(
        readSettings({ ENVIRONMENT: 'production', [name]: '' }).environment,
        'production',
        'empty counts as unset',
      );
    });

  it('take a mail server', () => {
    assert.equal(readSettings({ SMTP_URL: 'smtp://mail.example:587' }).smtpUrl, 'smtp://mail.example:587');
    assert.equal(readSettings({}).smtpUrl, undefined);
    assert.throws(() => readSettings({ SMTP_URL: 'https://mail.example' }), /SMTP_URL must be an smtp/);
  });

  it('name the address of French platforms in the sandbox only', () => {
    const platformOf = (env: Record<string, string>) => readSettings(env).rails.get('FR-PA');
    assert.deepEqual(platformOf({ SIM_PORT: '1234' }), {
      platform: { url: 'http://127.0.0.1:1234/fr-pa', isSimulator: true },
      applications: { superpdp: { clientId: 'sandbox-application', clientSecret: 'sandbox' } },
    });
    assert.deepEqual(platformOf({ PA_URL: 'https://test.pa.example/api/' }), {
      platform: { url: 'https://test.pa.example/api', isSimulator: false },
      applications: {},
    });
    assert.deepEqual(platformOf({ ENVIRONMENT: 'production' }), { applications: {} });
  });

  it('have the id and the secret of an application, or neither', () => {
    for (const name of ['SUPERPDP_CLIENT_ID', 'SUPERPDP_CLIENT_SECRET'])
      assert.throws(
        () => readSettings({ [name]: 'x' }),
        (error) =>
          error instanceof SettingRefused && error.message.startsWith(`${name} needs SUPERPDP_CLIENT_`),
      );
  });

  it('look buyers up at the simulator in the sandbox, and in Peppol in production', () => {
    const zone = 'participant.sml.prod.tech.peppol.org';
    assert.deepEqual(readSettings({ SIM_PORT: '9000' }).lookUp, {
      zone,
      dns: '127.0.0.1:9000',
      trusted: { url: 'http://127.0.0.1:9000/peppol/smp-ca.pem' },
      isLocal: true,
    });
    const production = { ENVIRONMENT: 'production' };
    assert.deepEqual(readSettings(production).lookUp, { zone, isLocal: false });
    const own = { ...production, SML_ZONE: 'sml.example', SML_DNS: '[::1]:53', PEPPOL_SMP_CA: './ca.pem' };
    assert.deepEqual(readSettings(own).lookUp, {
      zone: 'sml.example',
      dns: '[::1]:53',
      trusted: { file: './ca.pem' },
      isLocal: false,
    });
    assert.equal(readSettings({ ...production, SML_DNS: '127.0.0.1:53' }).lookUp.isLocal, false);
    assert.equal(readSettings({ SML_DNS: 'dns.example:53' }).lookUp.isLocal, false);
  });

  for (const dns of ['127.0.0.1:0', '127.0.0.1', 'dns_example:53', '::1:53', '127.0.0.1:65536'])
    it(`refuse ${dns} as a resolver`, () =>
      assert.throws(() => readSettings({ SML_DNS: dns }), /SML_DNS must be <host>:<port>/));

  it('have no default master key in production, and take it from the variable', () => {
    assert.deepEqual(readSettings({ ENVIRONMENT: 'production' }).masterKey, { from: 'nowhere' });
    assert.equal(readSettings({ ENVIRONMENT: 'production', MASTER_KEY: KEY }).masterKey.from, 'value');
    assert.deepEqual(readSettings({ MASTER_KEY: 'none' }).masterKey, { from: 'nowhere' });
  });

  it('refuse two master keys', () => {
    assert.throws(() => readSettings({ MASTER_KEY: KEY, MASTER_KEY_FILE: '/k' }), /keep one/);
  });

  const firm = {
    OIDC_ISSUER: 'https://login.acme.example/realms/staff',
    OIDC_CLIENT_ID: 'invoices',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_ROLES: '[{"claim":"groups","value":"ops","role":"operator"}]',
    BASE_URL: 'https://invoices.acme.example',
  };

  it('let people sign in at the provider of their firm', () => {
    assert.equal(readSettings({}).signIn, undefined);
    const { signIn } = readSettings(firm);
    assert.deepEqual(signIn, {
      issuer: firm.OIDC_ISSUER,
      clientId: 'invoices',
      clientSecret: 'secret',
      roles: [{ claim: 'groups', value: 'ops', holder: { kind: 'operator' } }],
      personClaim: 'sub',
      scopes: 'openid email offline_access',
      prompt: 'consent',
      refreshMs: 900_000,
      redirectUri: 'https://invoices.acme.example/sign-in/callback',
    });
    const row = { claim: 'groups', value: 'x', client: 'acme', scopes: ['read', 'submit'] };
    const { signIn: own } = readSettings({ ...firm, OIDC_ROLES: JSON.stringify([row]), OIDC_PROMPT: 'off' });
    const holder = { kind: 'client', client: 'acme', scopes: ['submit', 'read'] };
    assert.deepEqual(own?.roles, [{ claim: 'groups', value: 'x', holder }]);
    assert.equal(own?.prompt, undefined);
  });

  for (const [what, own, says] of [
    ['without a secret', { OIDC_CLIENT_SECRET: '' }, /OIDC_ISSUER also needs OIDC_CLIENT_SECRET/],
    ['without roles', { OIDC_ROLES: '' }, /OIDC_ISSUER also needs OIDC_ROLES/],
    ['without an issuer', { OIDC_ISSUER: '' }, /OIDC_CLIENT_ID also needs OIDC_ISSUER/],
    ['by http', { OIDC_ISSUER: 'http://login.acme.example' }, /OIDC_ISSUER must be an https address/],
    ['by http to a name like loopback', { OIDC_ISSUER: 'http://127.0.0.1.evil.example' }, /must be an https/],
    ['to a service by http', { BASE_URL: 'http://invoices.acme.example' }, /BASE_URL must be an https/],
    ['without a console', { CONSOLE: 'off' }, /OIDC_ISSUER needs the console/],
    ['with roles that are no JSON', { OIDC_ROLES: 'groups=ops' }, /OIDC_ROLES must be a JSON list/],
    ['with an empty table', { OIDC_ROLES: '[]' }, /must be a JSON list/],
    ['with another role', { OIDC_ROLES: '[{"claim":"g","value":"v","role":"partner"}]' }, /row 1 must have/],
    ['with no value', { OIDC_ROLES: '[{"claim":"g","value":"","role":"operator"}]' }, /row 1 must have/],
    [
      'with a scope that is none',
      { OIDC_ROLES: '[{"claim":"g","value":"v","client":"a","scopes":["all"]}]' },
      /row 1/,
    ],
    ['with no scope', { OIDC_ROLES: '[{"claim":"g","value":"v","client":"a","scopes":[]}]' }, /row 1/],
    [
      'with a member too many',
      { OIDC_ROLES: '[{"claim":"g","value":"v","role":"operator","client":"a"}]' },
      /row 1/,
    ],
    [
      'that never asks again',
      { OIDC_REFRESH_MINUTES: '600' },
      /OIDC_REFRESH_MINUTES must be a whole number from 2 to 60/,
    ],
    ['without openid', { OIDC_SCOPES: 'email' }, /OIDC_SCOPES must be words with openid/],
  ] as const)
    it(`refuse to sign people in ${what}`, () => {
      assert.throws(() => readSettings({ ...firm, ...own }), says);
    });
});
