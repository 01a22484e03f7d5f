import assert from 'node:assert/strict';
import { LARGE_BYTES } from '../../../src/application/reading/body-reader.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { InvoiceRecord } from '../../../src/domain/lifecycle/invoice-record.ts';
import { polishInvoice } from '../../domain/polish-sample.ts';
import { all, set } from '../../domain/sample.ts';
import { anIntake } from '../../support/records.ts';
import { submission } from './bodies.ts';
import { type Answer, RunningApi } from './harness.ts';

const KSEF_NUMBER = '5260250274-20250916-0200A0D6723E-C2';
const STATED = '5260250274-20250101-0200A0D6723E-11';

/** A correction, the client's invoice in the store, and the number that the built file names. */
const SENT: Partial<InvoiceRecord> = {
  client: 'acme',
  route: 'PL-KSEF',
  state: 'accepted',
  invoiceNumber: 'FV/1',
  issueDate: '2026-09-30',
  legalId: KSEF_NUMBER,
  submission: {
    id: '20261121-EE-319D7EE000-B67F415CDC-2C',
    startedAt: new Date(),
    isCalling: false,
    outcomeUnknown: true,
    answerLost: false,
    emptyLookups: 0,
    polls: 1,
  },
};

interface Row {
  readonly it: string;
  readonly sent: Partial<InvoiceRecord>;
  readonly stated?: string;
  readonly names: string | undefined;
}

const ROWS: readonly Row[] = [
  { it: 'names the KSeF number of an invoice that the client sent', sent: {}, names: KSEF_NUMBER },
  { it: 'names the stated number', sent: {}, stated: STATED, names: STATED },
  { it: "does not name another client's invoice", sent: { client: 'other' }, names: undefined },
  { it: 'does not name an invoice of another day', sent: { issueDate: '2026-09-29' }, names: undefined },
  { it: 'does not name an invoice that KSeF refused', sent: { state: 'rejected' }, names: undefined },
  { it: 'does not name an invoice of another number', sent: { invoiceNumber: 'FV/2' }, names: undefined },
  {
    it: "does not name another seller's invoice",
    sent: { legalId: KSEF_NUMBER.replace(/^\d{10}/, '5842751979') },
    names: undefined,
  },
];

describe('a correction for KSeF', () => {
  let api: RunningApi;
  let key: string;
  beforeEach(async () => {
    api = await RunningApi.start();
    key = await api.world.clientKey('acme');
  });
  afterEach(() => api.stop());

  async function validated(stated: string | undefined, isLarge: boolean): Promise<Answer> {
    const corrected = { number: 'FV/1', issue_date: '2026-09-30', ...(stated && { route_number: stated }) };
    const document = all(
      set('invoice.type_code', 381),
      set('preceding_invoices', [corrected]),
    )(polishInvoice());
    const body = submission({ route: 'PL-KSEF', formats: undefined, erp_totals: undefined, document });
    const text = JSON.stringify(body);
    const sent = isLarge ? text.replace('"document":{', `"document":{${' '.repeat(LARGE_BYTES)}`) : text;
    return api.call('POST', '/validate', { key, body: sent });
  }

  async function built(stated: string | undefined, isLarge: boolean): Promise<string> {
    const { json } = await validated(stated, isLarge);
    const [file] = json['documents'] as { content_base64: string }[];
    return Buffer.from(file!.content_base64, 'base64').toString();
  }

  for (const state of ['received', 'validated', 'queued', 'submitting', 'submitted'] as const)
    for (const isLarge of [false, true])
      it(`is refused while the corrected invoice is ${state}${isLarge ? ', in a large body, too' : ''}`, async () => {
        await api.world.invoices.takeIn(anIntake({ ...SENT, state, legalId: null }));
        const { json } = await validated(undefined, isLarge);
        const [{ findings }] = json['layers'] as [{ findings: Finding[] }];
        assert.deepEqual(
          findings.map(({ field, related }) => [field, related?.map(({ code }) => code)]),
          [['preceding_invoices[0].route_number', ['EI-FA3-CORRECTED']]],
        );
        assert.deepEqual(json['documents'], []);
        const { json: withNumber } = await validated(STATED, isLarge);
        assert.equal((withNumber['documents'] as unknown[]).length, 1);
      });

  for (const { it: name, sent, stated, names } of ROWS)
    for (const isLarge of [false, true])
      it(`${name}${isLarge ? ', in a large body, too' : ''}`, async () => {
        await api.world.invoices.takeIn(anIntake({ ...SENT, ...sent }));
        const file = await built(stated, isLarge);
        assert.equal(/<NrKSeFFaKorygowanej>([^<]*)/.exec(file)?.[1], names);
        assert.equal(file.includes('<NrKSeFN>1'), names === undefined);
      });
});
