import assert from 'node:assert/strict';
import { join } from 'node:path';
import { canCredit, textOfNext, typeCodeIn } from '../../../src/console/pages/repair/next.ts';
import { bodyOfNext, type readInvoice } from '../../../src/console/pages/repair/refused.ts';
import { overPeppol, sendFile } from '../refused.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { Erp, example, numbered, OPERATOR_KEY, type Submission } from '../../support/erp.ts';
import { exampleText } from '../../support/example-file.ts';
import { emptyFolder } from '../../support/folder.ts';
import { hybridDraft } from '../../support/pdf/hybrid.ts';
import { type Service, startService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

type Invoice = Awaited<ReturnType<typeof readInvoice>>;

const ANSWERS: Readonly<Record<string, string>> = { PEPPOL: 'RE', 'FR-PA': '210' };
const TODAY = '2026-10-20';

const selfBilled = ({ document, ...rest }: Submission): Submission => ({
  ...rest,
  document: { ...document, invoice: { ...document.invoice, type_code: 389 } },
});

const ATTACHED = 'aG91cnMK';
const withAttachment = (cii: string): string =>
  cii.replace(
    '</ram:ApplicableHeaderTradeAgreement>',
    `<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>times</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode>
    <ram:AttachmentBinaryObject mimeCode="text/csv" filename="times.csv">${ATTACHED}</ram:AttachmentBinaryObject>
    </ram:AdditionalReferencedDocument></ram:ApplicableHeaderTradeAgreement>`,
  );

describe('what follows an invoice that its buyer has refused, of what its sender handed in', () => {
  let folder: ReturnType<typeof emptyFolder>;
  let network: TestSandbox;
  let service: Service;
  let erp: Erp;

  before(async () => {
    folder = emptyFolder();
    network = await aSandbox({ stepMs: 50, limits: 'off' });
    const store = `sqlite:${join(folder.path, 'ids.db')}`;
    service = await startService({
      cwd: folder.path,
      env: { SIM_PORT: String(network.port), OPERATOR_KEY, RETRY_SCALE: '0.05', TZ: 'UTC', STORE_URL: store },
    });
    erp = await Erp.of(service, 'origins');
    const { seller, payment } = example('over-peppol').document;
    const { connectors, fr } = JSON.parse(exampleText('exports/profile-france.json')) as {
      readonly connectors: object;
      readonly fr: object;
    };
    await new Erp(service, OPERATOR_KEY).put('/clients/origins/profile', {
      connectors: { ...connectors, 'erp-b': { seller, payment }, table: { seller, payment } },
      fr,
    });
  });
  after(async () => {
    await service.stop();
    await network.stop();
    folder.remove();
  });

  const send = async (submission: object): Promise<string> => {
    const { json, text } = await erp.post<{ id?: string }>('/invoices', submission);
    assert.ok(json.id, text);
    return json.id;
  };

  const sendOver = async (
    route: string,
    number: string,
    file: string | Uint8Array<ArrayBuffer>,
    type?: string,
  ): Promise<string> => {
    const answer = await sendFile({ service, erp }, file, number, route, type);
    assert.ok(answer.id, JSON.stringify(answer));
    return answer.id;
  };

  const shown = async (id: string): Promise<Invoice> => (await erp.read<Invoice>(`/invoices/${id}`)).json;

  /** As the service builds it of an invoice of its own, with another number. */
  async function fileInFrance(format: 'ubl' | 'cii', number: string): Promise<string> {
    const source = `${number}-S`;
    const id = await send({ ...numbered(example('over-fr-pa'), source), formats: [format] });
    const isBuilt = async (): Promise<boolean> =>
      (await shown(id)).documents.some(({ kind }) => kind === format);
    await until(isBuilt, `${source} is built`);
    return (await erp.read(`/invoices/${id}/documents/${format}`)).text.replaceAll(source, number);
  }

  async function refusedByBuyer(id: string): Promise<Invoice> {
    await until(async () => (await shown(id)).state === 'delivered', `${id} is delivered`);
    const { route, invoice_number } = await shown(id);
    const answer = await fetch(`${network.url}/control/answers`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ route, invoice_number, code: ANSWERS[route] }),
    });
    assert.ok(answer.ok, await answer.text());
    await until(async () => (await shown(id)).buyer_status === 'refused', 'the buyer refuses');
    return shown(id);
  }

  async function contentOf({ id, documents }: Invoice): Promise<string> {
    if (documents.some(({ kind }) => kind === 'canonical'))
      return (await erp.read(`/invoices/${id}/documents/canonical`)).text;
    const path = `/invoices/${id}/documents/as-canonical?attachments=inline`;
    return JSON.stringify((await erp.read<{ document: object }>(path)).json.document);
  }

  interface Origin {
    readonly send: (number: string) => Promise<string>;
    /** Undefined if its route has one. */
    readonly format?: string;
    readonly isCredited: boolean;
    /** Goes on with the content. */
    readonly content?: string;
  }

  const ORIGINS: Readonly<Record<string, Origin>> = {
    'data over Peppol': {
      send: (number) => send(numbered(example('over-peppol'), number)),
      isCredited: true,
    },
    'a file in UBL over Peppol': {
      send: (number) =>
        sendOver(
          'PEPPOL',
          number,
          overPeppol(exampleText('xrechnung-ubl.xml')).replace('RE-2026-0301', number),
        ),
      isCredited: true,
    },
    'a file in CII over Peppol': {
      send: (number) =>
        sendOver(
          'PEPPOL',
          number,
          overPeppol(exampleText('xrechnung-cii.xml')).replace('RE-2026-0302', number),
        ),
      isCredited: true,
    },
    'a file in CII with an attachment over Peppol': {
      send: (number) =>
        sendOver(
          'PEPPOL',
          number,
          withAttachment(overPeppol(exampleText('xrechnung-cii.xml'))).replace('RE-2026-0302', number),
        ),
      isCredited: true,
      content: ATTACHED,
    },
    'an export of an ERP over Peppol': {
      send: (number) =>
        send({
          connector: 'erp-b',
          route: 'PEPPOL',
          invoice_ref: number,
          export: JSON.parse(exampleText('exports/erp-b-invoice.json')) as object,
        }),
      isCredited: true,
    },
    'a table over Peppol': {
      send: (number) => {
        const csv = Buffer.from(exampleText('exports/table-invoice.csv').replaceAll('2026-0815', number));
        return send({
          connector: 'table',
          route: 'PEPPOL',
          invoice_ref: number,
          export: { csv_base64: csv.toString('base64') },
        });
      },
      isCredited: true,
    },
    'a self-billed invoice over Peppol': {
      send: (number) => send(numbered(selfBilled(example('over-peppol')), number)),
      isCredited: false,
    },
    'data in France': {
      send: (number) => send(numbered(example('over-fr-pa'), number)),
      format: 'ubl',
      isCredited: false,
    },
    'data that went as a PDF in France': {
      send: (number) => send({ ...numbered(example('over-fr-pa'), number), formats: ['facturx'] }),
      format: 'facturx',
      isCredited: false,
    },
    'data with further members in France': {
      send: (number) =>
        send(numbered(JSON.parse(exampleText('members/fr-extended.json')) as Submission, number)),
      format: 'ubl',
      isCredited: false,
    },
    'a file in UBL in France': {
      send: async (number) => sendOver('FR-PA', number, await fileInFrance('ubl', number)),
      format: 'ubl',
      isCredited: false,
    },
    'a file in CII in France': {
      send: async (number) => sendOver('FR-PA', number, await fileInFrance('cii', number)),
      format: 'cii',
      isCredited: false,
    },
    'a PDF with its invoice in France': {
      send: async (number) => {
        const xml = await fileInFrance('cii', number);
        const pdf = hybridDraft({ xml, lines: [number] }).build();
        return sendOver('FR-PA', number, new Uint8Array(pdf), 'application/pdf');
      },
      format: 'facturx',
      isCredited: false,
    },
    'an export of an ERP in France': {
      send: (number) =>
        send({
          connector: 'erp-a',
          route: 'FR-PA',
          invoice_ref: number,
          export: { ...(JSON.parse(exampleText('exports/erp-a-france.json')) as object), number },
        }),
      format: 'ubl',
      isCredited: false,
    },
    'a self-billed invoice in France': {
      send: (number) => send(numbered(selfBilled(example('over-fr-pa')), number)),
      format: 'ubl',
      isCredited: false,
    },
  };

  for (const [name, { send: handIn, format, isCredited, content = '' }] of Object.entries(ORIGINS))
    it(`passes the checks with a new number: ${name}`, async () => {
      const number = `N-${Object.keys(ORIGINS).indexOf(name)}`;
      const invoice = await refusedByBuyer(await handIn(number));
      const body = bodyOfNext(invoice, await contentOf(invoice));
      assert.equal(canCredit(invoice, typeCodeIn(body)), isCredited);
      for (const next of ['invoice', ...(isCredited ? (['credit-note'] as const) : [])] as const) {
        const order = { next, reference: `${number}/${next}`, today: TODAY };
        const text = textOfNext(body, order).replace('"number": ""', `"number": "${number}-B"`);
        const { json, text: report } = await erp.post<{ valid?: boolean }>('/validate', text);
        assert.equal(json.valid, true, `${next}: ${report}`);
        const { formats, document } = JSON.parse(text) as Pick<Submission, 'formats' | 'document'>;
        assert.deepEqual(formats, format && [format]);
        assert.equal(document.invoice['number'], `${number}-B`);
        assert.ok(text.includes(content), text);
      }
    });
});
