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
      }
    >
  >;
}

const read = (name: string): Compose =>
  parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'), { merge: true }) as Compose;

const compose = read('compose.yaml');

/** What docker compose would put in for `${NAME:-default}` and `${NAME:?reason}`. */
const given: Record<string, string> = {
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  OPERATOR_KEY: 'o'.repeat(48),
};
const filled = (value: string): string =>
  value.replace(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, text: string) =>
    kind === '?' ? (given[name] ?? '') : text,
  );

describe('compose.yaml', () => {
  const services = Object.entries(compose.services).filter(([, service]) => service.environment);

  it('starts two API processes and two workers on one replica set', () => {
    const roles = services.map(([, service]) => service.environment?.['ROLE']);
    assert.deepEqual(roles, ['api', 'api', 'worker', 'worker']);
    assert.match(services[0]?.[1].environment?.['STORE_URL'] ?? '', /replicaSet=rs0/);
  });

  it('shares the rules, compiled by this very image, between all processes', () => {
    for (const [, { volumes, depends_on: dependsOn }] of services) {
      assert.ok(volumes?.includes('rules:/app/rules'));
      assert.ok(typeof dependsOn === 'object' && dependsOn && 'rules-setup' in dependsOn);
    }
    const setup = compose.services['rules-setup'];
    assert.deepEqual(setup?.volumes, ['rules:/app/rules']);
    assert.deepEqual(setup.command, ['node', 'dist/scripts/packs.js', 'compile']);
  });

  for (const [name, service] of services)
    it(`gives ${name} variables that the service knows and takes`, () => {
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

  it('starts the networks by themselves, with the rules that they hold documents to', () => {
    assert.deepEqual(networks?.command, ['node', 'dist/src/processes/sandbox.js']);
    assert.ok(networks?.volumes?.includes('rules:/app/rules'));
    assert.equal(settingsOf('networks').simulator.host, 'networks');
  });

  it('sends every process there', () => {
    const processes = Object.keys(compose.services).filter((name) => compose.services[name]?.environment);
    assert.deepEqual(Object.keys(others), processes);
    for (const name of processes) {
      const { environment, rails, lookUp } = settingsOf(name);
      assert.equal(environment, 'sandbox');
      assert.deepEqual(rails.get('PEPPOL'), {
        accessPoints: {
          'phoss-ap': 'http://networks:8090/peppol/phoss-ap',
          recommand: 'http://networks:8090/peppol/recommand/api/v1',
          'e-invoice-be': 'http://networks:8090/peppol/e-invoice-be',
          phase4: 'http://networks:8090/peppol/ap',
        },
      });
      assert.deepEqual([lookUp.dns, lookUp.isLocal], ['networks:8090', true]);
    }
  });
});
