import { english, inEachLanguage, withEnglish } from '../../../support/words.ts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessage } from '../../../../src/adapters/rails/peppol/application-response.ts';
import { mlsAbout } from '../../../support/mls.ts';
import { describeByReference, REFERENCE_DATA } from '../../../support/reference-data.ts';

const DATA = join(REFERENCE_DATA, 'routes/data/peppol');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const summary = (message: ReturnType<typeof readMessage>) =>
  message && { kind: message.kind, about: message.about, says: saying(message.effect) };
const saying = (says: NonNullable<ReturnType<typeof readMessage>>['effect']): string =>
  says.kind === 'status'
    ? says.status
    : says.kind === 'refused'
      ? `refused: ${says.mapping.owner}`
      : says.kind;

describeByReference('the published messages', () => {
  const read = (name: string) => summary(readMessage(readFileSync(join(DATA, name))));

  for (const [name, says] of [
    ['invoice-response/T111-uc002b-In-process-but-postponed.xml', 'in_process'],
    ['invoice-response/T111-uc003-Invoice-is-accepted.xml', 'accepted'],
    ['invoice-response/T111-uc004a-Invoice-is-rejected.xml', 'refused'],
    ['invoice-response/T111-uc005-Invoice-is-conditionally-accepted.xml', 'conditionally_accepted'],
  ] as const)
    it(`${name}: ${says}`, () => assert.equal(read(name)?.says, says));

  it('InvoiceResponse_Example.xml is about an invoice number', () => {
    const about = read('InvoiceResponse_Example.xml')?.about;
    assert.ok(about && 'invoiceNumber' in about && about.invoiceNumber !== '');
  });

  it('MessageLevelResponse_Example.xml is read as the predecessor of the MLS', () =>
    assert.equal(read('MessageLevelResponse_Example.xml')?.kind, 'mls'));

  for (const name of readdirSync(join(DATA, 'mls/good')).sort())
    it(`mls/good/${name}`, () => {
      const message = read(`mls/good/${name}`);
      assert.equal(message?.kind, 'mls');
      if (/_A[BP]\d?\.xml$/.test(name)) assert.equal(message?.says, 'confirmed');
      else assert.match(String(message?.says), /^refused: (us|route)$/);
    });

  for (const name of readdirSync(join(DATA, 'mls/bad')).sort())
    it(`mls/bad/${name}: no answer`, () =>
      assert.match(String(read(`mls/bad/${name}`)?.says), /^trouble$|^undefined$/));

  it('that break their rules name the broken rule', () => {
    for (const name of ['mls-24b.xml', 'mls-25a.xml', 'mls-31b.xml']) {
      const message = readMessage(readFileSync(join(DATA, 'mls/bad', name)));
      const rule = `SCH-MLS-${name.slice(4, 6)}`;
      assert.ok(message?.effect.kind === 'trouble', name);
      assert.match(english(message.effect.mapping.message), new RegExp(rule), name);
      assert.deepEqual(withEnglish(message.proves), undefined);
    }
  });

  it('that break their rules do not stop the reading', () => {
    const files = readdirSync(join(DATA, 'mls/bad')).filter((name) => name.endsWith('.xml'));
    assert.ok(files.length > 20);
    for (const name of files) {
      const message = readMessage(readFileSync(join(DATA, 'mls/bad', name)));
      if (!message || 'namesNothing' in message.about) continue;
      assert.ok('submissionId' in message.about && message.about.submissionId !== '', name);
    }
  });
});

const UBL = (content: string, root = 'ApplicationResponse'): Uint8Array =>
  bytes(
    `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2" ` +
      'xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" ' +
      `xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2">${content}</${root}>`,
  );
const IR = '<cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID>';
const response = (code: string, more = '', id = 'R-1'): string =>
  `<cac:DocumentResponse><cac:Response><cbc:ResponseCode>${code}</cbc:ResponseCode>${more}</cac:Response>` +
  `<cac:DocumentReference><cbc:ID>${id}</cbc:ID></cac:DocumentReference></cac:DocumentResponse>`;
