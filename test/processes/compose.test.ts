import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { ALL_SETTINGS } from '../../src/processes/settings/table.ts';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly environment?: Readonly<Record<string, string>>;
        readonly volumes?: readonly string[];
        readonly depends_on?: unknown;
        readonly command?: readonly string[];
        readonly entrypoint?: readonly string[];
        readonly image?: string;
        readonly ports?: readonly string[];
        readonly networks?: readonly string[];
        readonly secrets?: readonly string[];
        readonly cap_drop?: readonly string[];
        readonly read_only?: boolean;
      }
    >
  >;
  readonly configs: Readonly<Record<string, { readonly content: string }>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

const read = (name: string): Compose =>
  parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'), { merge: true }) as Compose;

const compose = read('compose.yaml');

/** The value that docker compose inserts for `${NAME:-default}` and `${NAME:?reason}`. */
const given: Record<string, string> = {
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  OPERATOR_KEY: 'o'.repeat(48),
};
const filled = (value: string): string =>
  value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) =>
    kind === '?' ? (given[name] ?? '') : text,
  );

/** The services that run our program. */
const ours = Object.entries(compose.services).filter(([, service]) => service.environment?.['ROLE']);

describe('compose.yaml', () => {
  const services = ours;

  it('starts two API processes and two workers on one replica set', () => {
    const roles = services.map(([, service]) => service.environment?.['ROLE']);
    assert.deepEqual(roles, ['api', 'api', 'worker', 'worker']);
    assert.match(services[0]?.[1].environment?.['STORE_URL'] ?? '', /replicaSet=rs0/);
  });

  it('shares the rules, compiled by the same image, between all processes', () => {
    for (const [, { volumes, depends_on: dependsOn }] of services) {
      assert.ok(volumes?.includes('rules:/app/rules:ro'));
      assert.ok(typeof dependsOn === 'object' && dependsOn && 'rules-setup' in dependsOn);
    }
    const setup = compose.services['rules-setup'];
    assert.deepEqual(setup?.volumes, ['rules:/app/rules']);
    assert.deepEqual(setup.command, ['ids', 'packs', 'compile']);
  });

  // docs/security.md, "The operator's duties".
  it('lets no process of the service write its rules or its own files, and gives it the master key as a file', () => {
    for (const [
      name,
      { read_only: isReadOnly, cap_drop: dropped, environment, secrets, volumes },
    ] of services) {
      assert.deepEqual([isReadOnly, dropped, secrets], [true, ['ALL'], ['master_key']], name);
      assert.equal(environment?.['MASTER_KEY'], undefined);
      assert.equal(environment?.['MASTER_KEY_FILE'], '/run/secrets/master_key');
      assert.deepEqual(
        volumes?.filter((volume) => !volume.endsWith(':ro')),
        [],
      );
    }
  });

  it('publishes the API through the proxy only, and trusts one proxy', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    assert.deepEqual(
      published.map(([name]) => name),
      ['proxy', 'prometheus', 'grafana'],
    );
    assert.deepEqual(compose.services['prometheus']?.ports, ['127.0.0.1:9090:9090']);
    assert.deepEqual(compose.services['grafana']?.ports, ['127.0.0.1:3000:3000']);
    const apis = services.filter(([, { environment }]) => environment?.['ROLE'] === 'api');
    for (const [name, { environment }] of apis) {
      assert.equal(environment?.['TRUST_PROXY'], '1');
      assert.match(compose.configs['proxy']!.content, new RegExp(`\\b${name}:8080\\b`));
    }
  });

  it('has users in MongoDB: one for the service, with the roles of docs/operations.md, and none without a password', () => {
    for (const name of ['mongo-1', 'mongo-2', 'mongo-3'])
      assert.match(compose.services[name]?.entrypoint?.at(-1) ?? '', /--keyFile /);
    for (const [, { environment }] of services)
      assert.match(
        environment?.['STORE_URL'] ?? '',
        /^mongodb:\/\/ids:\$\{MONGO_PASSWORD:\?[^}]+\}@.*authSource=admin/,
      );
    assert.match(compose.configs['mongo-setup']!.content, /\['readWrite', 'dbAdmin'\]/);
    assert.equal(compose.networks['store']?.internal, true);
  });

  it('passes batches of 50 MB on as they come', () => {
    const proxy = compose.configs['proxy']?.content ?? '';
    assert.match(proxy, /@batch path \/invoices\/batch\s+request_body @batch \{\s+max_size 52MB/);
    assert.match(proxy, /flush_interval -1/);
  });

  it('has Grafana show our boards from our Prometheus', () => {
    assert.ok(compose.services['grafana']?.volumes?.includes('./deploy/grafana:/boards:ro'));
    const { providers } = parse(compose.configs['grafana-boards']?.content ?? '') as {
      providers: readonly { readonly options: { readonly path: string } }[];
    };
    assert.deepEqual(
      providers.map(({ options }) => options.path),
      ['/boards'],
    );
    assert.match(compose.configs['grafana-metrics']?.content ?? '', /url: 'http:\/\/prometheus:9090'/);
  });

  it('has Prometheus read every process and our alerts', () => {
    const { content } = compose.configs['prometheus']!;
    for (const [name, { networks }] of services) {
      assert.match(content, new RegExp(`'${name}:9464'`));
      assert.ok(networks?.includes('watch'), name);
    }
    assert.ok(
      compose.services['prometheus']?.volumes?.includes('./docs/alerts.yml:/etc/prometheus/alerts.yml:ro'),
    );
  });

  for (const [name, service] of services)
    it(`gives ${name} only variables that the service has and accepts`, () => {
      const environment = service.environment ?? {};
      for (const variable of Object.keys(environment))
        assert.ok(variable in ALL_SETTINGS, `${variable} is no setting`);
      readSettings(
        Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, filled(value)])),
      );
    });
});

describe('compose.sandbox.yaml', () => {
  const { services } = read('compose.sandbox.yaml');
  const { networks, ...others } = services;
  const settingsOf = (name: string) => {
    const environment = { ...compose.services[name]?.environment, ...services[name]?.environment };
    const values = Object.entries(environment).map(([key, value]) => [key, filled(value)]);
    return readSettings(Object.fromEntries(values));
  };

  it('starts the networks in a container with the rules that they check', () => {
    assert.deepEqual(networks?.command, ['node', 'dist/src/processes/sandbox.js']);
    assert.ok(networks?.volumes?.includes('rules:/app/rules:ro'));
    assert.equal(settingsOf('networks').simulator.host, 'networks');
  });

  it('sends every process there', () => {
    const processes = ours.map(([name]) => name);
    assert.deepEqual(Object.keys(others), processes);
    for (const name of processes) {
      const { environment, rails, lookUp } = settingsOf(name);
      assert.equal(environment, 'sandbox');
      assert.deepEqual(rails.get('PEPPOL'), {
        accessPoints: {
          'phoss-ap': 'http://networks:8090/peppol/phoss-ap',
          recommand: 'http://networks:8090/peppol/recommand/api/v1',
          'e-invoice-be': 'http://networks:8090/peppol/e-invoice-be',
          storecove: 'http://networks:8090/peppol/storecove/api/v2',
          phase4: 'http://networks:8090/peppol/ap',
        },
        smp: 'http://networks:8090/peppol/phoss-smp',
      });
      assert.deepEqual([lookUp.dns, lookUp.isLocal], ['networks:8090', true]);
    }
  });
});
