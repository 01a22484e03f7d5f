import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { FindDoubts } from '../../../src/application/doubts/find-doubts.ts';
import { newClient } from '../../../src/domain/clients/client-record.ts';
import type { DoubtModes } from '../../../src/domain/checks/pre-check/doubts.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { taken } from '../../contract/invoices.ts';
import { memoryStores } from '../../support/memory-stores.ts';

const finding = (code: string): Finding => ({
  code,
  severity: 'warning',
  source: 'pre-check',
  message: 'm',
  field: 'lines[0].vat_rate',
  term: 'BT-152',
  fixHint: 'h.',
});

describe('what looks wrong in an invoice', () => {
  const { invoices, clients } = memoryStores();
  const findDoubts = new FindDoubts({ invoices, clients, usualTotals: { judge: async () => [] } });
  let n = 0;
  const clientWith = async (plausibility?: DoubtModes): Promise<string> => {
    const client = `client-${(n += 1)}`;
    const record = { ...newClient(client, new Date()), version: 1 };
    await clients.replace({ ...record, ...(plausibility && { plausibility }) });
    return client;
  };
  const judged = async (client: string, ...codes: readonly string[]): Promise<readonly string[]> =>
    (await findDoubts.asWanted(client, codes.map(finding))).map(
      ({ code, severity }) => `${code} ${severity}`,
    );

  it('is a warning if the client has no record', async () =>
    assert.deepEqual(await judged('nobody', 'EI-VAT-RATE'), ['EI-VAT-RATE warning']));

  it('is what the record of the client says', async () => {
    const client = await clientWith({
      'EI-VAT-RATE': 'refuse',
      'EI-IBAN-COUNTRY': 'off',
      'EI-DATE-AHEAD': 'warn',
    });
    assert.deepEqual(await judged(client, 'EI-VAT-RATE', 'EI-IBAN-COUNTRY', 'EI-DATE-AHEAD', 'EI-ID-VAT'), [
      'EI-VAT-RATE error',
      'EI-DATE-AHEAD warning',
      'EI-ID-VAT warning',
    ]);
  });

  it('names the member, the term and the record if it refuses', async () => {
    const [refusal] = await findDoubts.asWanted(await clientWith({ 'EI-VAT-RATE': 'refuse' }), [
      finding('EI-VAT-RATE'),
    ]);
    assert.deepEqual([refusal?.field, refusal?.term], ['lines[0].vat_rate', 'BT-152']);
    assert.match(english(refusal?.fixHint ?? ''), /^h\. The record of the client/);
  });

  it('refuses no invoice that the first try of the request has stored', async () => {
    const client = await clientWith({ 'EI-NUMBER-REPEATED': 'refuse' });
    await taken(invoices, { client, intakeKey: `first-${client}`, fingerprint: 'a' });
    const at = async (intakeKey: string, fingerprint: string): Promise<readonly string[]> =>
      (await findDoubts.atIntake({ client, intakeKey, fingerprint }, [finding('EI-NUMBER-REPEATED')])).map(
        ({ severity }) => severity,
      );
    assert.deepEqual(await at(`first-${client}`, 'b'), ['warning']);
    assert.deepEqual(await at('second', 'a'), ['warning']);
    assert.deepEqual(await at('second', 'b'), ['error']);
  });
});
