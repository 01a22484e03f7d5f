import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PeppolRail } from '../../../src/adapters/rails/peppol/peppol-rail.ts';
import { writeInvoiceResponse } from '../../../src/domain/documents/invoice-response/invoice-response.ts';
import { PEPPOL_STATUSES } from '../../../src/domain/routes/peppol/statuses.ts';
import { OutboundClient } from '../../../src/adapters/outbound/outbound-client.ts';
import type { StatusOrder } from '../../../src/ports/rail/status-messages.ts';
import { PEPPOL } from '../../application/statuses/world.ts';
import { BREAKING, FITTING, RESPONSE } from '../../domain/documents/invoice-response/cases.ts';
import { emptyFolder } from '../../support/folder.ts';
import { findJudge } from '../../support/judges.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const { folder: JARS, missing } = findJudge('peppol-rules');
const PROGRAM = join(PROJECT, 'test/proofs/networks/peppol-rules/Judge.java');

/** An empty name is an empty element, which the published rules report. */
const FOUND_AS: Readonly<Record<string, string>> = {
  'PEPPOL-T111-B01401': 'PEPPOL-COMMON-R001',
  'PEPPOL-T111-B02601': 'PEPPOL-COMMON-R001',
};
/** Its published test is always true. */
const NEVER_FOUND = 'PEPPOL-T111-R005';

/** com.helger.phive.rules:phive-rules-peppol, ph-ubl21 and peppol-sbdh: rules, schema and reader of envelopes. */
describe('Invoice Responses, by the schema and the rules of OpenPeppol 2026.5', function () {
  if (missing) return void it.skip(missing);

  const folder = emptyFolder();
  const found = new Map<string, string>();
  after(() => folder.remove());

  const { statusMessages } = new PeppolRail(new OutboundClient());
  const notes = [undefined, 'Why & <how>: ünusual "text"'];
  const orders = PEPPOL_STATUSES.buyer.flatMap(({ status, code, reasons, needsReason }) =>
    [...(needsReason ? [] : [undefined]), ...(reasons ?? [])].flatMap((reasonCode) =>
      notes
        .filter((note) => note !== undefined || !PEPPOL_STATUSES.reasonsWithNote.includes(reasonCode ?? ''))
        .map((note) => ({
          name: `${status} ${reasonCode ?? 'without a reason'}${note === undefined ? '' : ' and a note'}`,
          order: {
            code,
            ...(reasonCode !== undefined && { reasonCode }),
            ...(note !== undefined && { note }),
          },
        })),
    ),
  );

  function envelopeOf(own: Pick<StatusOrder, 'code' | 'reasonCode' | 'note'>): Uint8Array {
    const facts = {
      syntax: 'ubl-invoice',
      specification: null,
      number: 'R-1',
      issueDate: '2026-11-20',
    } as const;
    const at = new Date('2026-11-23T09:00:00.000Z');
    const letter = statusMessages.write({ ...own, by: 'buyer', facts, addressing: PEPPOL, at });
    assert.ok('message' in letter);
    return letter.message;
  }

  before(async () => {
    const files: string[] = [];
    const write = (name: string, bytes: string | Uint8Array): void => {
      files.push(join(folder.path, name));
      writeFileSync(files.at(-1)!, bytes);
    };
    for (const [n, { order }] of orders.entries()) write(`order-${n}.sbd.xml`, envelopeOf(order));
    const whole = (text: string): string => `<?xml version="1.0" encoding="UTF-8"?>${text}`;
    for (const [n, response] of [RESPONSE, ...FITTING].entries())
      write(`fitting-${n}.xml`, whole(writeInvoiceResponse(response)));
    for (const [rule, response] of Object.entries(BREAKING))
      write(`${rule}.xml`, whole(writeInvoiceResponse(response)));
    const args = ['-XX:TieredStopAtLevel=1', '-cp', `${JARS}/*`, PROGRAM, ...files];
    const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 10_000_000 });
    for (const line of stdout.trim().split('\n')) {
      const [name = '', ...broken] = line.split(' ');
      found.set(name, broken.join(' '));
    }
  });

  for (const [n, { name }] of orders.entries())
    it(`breaks none: ${name}`, () => assert.equal(found.get(`order-${n}.sbd.xml`), 'ok'));

  it('breaks none with an address of any scheme whose form is checked', () => {
    for (const n of [RESPONSE, ...FITTING].keys())
      assert.equal(found.get(`fitting-${n}.xml`), 'ok', String(n));
  });

  for (const rule of Object.keys(BREAKING))
    it(`breaks what the service refuses to write: ${rule}`, () => {
      const broken = (found.get(`${rule}.xml`) ?? '').split(' ');
      if (rule === NEVER_FOUND) assert.deepEqual(broken, ['ok']);
      else assert.ok(broken.includes(FOUND_AS[rule] ?? rule), broken.join(' '));
    });
});
