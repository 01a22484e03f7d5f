import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { ALL_SETTINGS } from '../../src/processes/settings/table.ts';
import { exists } from '../support/judges.ts';
import { ran } from '../support/programs.ts';

const CHART = fileURLToPath(new URL('../../deploy/helm/invoice-delivery', import.meta.url));
const text = (name: string): string => readFileSync(`${CHART}/${name}`, 'utf8');

/** The required values. */
const LEAST = ['image.repository=r.example/ids', 'secretName=ids', 'baseUrl=https://i.example'];

/** A helm that is built from its sources assumes an old cluster. */
const CLUSTER = ['--kube-version', '1.25.0'];

type Values = Readonly<Record<string, unknown>>;

describe('the Helm chart', () => {
  const values = parse(text('values.yaml')) as Values;
  const fits = new Ajv({ strict: false }).compile(JSON.parse(text('values.schema.json')) as object);
  const pod = text('templates/_helpers.tpl');

  it('has the version of the program', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    assert.equal((parse(text('Chart.yaml')) as { appVersion: string }).appVersion, version);
  });

  it('sets only variables of the service', () => {
    const names = [...pod.matchAll(/name: ([A-Z][A-Z_]+)\b/g)].map(([, name]) => name!);
    assert.ok(names.length >= 9, names.join(' '));
    for (const name of names) assert.ok(name in ALL_SETTINGS, `${name} is no setting`);
  });

  it('accepts its own values once image, Secret and address are set, and no unknown value', () => {
    assert.equal(fits(values), false);
    const image = { ...(values['image'] as object), repository: 'r.example/ids' };
    const named = { ...values, image, secretName: 'ids', baseUrl: 'https://i.example' };
    assert.equal(fits(named), true, JSON.stringify(fits.errors));
    for (const wrong of [
      { replicas: 3 },
      { trustProxy: '1' },
      { environment: 'test' },
      { settings: { A: 1 } },
    ])
      assert.equal(fits({ ...named, ...wrong }), false, JSON.stringify(wrong));
  });

  // docs/security.md, "The operator's duties".
  for (const [what, line] of [
    ['runs as a user of its own', /runAsNonRoot: true/],
    ['cannot write its files', /readOnlyRootFilesystem: true/],
    ['has no further rights', /capabilities: \{ drop: \[ALL\] \}/],
    ['reads its master key from a file', /MASTER_KEY_FILE, value: \/run\/secrets\/ids\/MASTER_KEY/],
    ['cannot write its rules', /mountPath: \/app\/rules, readOnly: true/],
    ['has longer to end than it takes', /terminationGracePeriodSeconds: 20/],
    ['is asked for its health', /path: '\/health\?without=workers', port: http/],
  ] as const)
    it(`has a process that ${what}`, () => assert.match(pod, line));

  it('keeps the metrics internal, and callers on TLS', () => {
    assert.match(text('templates/network-policy.yaml'), /port: metrics/);
    assert.match(text('templates/service.yaml'), /required "api\.ingress\.tlsSecretName/);
  });

  it('has the alerts and boards of the project, not copies', () => {
    assert.equal(text('alerts.yml'), readFileSync(new URL('../../docs/alerts.yml', import.meta.url), 'utf8'));
    const boards = readdirSync(new URL('../../deploy/grafana', import.meta.url));
    assert.deepEqual(readdirSync(`${CHART}/dashboards`), boards);
    assert.match(text('templates/monitoring.yaml'), /\.Files\.Get "alerts\.yml".*\.Files\.Glob "dashboards/s);
  });

  it('lets an ingress pass batches of 50 MB on as they come', () => {
    const { ingress } = (values as { api: { ingress: { annotations: Record<string, string> } } }).api;
    const of = (name: string) => ingress.annotations[`nginx.ingress.kubernetes.io/${name}`];
    assert.deepEqual(['proxy-body-size', 'proxy-request-buffering', 'proxy-buffering'].map(of), [
      '52m',
      'off',
      'off',
    ]);
  });

  it('lets only the job that installs packs write the rules', () => {
    assert.match(text('templates/packs.yaml'), /\{ name: rules, mountPath: \/app\/rules \}/);
    assert.doesNotMatch(text('templates/packs.yaml'), /secretName|envFrom/);
  });

  const itByHelm = exists('helm') ? it : it.skip;
  itByHelm('is rendered by helm template, whole and with everything switched on (needs helm)', () => {
    const all = [
      ...['rulesClaim=rules', 'rotatingMasterKey=true', 'settings.SMTP_URL=smtps://m.example'],
      ...['monitoring.enabled=true', 'packs.claim=downloads'],
      ...['api.ingress.enabled=true', 'api.ingress.host=i.example', 'api.ingress.tlsSecretName=tls'],
    ];
    for (const set of [LEAST, [...LEAST, ...all]]) {
      const values = set.flatMap((each) => ['--set', each]);
      const out = ran('helm', ['template', 'demo', CHART, ...CLUSTER, ...values]);
      const kinds = parseAllDocuments(out).map((document) => (document.toJS() as { kind: string }).kind);
      assert.equal(kinds.filter((kind) => kind === 'Deployment').length, 2);
    }
    ran('helm', ['lint', CHART, ...CLUSTER, ...LEAST.flatMap((each) => ['--set', each])]);
  });
});
