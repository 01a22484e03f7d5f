import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { csvTextOf } from '../../../src/domain/mapping/csv-text.ts';
import { Erp, example, OPERATOR_KEY, type Shown } from '../../support/erp.ts';
import { edited, exportNamed } from '../../support/exports.ts';
import { serviceAtSandbox } from '../../sandbox/service-at-sandbox.ts';
import { tableNamed } from '../../support/tables.ts';
import { until } from '../../support/until.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** The functions on the page, and each of its calls. */
function callsOf(page: string): { readonly functions: string; readonly calls: readonly string[] } {
  const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(readFileSync(`${PROJECT}/${page}`, 'utf8')) ?? [];
  const lines = script.split('\n');
  const calls = lines.filter((line) => /^(?:send|table|settings) [a-z]/.test(line));
  return { functions: lines.filter((line) => !calls.includes(line)).join('\n'), calls };
}

const sellerOf = (name: string): unknown => example(name).document['seller'];

const table = (edits: Readonly<Record<string, string>>) => {
  const [heading = '', line = ''] = csvTextOf(tableNamed('table-credit-note'))!.text.split('\r\n');
  const cells = new Map(heading.split(';').map((name, at) => [name, line.split(';')[at] ?? '']));
  for (const [name, cell] of Object.entries(edits)) cells.set(name, cell);
  return { csv: [[...cells.keys()].join(';'), [...cells.values()].join(';')].join('\n') };
};
/** The findings of a country's profile about Business Central, with a text for a table. */
function tableProfile(name: string): object {
  const { connectors, ...country } = exportNamed(name) as { connectors: Record<string, unknown> };
  return { ...country, connectors: { table: connectors['erp-a'] } };
}
const IN_PLACE = { Belegart: 'Rechnung', 'Zu Rechnung': '', 'Leitweg-ID': 'K-7' };
const today = new Date().toISOString().slice(0, 10);

/** The lines and totals of an export of Business Central at the Polish rate: 978 in zlotys are 224.94 of VAT. */
const polishErpA = edited(exportNamed('erp-a-invoice'), {
  number: 'FV-A-1',
  invoiceDate: today,
  dueDate: today,
  currencyCode: 'PLN',
  'salesInvoiceLines.0.taxPercent': 23,
  'salesInvoiceLines.2.taxPercent': 23,
  totalTaxAmount: 224.94,
  totalAmountIncludingTax: 1202.94,
});

/** Routes that the data of the examples allows if seller and currency are those of the country. */
const ELSEWHERE: readonly {
  readonly route: string;
  readonly end: string;
  readonly connector: string;
  readonly seller?: unknown;
  /** Replaces the one with the seller. */
  readonly profile?: object;
  readonly exported: object;
}[] = [
  {
    route: 'PL-KSEF',
    end: 'accepted',
    connector: 'erp-a',
    seller: sellerOf('over-pl-ksef'),
    exported: polishErpA,
  },
  {
    route: 'PEPPOL',
    end: 'delivered',
    connector: 'erp-b',
    seller: { ...(exampleSeller() as object), endpoint: { id: 'DE281457638', scheme: '9930' } },
    exported: edited(exportNamed('erp-b-invoice'), { name: 'INV/PEPPOL/1' }),
  },
  {
    route: 'PL-KSEF',
    end: 'accepted',
    connector: 'table',
    seller: sellerOf('over-pl-ksef'),
    exported: table({
      ...IN_PLACE,
      Rechnungsnummer: 'FV-1',
      Währung: 'PLN',
      Rechnungsdatum: today,
      'USt-Satz': '23',
      'Summe USt': '4,60',
      'Summe brutto': '24,60',
    }),
  },
  {
    route: 'FR-PA',
    end: 'delivered',
    connector: 'table',
    profile: tableProfile('profile-france'),
    exported: table({
      ...{
        ...IN_PLACE,
        Rechnungsnummer: 'FR-1',
        'USt-Satz': '20',
        'Summe USt': '4,00',
        'Summe brutto': '24,00',
      },
      ...{ Kunde: 'Quai Services SARL', Straße: '12 quai Victor', PLZ: '44000', Ort: 'Nantes', Land: 'FR' },
      ...{ 'USt-IdNr.': 'FR37200000008', SIREN: '200000008' },
    }),
  },
  {
    route: 'RO-EFACTURA',
    end: 'accepted',
    connector: 'table',
    profile: tableProfile('profile-romania'),
    exported: table({
      ...{ ...IN_PLACE, Rechnungsnummer: 'RO-1', Währung: 'RON', 'USt-Satz': '21', 'Summe USt': '4,20' },
      ...{
        'Summe brutto': '24,20',
        Fälligkeitsdatum: '04.11.2026',
        Kunde: 'Dunărea Construct SA',
        Straße: 'Calea Victoriei 12, Sector 1',
      },
      ...{ PLZ: '010063', Ort: 'București', Land: 'RO', 'USt-IdNr.': 'RO6859662' },
    }),
  },
];

function exampleSeller(): unknown {
  const file = `${PROJECT}/mappings/erp-b/v3.json`;
  return (JSON.parse(readFileSync(file, 'utf8')) as { example: { seller: unknown } }).example.seller;
}

