import { english, inEnglish, inGerman } from '../../support/words.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';
import assert from 'node:assert/strict';
import type { Request } from 'express';
import { JSON_REPORT_WRITER } from '../../support/report-writer.ts';
import { downloadReply } from '../../../src/adapters/http/reference/download-reply.ts';
import type { DownloadedFile } from '../../../src/adapters/http/call/files.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { validationReport } from '../../../src/domain/findings/report.ts';
import { aRecord } from '../../support/records.ts';
import { withDocument } from './bodies.ts';
import { RunningApi } from './harness.ts';

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

const aFinding = (more: Partial<Finding>): Finding => ({
  code: 'BR-CO-15',
  severity: 'error',
  source: 'EN16931',
  message: 'The total is wrong (1 expected, <2> stated).',
  whoFixes: 'erp',
  ...more,
});

const PACK = { id: 'en16931', version: '1.3.16', origin: 'official' } as const;
const LAYERS: readonly Layer[] = [
  { layer: 'xsd', source: 'XSD', pack: null, durationMs: 1, outcome: 'valid', findings: [] },
  {
    layer: 'en16931',
    source: 'EN16931',
    pack: PACK,
    durationMs: 1,
    outcome: 'invalid',
    findings: [
      aFinding({
        fixHint: 'Add up.',
        term: 'BT-112',
        location: { xpath: '/Invoice', line: 7 },
        officialMessage: '[BR-CO-15] Sum.',
        truncated: 7,
      }),
      aFinding({ code: 'X-1', severity: 'warning', message: 'A doubt.', field: 'invoice.due_date' }),
      aFinding({ code: 'X-2', severity: 'information', message: 'A remark.' }),
    ],
  },
  {
    layer: 'pdf',
    source: 'PDF',
    pack: null,
    durationMs: 0,
    outcome: 'not_run',
    reason: 'no rules',
    findings: [],
  },
];

