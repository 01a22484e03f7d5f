import assert from 'node:assert/strict';
import { runIds } from '../commands/run-ids.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { OVERLAID, OVERLAY, writeOverlays } from '../support/overlays.ts';
import { emptyFolder } from '../support/folder.ts';
import { BROKEN, ORDER_PACK, orderRule, writeOwn } from '../support/own-rules.ts';
import { copyPreparedPacks } from '../support/prepared-packs.ts';
import { type Service, spawnService, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const UBL = exampleText('xrechnung-ubl.xml');
const GERMAN =
  'ACME-01:\n  title: Die Bestellung (BT-13) ist keine von uns\n  fix: Geben Sie unsere Bestellnummer an.\n';

interface Report {
  readonly valid: boolean;
  readonly layers: readonly {
    readonly layer: string;
    readonly outcome: string;
    readonly pack: { origin: string } | null;
    readonly findings: readonly {
      readonly code: string;
      readonly severity: string;
      readonly overlay?: object;
    }[];
  }[];
}

describe('a service with own rules', function () {
  const folder = emptyFolder();
  const rules = `${folder.path}/packs`;
  let service: Service;
  before(async () => {
    copyPreparedPacks(rules);
    writeOwn(
      rules,
      'acme',
      { ...ORDER_PACK, clients: ['acme'] },
      { 'rules/orders.yaml': orderRule(BROKEN), 'words/de.yaml': GERMAN },
    );
    const { code, err } = await runIds(['packs', 'compile', 'acme', '--rules', rules]);
    assert.equal(code, 0, err);
    service = await startService({ cwd: folder.path, env: { RULES_DIR: rules, OPERATOR_KEY } });
  });
  after(async () => {
    await service?.stop();
    folder.remove();
  });

  const validate = (key: string, accept: string, language = 'en', body = UBL) =>
    fetch(`${service.url}/validate/xml?route=DE-XRECHNUNG`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/xml',
        accept,
        'accept-language': language,
      },
      body,
    });

  it('reports them by their origin to their clients alone', async () => {
    const [acme, other] = [await Erp.of(service, 'acme'), await Erp.of(service, 'other')];
    const report = (await (await validate(acme.key, 'application/json')).json()) as Report;
    const own = report.layers.find(({ layer }) => layer === 'own:acme');
    assert.deepEqual([report.valid, own?.outcome, own?.pack?.origin], [false, 'invalid', 'own']);
    const theirs = (await (await validate(other.key, 'application/json')).json()) as Report;
    assert.deepEqual([theirs.valid, theirs.layers.some(({ layer }) => layer === 'own:acme')], [true, false]);
  });

  it('shows them on the page of the report, in its language', async () => {
    const { key } = await Erp.of(service, 'acme');
    const page = await (await validate(key, 'text/html', 'de')).text();
    assert.match(page, /Die Bestellung \(BT-13\) ist keine von uns\. Geben Sie unsere Bestellnummer an\./);
    assert.match(page, /acme 1, eigene Regeln/);
  });

  it('keeps the rules of named clients from others', async () => {
    const [acme, other] = [await Erp.of(service, 'acme'), await Erp.of(service, 'other')];
    const status = async (erp: Erp, path: string) => (await erp.get(path)).status;
    assert.deepEqual(
      [await status(acme, '/packs/acme-1/rules'), await status(other, '/packs/acme-1/rules')],
      [200, 404],
    );
    assert.equal((await fetch(`${service.url}/codes/ACME-01`)).status, 404);
    assert.match((await acme.get('/packs')).text, /own:acme/);
    assert.doesNotMatch((await other.get('/packs')).text, /acme/);
  });

  it('names them to no other client, whatever it asks', async () => {
    const other = await Erp.of(service, 'other');
    for (const path of ['/catalogue', '/catalogue/ACME-01', '/codes/ACME-1', '/codes/ACME-01', '/packs/acme-1/changes?since=acme-1', '/packs/acme-2/rules', '/packs', '/health', '/care', '/radar']) // prettier-ignore
      assert.doesNotMatch((await other.get(path)).text.replaceAll(path.split('?')[0] ?? path, ''), /Rules of ACME|own:acme|none of ours/i, path); // prettier-ignore
    const text = await (await validate(other.key, 'text/html')).text();
    assert.doesNotMatch(text, /acme/i);
  });

  it('shows what is changed in a rule of a publisher, in report and page, to its client alone', async () => {
    const text = UBL.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '');
    writeOverlays(rules, [{ ...OVERLAY, clients: ['overlaid'] }]);
    const [erp, other] = [await Erp.of(service, 'overlaid'), await Erp.of(service, 'other')];
    const judged = async () =>
      (await (await validate(erp.key, 'application/json', 'en', text)).json()) as Report;
    // Packs are looked at every two seconds.
    let report = await judged();
    const isValid = async (): Promise<boolean> => (report = await judged()).valid;
    await until(isValid, 'the overlay is in force', 60_000, 200);
    const finding = report.layers.flatMap(({ findings }) => findings).find(({ code }) => code === 'BR-DE-15');
    assert.deepEqual([report.valid, finding?.severity, finding?.overlay], [true, 'information', OVERLAID]);
    const page = await (await validate(erp.key, 'text/html', 'de', text)).text();
    assert.match(
      page,
      /Hier bis 2027-02-28 ausgeschaltet von Anna Nowak: Buyers get their Leitweg-ID in March/,
    );
    const theirs = await validate(other.key, 'application/json', 'en', text);
    const answer = await theirs.text();
    assert.equal((JSON.parse(answer) as Report).valid, false);
    assert.doesNotMatch(answer, /Anna Nowak|overlay/);
    assert.match((await erp.get('/packs')).text, /Anna Nowak/);
    assert.doesNotMatch((await other.get('/packs')).text, /Anna Nowak|overlay/);
    writeOverlays(rules, []);
  });

  it('refuses to start while they cannot run as they are written', async () => {
    writeOwn(rules, 'acme', { ...ORDER_PACK, clients: ['acme'] }, { 'rules/orders.yaml': 'blocks: [' });
    const late = await spawnService({ cwd: folder.path, env: { RULES_DIR: rules, OPERATOR_KEY } });
    await new Promise((resolve) => late.process.once('exit', resolve));
    assert.match(
      late.printed(),
      /own rules acme were changed since they were compiled: run ids packs compile acme/,
    );
  });
});
