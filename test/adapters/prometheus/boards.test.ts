import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stringify } from 'yaml';
import { RunningApi } from '../http/harness.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge, itWith } from '../../support/judges.ts';
import { reportAll } from './all-metrics.ts';

interface Board {
  readonly uid: string;
  readonly title: string;
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
  readonly panels: readonly {
    readonly title: string;
    readonly description?: string;
    readonly targets: readonly { readonly datasource: { readonly type: string }; readonly expr: string }[];
  }[];
}

const FILES = readdirSync('deploy/grafana')
  .filter((name) => name.endsWith('.json'))
  .map((name) => join('deploy/grafana', name));
const boards = FILES.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Board);

/** What Grafana inserts for its variables. */
const filled = (query: string): string =>
  query.replaceAll(/\$__(?:rate_)?interval/g, '5m').replaceAll('$route', 'PL-KSEF');

const queriesOf = (type: string) =>
  boards.flatMap(({ title: board, panels }) =>
    panels.flatMap(({ title: panel, targets }) =>
      targets
        .filter(({ datasource }) => datasource.type === type)
        .map(({ expr }) => ({ where: `${board}: ${panel}`, expr: filled(expr) })),
    ),
  );

const OF_THE_WORK =
  /\bids_(?:backup|care|credential|deadline|invoice|layer|live|pool|queue|route|rule_pack|store|webhook)\w+/g;

/** What panels show of the scrape of `reportAll`. */
const SHOWN: Readonly<Record<string, number>> = {
  'Invoice delivery: overview: Oldest event for a webhook': 90,
  'Invoice delivery: overview: First credential ends in': 226_800,
  'Invoice delivery: overview: Oldest care row': 172_800,
  'Invoice delivery: overview: Disk left': 0.25,
  'Invoice delivery: overview: Newest backup': 3_600,
  'Invoice delivery: validators: Busy threads': 1,
  'Invoice delivery: validators: Share of busy threads by process': 0.5,
  'Invoice delivery: validators: Share of the queue that is full, by process': 0.25,
  'Invoice delivery: validators: Days until a pack is old': -36,
};

/** Labels that Prometheus itself adds to each series. */
const OF_PROMETHEUS = new Set(['instance', 'job']);

/** A line of a scrape as series of `promtool test rules`: a counter grows by its value each minute, a gauge stays. */
function seriesOf(line: string): { readonly series: string; readonly values: string } {
  const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
  const number = Number(value);
  const all = [...(labels === '' ? [] : [labels]), 'instance="a:9464"', 'job="ids"'].join(',');
  const isCounter = /_(?:total|count|sum|bucket)$/.test(name);
  return { series: `${name}{${all}}`, values: isCounter ? `0+${number}x20` : `${number}x20` };
}

