import assert from 'node:assert/strict';
import { describeInChromium } from '../support/chromium.ts';
import { Erp, OPERATOR_KEY } from '../support/erp.ts';
import { exampleText } from '../support/example-file.ts';
import { until } from '../support/until.ts';
import { ConsoleWorld } from './world.ts';

const EDITION_2026 = 'urn:cen.eu:en16931:2026';
const RULES = /(<cbc:CustomizationID>)[^<]*/;
const fileOf2026 = exampleText('xrechnung-ubl.xml').replace(RULES, `$1${EDITION_2026}`);

interface Row {
  readonly invoice_id: string;
  readonly catalogue_code: string;
  readonly who_acts: string;
}

/** On a store that needed no set-up, from the call to the word on the page. */
describeInChromium('a received invoice of the edition of 2026, in Chromium', () => {
  let world: ConsoleWorld;
  let buyer: Erp;
  let id: string;
  const client = 'edition-buyer';
  before(async () => {
    world = await ConsoleWorld.of('edition');
    buyer = await Erp.of(world.service, client);
    id = (await buyer.received('PEPPOL', fileOf2026)).id;
  });
  afterEach(() => world.closePages());

  const rowsFor = async (erp: Erp, ofClient = ''): Promise<readonly Row[]> =>
    (await erp.read<{ data: readonly Row[] }>(`/care?status=open${ofClient}`)).json.data;

  it('stays received, with its finding, a care row of the client and an event', async () => {
    await until(async () => (await rowsFor(buyer)).length > 0, 'the care row', 60_000, 500);
    const codes = ({ errors }: { readonly errors: readonly { readonly code: string }[] }) =>
      errors.map(({ code }) => code);
    const shown = (await buyer.read<{ state: string; errors: [] }>(`/received/${id}`)).json;
    assert.deepEqual([shown.state, codes(shown)], ['received', ['EI-EDITION']]);
    for (const rows of [
      await rowsFor(buyer),
      await rowsFor(new Erp(world.service, OPERATOR_KEY), `&client=${client}`),
    ])
      assert.deepEqual(
        rows.map((row) => [row.invoice_id, row.catalogue_code, row.who_acts]),
        [[id, 'EI-EDITION', 'erp']],
      );
    assert.deepEqual(await rowsFor(world.erp), [], 'another client has no such row');
    const events = await buyer.read<{ data: readonly { status: string; direction: string }[] }>(
      `/received/${id}/events`,
    );
    assert.deepEqual(
      events.json.data.map(({ status, direction }) => `${status} ${direction}`),
      ['received in'],
      'the state has not changed',
    );
  });

  it('is shown with the reason why nothing has judged it', async () => {
    const { page, complaints } = await world.openAs(buyer.key, `/received/${id}`);
    await page
      .getByText('The file follows EN 16931-1:2026, for which no rules are published yet')
      .first()
      .waitFor();
    await page.getByText('EI-EDITION').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  it('is refused as a file to send', async () => {
    const answer = await fetch(`${world.service.url}/validate/xml?route=PEPPOL`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${buyer.key}`, 'Content-Type': 'application/xml' },
      body: fileOf2026,
    });
    const { valid, layers } = (await answer.json()) as {
      valid: boolean;
      layers: readonly { outcome: string; findings: readonly { code: string }[] }[];
    };
    const found = layers.flatMap(({ findings }) => findings.map(({ code }) => code));
    assert.deepEqual([answer.status, valid, found], [200, false, ['EI-EDITION']]);
  });

  it('is not the only one without a verdict: the report and the page say where the published rules end', async () => {
    const twice = exampleText('xrechnung-cii.xml').replace(
      '<ram:TaxBasisTotalAmount>',
      '<ram:TaxBasisTotalAmount>1</ram:TaxBasisTotalAmount><ram:TaxBasisTotalAmount>',
    );
    const other = (await buyer.received('PEPPOL', twice)).id;
    const isRefused = async (): Promise<boolean> =>
      (await buyer.read<{ state: string }>(`/received/${other}`)).json.state === 'validation_failed';
    await until(isRefused, 'the check', 60_000, 500);
    const { layers } = (
      await buyer.read<{ layers: readonly { indeterminate?: { error: string; rule: string } }[] }>(
        `/received/${other}/documents/validation-report`,
      )
    ).json;
    assert.deepEqual(
      layers.flatMap(({ indeterminate }) => indeterminate ?? []),
      [{ error: 'XPTY0004', rule: 'BR-CO-13' }],
    );
    const { page } = await world.openAs(buyer.key, `/received/${other}/document`);
    await page.getByText('INDETERMINATE: the published rules end with XPTY0004').waitFor();
  });
});
