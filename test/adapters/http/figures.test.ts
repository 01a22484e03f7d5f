import assert from 'node:assert/strict';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { outcomeOf } from 'en16931-rules/vocabulary/layer.ts';
import { validationReport } from '../../../src/domain/findings/report.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { handIn, type RunningApi, withOwnClients } from './harness.ts';

const FIGURES = 'The amount due is not the total (1061.60 expected, 11061.60 stated).';
const PLAIN = 'The amount due is not the total.';
const aFinding = (code: string, message: string): Finding => ({
  code,
  severity: 'error',
  source: 'EN16931',
  message,
});

/** Stores an invoice as refused by the official rules. */
async function refuse({ world }: RunningApi, id: string, hasReport = true): Promise<void> {
  const record = (await world.invoices.find(id))!;
  const findings = [aFinding('BR-CO-16', FIGURES), aFinding('BR-CO-16', 'Another.')];
  const layer = { layer: 'en16931', source: 'EN16931', pack: null, durationMs: 1, ...outcomeOf(findings) };
  const bytes = JSON_REPORT_WRITER.report(validationReport(record.route, [layer], []));
  const { sha256 } = await world.content.seal(record.client, bytes);
  const report = { kind: 'validation-report', sha256, size: bytes.length };
  const changed: InvoiceRecord = {
    ...record,
    documents: [...record.documents, ...(hasReport ? [report] : [])],
    errors: [aFinding('BR-CO-16', PLAIN), aFinding('BR-OTHER', 'Not in the report.')],
    state: 'validation_failed',
    dueAt: null,
    version: record.version + 1,
  };
  await world.invoices.commit({ record: changed, events: [], audit: [], files: [] });
}

describe('GET /invoices/{id} with figures', () => {
  let api: RunningApi;
  let key: string;
  let client: string;
  withOwnClients((own) => ({ api, key, client } = own));

  async function messagesOf(query: string, hasReport = true): Promise<readonly string[]> {
    const id = await handIn(api, client);
    await refuse(api, id, hasReport);
    const { status, json, text } = await api.call('GET', `/invoices/${id}${query}`, { key });
    assert.equal(status, 200, text);
    return (json['errors'] as readonly { readonly message: string }[]).map(({ message }) => message);
  }

  it('shows the expected and the stated amount from the sealed report', async () => {
    assert.deepEqual(await messagesOf('?figures=true'), [FIGURES, 'Not in the report.']);
  });

  it('shows the messages without amounts by default, since records have no amounts', async () => {
    for (const query of ['', '?figures=false'])
      assert.deepEqual(await messagesOf(query), [PLAIN, 'Not in the report.']);
  });

  it('shows the messages without amounts if there is no report', async () => {
    assert.deepEqual(await messagesOf('?figures=true', false), [PLAIN, 'Not in the report.']);
  });

  it('does not exist for another client', async () => {
    const id = await handIn(api, client);
    await refuse(api, id);
    const other = await api.world.clientKey('somebody-else');
    assert.equal((await api.call('GET', `/invoices/${id}?figures=true`, { key: other })).status, 404);
  });

  it('is true or false', async () => {
    const id = await handIn(api, client);
    assert.equal((await api.call('GET', `/invoices/${id}?figures=yes`, { key })).status, 400);
  });
});