describe('the boards of deploy/grafana', () => {
  const queries = queriesOf('prometheus');
  /** The labels of each metric of a scrape. */
  const scraped = new Map<string, Set<string>>();

  before(async () => {
    for (const line of (await reportAll().registry.metrics()).split('\n')) {
      const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      if (name === undefined) continue;
      const known = scraped.get(name) ?? new Set();
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label);
      scraped.set(name, known);
    }
  });

  it('are four, each with an address of its own', () => {
    assert.deepEqual(boards.map(({ uid }) => uid).toSorted(), [
      'ids-client',
      'ids-overview',
      'ids-route',
      'ids-validators',
    ]);
  });

  it('read only metrics of a scrape, by labels that these have', () => {
    assert.ok(queries.length > 40);
    for (const { where, expr } of queries) {
      const names = expr.match(/\b(?:ids|nodejs|process)_\w+/g) ?? [];
      assert.ok(names.length > 0, where);
      for (const name of names) assert.ok(scraped.has(name), `${where}: ${name} is not in the scrape`);
      for (const [, name = '', matchers = ''] of expr.matchAll(/\b(ids_\w+)\{([^}]*)\}/g))
        for (const [, label = ''] of matchers.matchAll(/(\w+)\s*[=!]/g))
          assert.ok(scraped.get(name)?.has(label), `${where}: ${name} has no label ${label}`);
      const grouped = [...expr.matchAll(/\bby \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(/, */));
      for (const label of grouped)
        assert.ok(
          OF_PROMETHEUS.has(label) || names.some((name) => scraped.get(name)?.has(label)),
          `${where}: nothing has the label ${label}`,
        );
    }
  });

  it('say of each panel in its description what it answers, and by its title which one it is', () => {
    for (const { title: board, panels } of boards) {
      for (const { title, description = '' } of panels)
        assert.match(description, /\?/, `${board}: ${title} has no question`);
      assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length, board);
    }
  });

  it('show every metric of the work, its limits and its ends that an alert reads', () => {
    const alerts = readFileSync('docs/alerts.yml', 'utf8');
    const shown = new Set(queries.flatMap(({ expr }) => expr.match(/\bids_\w+/g) ?? []));
    const missing = (alerts.match(OF_THE_WORK) ?? []).filter((name) => !shown.has(name));
    assert.deepEqual([...new Set(missing)], []);
  });

  itWith(['promtool'], 'have queries that find something in a scrape, and show its numbers', async () => {
    const folder = emptyFolder();
    const file = join(folder.path, 'tests.yml');
    const scrape = (await reportAll().registry.metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
    const exactly = new Set(Object.keys(SHOWN));
    const test = {
      interval: '1m',
      input_series: scrape.map(seriesOf),
      promql_expr_test: queries.map(({ where, expr }) => ({
        expr: exactly.delete(where) ? `sum(${expr})` : `count(${expr}) > bool 0`,
        eval_time: '15m',
        exp_samples: [{ labels: '{}', value: SHOWN[where] ?? 1 }],
      })),
    };
    writeFileSync(file, stringify({ tests: [test] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
    folder.remove();
    assert.deepEqual([status, status === 0 ? '' : stdout + stderr, [...exactly]], [0, '', []]);
  });

  itWith(['grafana-boards'], "have the members that Grafana's schema knows, and all that it requires", () => {
    const judge = join(findJudge('grafana-boards').folder, 'judge');
    const ask = (...files: readonly string[]) => spawnSync(judge, files, { encoding: 'utf8' });
    const { status, stdout, stderr } = ask(...FILES);
    assert.deepEqual([status, stdout + stderr], [0, '']);
    const folder = emptyFolder();
    const wrong = join(folder.path, 'wrong.json');
    writeFileSync(wrong, readFileSync(FILES[0]!, 'utf8').replace('"gridPos"', '"grid"'));
    assert.match(ask(wrong).stdout, /unexpected field 'grid'/);
    folder.remove();
  });

  itWith(['lezer-logql'], "have queries that Grafana's parser of LogQL reads whole", async () => {
    const at = join(findJudge('lezer-logql').folder, 'node_modules/@grafana/lezer-logql/index.es.js');
    const { parser } = (await import(pathToFileURL(at).href)) as {
      parser: {
        parse: (text: string) => {
          iterate: (visit: {
            enter: (node: { readonly type: { readonly isError: boolean } }) => void;
          }) => void;
        };
      };
    };
    const isWrong = (text: string): boolean => {
      let wrong = false;
      parser.parse(text).iterate({ enter: ({ type }) => void (wrong ||= type.isError) });
      return wrong;
    };
    const read = queriesOf('loki');
    assert.ok(read.length > 0);
    for (const { where, expr } of read) assert.ok(!isWrong(expr), `${where}: ${expr}`);
    assert.ok(isWrong('sum by (route (count_over_time({service="x"} | json [5m]))'));
  });

  it('of one client read fields that lines of the log have', async () => {
    const api = await RunningApi.start();
    await api.call('GET', '/invoices', { key: await api.world.clientKey('acme') });
    const line = api.world.logged.find(({ message }) => message === 'answered');
    await api.stop();
    const fields = new Set(['service', 'msg', ...Object.keys(line?.fields ?? {})]);
    const read = queriesOf('loki').flatMap(({ expr }) => [
      ...expr.matchAll(/(\w+)\s*(?:>=|=)|by \((\w+)\)|unwrap (\w+)/g),
    ]);
    assert.ok(read.length > 10);
    for (const [, ...names] of read)
      for (const name of names.filter((one) => one !== undefined)) assert.ok(fields.has(name), name);
  });
});