const textOf = (html: string): string =>
  html
    .replaceAll(/<style>[^]*<\/style>|<title>[^]*<\/title>|<header[^]*<\/header>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

/** Downloads a stored report. */
async function download(layers: readonly Layer[], accept?: string, lang?: string) {
  const bytes = JSON_REPORT_WRITER.report(validationReport('DE-XRECHNUNG', layers, []));
  const document = { kind: 'validation-report', sha256: 'a'.repeat(64), size: bytes.length };
  const file = { invoice: aRecord(), document, bytes } as unknown as DownloadedFile;
  const accepts = () => (accept === undefined ? 'application/json' : 'text/html');
  const reply = await downloadReply(file, {
    request: { accepts, headers: {}, query: { lang } } as unknown as Request,
    translator: () => Promise.resolve(lang === 'de' ? inGerman() : inEnglish()),
  });
  assert.ok('file' in reply);
  const { 'Content-Type': type, ETag: tag } = reply.headers;
  return { text: new TextDecoder().decode(reply.file), type, tag };
}

describe('a report as a page', () => {
  it('shows the findings with field, owner and hint before the layers', async () => {
    const { text, type } = await download(LAYERS, BROWSER);
    assert.match(type ?? '', /^text\/html/);
    const shown = textOf(text);
    const parts = [
      'The invoice does not pass the checks',
      'To be corrected (1)',
      'The total is wrong (1 expected, &lt;2&gt; stated).',
      'Add up.',
      '[BR-CO-15] Sum.',
      '7 more are not listed.',
      '/Invoice, BT-112, line 7',
      'To be corrected by the sender of the invoice (export or master data).',
      'Warnings (1)',
      'invoice.due_date',
      'Remarks (1)',
      'What was checked',
      'EN 16931 not passed en16931 1.3.16, official',
      'PDF file not run: no rules',
    ];
    let from = 0;
    for (const part of parts) {
      const at = shown.indexOf(part, from);
      assert.ok(at >= 0, `${part} in this order in: ${shown}`);
      from = at + part.length;
    }
    assert.match(text, /<a href="\/codes\/BR-CO-15">/);
    assert.doesNotMatch(text, /<2>|undefined|<script|src=/);
  });

  it('names the sender for what the sender can correct, although the contract names the service', async () => {
    const [, judged] = LAYERS;
    const findings = [aFinding({ code: 'EI-SCHEMA', whoFixes: 'us', senderCanFix: true })] as const;
    const shown = textOf((await download([{ ...judged!, outcome: 'invalid', findings }], BROWSER)).text);
    assert.match(shown, /To be corrected by the sender of the invoice/);
  });

  it('shows that an invoice passes, or that its verdict is open', async () => {
    assert.match(
      textOf((await download(LAYERS.slice(0, 1), BROWSER)).text),
      /^ ?The invoice passes all checks/,
    );
    assert.match(textOf((await download(LAYERS.slice(2), BROWSER)).text), /^ ?Not all checks could be run/);
  });

  it('is the stored file for a program', async () => {
    const { text, type } = await download(LAYERS);
    assert.equal(type, 'application/json');
    const report = JSON.parse(text) as {
      readonly valid: boolean;
      readonly layers: readonly {
        readonly truncated?: number;
        readonly findings: readonly { readonly official_message?: string; readonly truncated?: number }[];
      }[];
    };
    assert.equal(report.valid, false);
    assert.deepEqual(
      report.layers.map(({ truncated }) => truncated),
      [undefined, 7, undefined],
    );
    const [first, second] = report.layers[1]?.findings ?? [];
    assert.deepEqual([first?.official_message, first?.truncated], ['[BR-CO-15] Sum.', 7]);
    assert.deepEqual(Object.keys(second ?? {}).includes('official_message'), false);
  });

  it('is told in the language that the call names, with the words of others as they are', async () => {
    const reason = say('statuses.no-answer-over', { route: 'PL-KSEF' });
    const [, judged, open] = LAYERS;
    const findings = [aFinding({ message: reason, officialMessage: '[BR-CO-15] Sum.' })] as const;
    const layers = [
      { ...judged!, outcome: 'invalid', findings },
      { ...open!, outcome: 'not_run', reason },
    ] as readonly Layer[];
    const kept = await download(layers);
    assert.ok(kept.tag !== undefined && kept.text.includes(english(reason)));
    const { text, type, tag } = await download(layers, undefined, 'de');
    assert.deepEqual([type, tag], ['application/json', undefined]);
    const german = inGerman().text(reason);
    const [first, second] = (JSON.parse(text) as { layers: { reason?: string; findings: object[] }[] })
      .layers;
    assert.deepEqual(
      [first?.findings[0], second?.reason],
      [{ ...first?.findings[0], message: german, official_message: '[BR-CO-15] Sum.' }, german],
    );
    assert.doesNotMatch(text, /wording/);
  });
});

describe('a dry run', () => {
  let api: RunningApi;
  before(async () => {
    api = await RunningApi.start();
  });
  after(() => api.stop());

  it('is answered with the page if the caller accepts HTML', async () => {
    const key = await api.world.clientKey('acme');
    const body = withDocument('colour', 'red');
    const request = { key, body, headers: { accept: BROWSER } };
    const page = await api.call('POST', '/validate', request);
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.equal(page.headers.get('vary'), 'Accept, Accept-Language');
    assert.match(textOf(page.text), /colour is not a field of the canonical invoice/);
    assert.equal((await api.call('POST', '/validate', { key, body })).json.valid, false);
  });

  it('of a file, too', async () => {
    const key = await api.world.clientKey('acme');
    const headers = { accept: BROWSER, 'content-type': 'application/xml' };
    const { text } = await api.call('POST', '/validate/xml?route=FR-PA', {
      key,
      body: '<Invoice/>',
      headers,
    });
    assert.match(textOf(text), /The invoice passes all checks Route FR-PA/);
  });
});