const reason = (code: string): string =>
  `<cac:Status><cbc:StatusReasonCode>${code}</cbc:StatusReasonCode></cac:Status>`;

describe('a message', () => {
  const says = (content: string) => summary(readMessage(UBL(content)))?.says;

  for (const [code, status] of Object.entries({
    AB: 'received',
    IP: 'in_process',
    UQ: 'under_query',
    CA: 'conditionally_accepted',
    RE: 'refused',
    AP: 'accepted',
    PD: 'paid',
  }))
    it(`with ${code} of the buyer means ${status}`, () => assert.equal(says(IR + response(code)), status));

  it('of a part payment changes nothing', () =>
    assert.equal(says(IR + response('PD', reason('PPD'))), 'nothing'));

  it('of a refusal on the receiver’s side names who can act', () => {
    const re = (code: string) => summary(readMessage(bytes(mlsAbout('sub-1', 'RE', code))))?.says;
    for (const [code, owner] of [
      ['FD', 'route'],
      ['SV', 'us'],
      ['BV', 'us'],
    ] as const)
      assert.equal(re(code), `refused: ${owner}`);
  });

  it('of a refusal quotes the sentences of the buyer', () => {
    const text =
      '<cac:Status><cbc:StatusReasonCode listID="OPStatusReason">REF</cbc:StatusReasonCode>' +
      '<cbc:StatusReason>The order number is unknown.</cbc:StatusReason></cac:Status>' +
      '<cac:Status><cbc:StatusReasonCode listID="OPStatusAction">NIN</cbc:StatusReasonCode></cac:Status>';
    const effect = readMessage(UBL(IR + response('RE', text)))?.effect;
    assert.equal(
      effect && 'words' in effect ? english(effect.words?.message) : undefined,
      'The buyer refuses the invoice: order or contract number is wrong: "The order number is unknown."; a new invoice is wanted.',
    );
  });

  it('of a refusal is quoted with the marks of each language, and none of them ends it', () => {
    const text =
      '<cac:Status><cbc:StatusReasonCode listID="OPStatusReason">REF</cbc:StatusReasonCode>' +
      '<cbc:StatusReason>No “order” «4711» „here".</cbc:StatusReason></cac:Status>';
    const effect = readMessage(UBL(IR + response('RE', text)))?.effect;
    const message = (effect && 'words' in effect && effect.words?.message) || '';
    assert.deepEqual(
      inEachLanguage(message).map((text) => text.split(': ').at(-1)),
      ['"', '„', '«\u00A0', '„', '„'].map(
        (mark, at) => `${mark}No 'order' '4711' 'here'.${['"', '“', '\u00A0»', '”', '”'][at]}.`,
      ),
    );
  });

  it('of a question says why the buyer asks, or that it gives no reason', () => {
    const words = (more: string) => {
      const effect = readMessage(UBL(IR + response('UQ', more)))?.effect;
      return effect && 'words' in effect ? english(effect.words?.message) : undefined;
    };
    const wrong = reason('REF').replace('Code>', 'Code listID="OPStatusReason">');
    assert.equal(words(wrong), 'The buyer asks about the invoice: order or contract number is wrong.');
    assert.equal(words(''), 'The buyer gives no reason.');
  });

  it('of the buyer is about the invoice of the named day', () => {
    const dated = (day: string) =>
      response('AP', '', `R-1</cbc:ID><cbc:IssueDate>${day}</cbc:IssueDate><cbc:ID>`);
    const about = (day: string) => readMessage(UBL(IR + dated(day).replace('<cbc:ID></cbc:ID>', '')))?.about;
    const parties = { from: [], to: [], account: '' };
    assert.deepEqual(about('2026-10-05Z'), { invoiceNumber: 'R-1', issueDate: '2026-10-05', parties });
    assert.deepEqual(about('soon'), { invoiceNumber: 'R-1', parties });
  });

  it('of three hundred thousand elements is read', function () {
    // Time that grows with the square of their number exceeds this limit, a busy machine does not.
    readMessage(UBL(`${IR}${'<x/>'.repeat(300_000)}`));
  });

  it('is shown with its codes, never with its texts', () => {
    const { raw } = readMessage(UBL(IR + response('RE', `${reason('REF')}${reason('Müller owes 4711')}`)))!;
    assert.deepEqual(raw, { message: 'invoice-response', code: 'RE', reasons: ['REF'] });
  });

  for (const [what, message] of [
    ['an unknown code', UBL(IR + response('ZZ'))],
    ['the name of a member that every object has', UBL(IR + response('toString'))],
    ['two codes', UBL(IR + response('AP') + response('RE'))],
    ['no reference', UBL(IR + response('AP', '', ''))],
  ] as const)
    it(`says nothing with ${what}: somebody looks at it`, () =>
      assert.equal(readMessage(message)?.effect.kind, 'trouble'));

  for (const [what, message] of [
    ['another kind of message', UBL(IR.replace('invoice_response', 'order') + response('AP'))],
    ['another root', UBL(IR + response('AP'), 'Invoice')],
    ['entities', bytes('<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')],
    ['depth without end', UBL('<a>'.repeat(100_000))],
    ['no XML', bytes('{"x":1}')],
    ['half an XML', UBL(IR + response('AP')).slice(0, -20)],
    ['bytes that are not text', Uint8Array.of(0xff, 0xfe, 0xfd)],
    ['nothing', new Uint8Array()],
  ] as const)
    it(`is not read with ${what}`, () => assert.deepEqual(withEnglish(readMessage(message)), undefined));
});