/** Lines that set the client's profile, and the results of the exports after them. */
const ENDS = [
  [undefined, 'ready'],
  ['settings profile-france', 'delivered'],
  ['settings profile-romania', 'accepted'],
] as const;
const FAILED: readonly string[] = ['validation_failed', 'rejected', 'dead_letter', 'source_error'];

/** Up to the next settings. */
function callsAfter(calls: readonly string[], settings: string | undefined): readonly string[] {
  const rest = calls.slice(settings === undefined ? 0 : calls.indexOf(settings) + 1);
  const next = rest.findIndex((call) => call.startsWith('settings'));
  return next < 0 ? rest : rest.slice(0, next);
}

describe('the example exports', () => {
  const running = serviceAtSandbox({ STORE_URL: 'sqlite:./ids.db' });

  const { functions, calls } = callsOf('examples/exports/README.md');

  it('each have a line on their page that sends them', () =>
    assert.deepEqual(calls, [
      'send erp-a erp-a-invoice',
      'send erp-a erp-a-credit-memo',
      'send erp-b erp-b-invoice',
      'send erp-b erp-b-credit-note',
      'table table-invoice',
      'table table-credit-note',
      'settings profile-france',
      'send erp-a erp-a-france',
      'send erp-b erp-b-france',
      'settings profile-romania',
      'send erp-a erp-a-romania',
      'send erp-b erp-b-romania',
    ]));

  /** Runs lines of the page for a client. @returns the output of the last one. */
  async function run(client: string, key: string, lines: readonly string[]): Promise<string> {
    const quiet = lines.map((line) => (line.startsWith('settings') ? `${line} > /dev/null` : line));
    const script = `${functions.replaceAll('http://localhost:8080', running.service.url)}\n${quiet.join('\n')}`;
    const uuidgen = 'uuidgen() { cat /proc/sys/kernel/random/uuid; }';
    const env = { PATH: process.env['PATH'], KEY: key, CLIENT: client, OPERATOR_KEY };
    const ran = await promisify(execFile)('bash', ['-c', `${uuidgen}\n${script}`], { cwd: PROJECT, env });
    return ran.stdout;
  }

  for (const [settings, ends] of ENDS)
    for (const call of callsAfter(calls, settings))
      it(`become invoices that are ${ends}: ${call}${settings ? `, after ${settings}` : ''}`, async () => {
        const client = call.replaceAll(/\W/g, '-');
        const erp = await Erp.of(running.service, client);
        const stdout = await run(client, erp.key, settings ? [settings, call] : [call]);
        const { id } = JSON.parse(stdout) as { id?: string };
        assert.ok(id, stdout);
        const shown = async (): Promise<Shown> => (await erp.read<Shown>(`/invoices/${id}`)).json;
        await until(async () => [ends, ...FAILED].includes((await shown()).state), call, 60_000);
        const { state, errors } = await shown();
        assert.deepEqual([state, errors], [ends, []]);
      });

  for (const { route, end, connector, seller, profile: own, exported } of ELSEWHERE)
    it(`are delivered over ${route} if their seller may use it (${connector})`, async () => {
      const client = `seller-${route.toLowerCase()}`;
      const erp = await Erp.of(running.service, client);
      const profile = await fetch(`${running.service.url}/clients/${client}/profile`, {
        method: 'PUT',
        headers: { Authorization: `Bearer ${OPERATOR_KEY}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(own ?? { connectors: { [connector]: { seller } } }),
      });
      assert.equal(profile.status, 200, await profile.text());
      const { status, json } = await erp.post<{ id: string }>('/invoices', {
        connector,
        export: exported,
        route,
      });
      assert.equal(status, 202, JSON.stringify(json));
      const shown = async (): Promise<Shown> => (await erp.read<Shown>(`/invoices/${json.id}`)).json;
      await until(
        async () => [end, 'validation_failed', 'rejected'].includes((await shown()).state),
        route,
        60_000,
      );
      const { state, errors } = await shown();
      assert.deepEqual([state, errors], [end, []]);
    });

  it('are not delivered over PEPPOL from Business Central, whose exports have no address of the buyer there', async () => {
    const erp = await Erp.of(running.service, 'seller-without-addresses');
    // A VAT number would be an address, too.
    const { customer: _customer, ...withoutVatId } = exportNamed('erp-a-invoice') as Record<string, unknown>;
    const exported = edited(withoutVatId, { number: 'PS-PEPPOL-1' });
    const { status, json } = await erp.post<{
      errors?: { field: string; message: string; fix_hint?: string }[];
    }>('/invoices', {
      connector: 'erp-a',
      export: exported,
      route: 'PEPPOL',
    });
    assert.equal(status, 422);
    const missing = json.errors?.find(({ message }) =>
      message.includes("buyer's electronic address (BT-49) is missing"),
    );
    assert.equal(missing?.field, 'billToName', JSON.stringify(json));
    assert.match(missing?.fix_hint ?? '', /Submit the invoice with `document`.*`buyer\.endpoint`/);
  });
});