describeByReference('a refusal by the buyer', () => {
  const refusal = (name: string) => {
    const message = readMessage(readFileSync(join(DATA, name)), '0208:0100000074');
    assert.ok(message?.effect.kind === 'status');
    return message;
  };

  it('is shown with reason, text, requested action and business term', () => {
    const { effect: says, raw } = refusal('recorded/phoss-ap/push-invoice-response.xml');
    assert.deepEqual(withEnglish('words' in says && says.words), {
      message:
        'The buyer refuses the invoice: order or contract number is wrong: "Order number missing": about BT-13 "PO-1"; a new invoice is wanted.',
      term: 'BT-13',
    });
    assert.deepEqual(raw, {
      message: 'invoice-response',
      code: 'RE',
      reasons: ['REF', 'NIN'],
      actions: ['NIN'],
      terms: ['BT-13'],
    });
  });

  it('is identified by envelope and document, which both name the parties', () => {
    const { about } = refusal('recorded/phoss-ap/push-invoice-response.xml');
    assert.deepEqual(about, {
      invoiceNumber: '2026-001',
      typeCode: '380',
      parties: {
        from: ['9930:de000000000', '9930:de000000000'],
        to: ['0208:0100000074', '0208:0100000074'],
        account: '0208:0100000074',
      },
    });
  });

  it('is identified without an envelope by the parties of the document: every published answer names them', () => {
    const { about } = refusal('invoice-response/T111-uc004a-Invoice-is-rejected.xml');
    assert.deepEqual('parties' in about && about.parties, {
      from: ['0196:6963495890'],
      to: ['0196:6841569459'],
      account: '0208:0100000074',
    });
  });

  it('shows the findings of a receiver’s access point, line by line', () => {
    const message = readMessage(readFileSync(join(DATA, 'mls/good/MessageLevelStatus_Example_RE.xml')));
    assert.ok(message?.effect.kind === 'refused');
    assert.match(
      english(message.effect.words?.message ?? ''),
      /Rejected due to validation errors"; BV: .*CL-T77-R002.*Catalogue/,
    );
  });
});
