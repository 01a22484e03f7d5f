import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BUYER, invoice, SELLER } from '../../sandbox/ro-efactura/anaf.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { findJudge } from '../../support/judges.ts';

const { folder, missing } = findJudge('anafpy');
const PYTHON = join(folder, 'bin/python');
const JUDGE = fileURLToPath(new URL('anafpy/judge.py', import.meta.url));

interface Sent {
  readonly state: string;
  readonly errors: readonly string[];
  readonly download_id: string | null;
}

type Refusal = readonly [name: string, text: string] | null;

interface Read {
  readonly taken: Sent;
  readonly kept: boolean;
  readonly signature: readonly [signed: boolean, forged: boolean];
  readonly refused: Sent;
  readonly why: string;
  readonly consumer: Sent;
  readonly not_taken: Sent;
  readonly no_right: readonly string[];
  readonly no_xml: readonly string[];
  readonly types: readonly string[];
  readonly parties: readonly (readonly [seller: string, buyer: string])[];
  readonly failed: readonly string[];
  readonly written: {
    readonly accepted: boolean;
    readonly types: readonly string[];
    readonly content: string;
    readonly self_billed: readonly (readonly [seller: string, buyer: string])[];
  };
  readonly unknown: Refusal;
  readonly no_file: Refusal;
  readonly no_log_in: Refusal;
  readonly valid: boolean;
  readonly wrong: readonly [boolean, readonly { readonly message: string }[]];
}

/** A second client of ANAF by other authors. It reads answers strictly: it refuses unknown members. */
describe('anafpy at the sandbox of ANAF', () => {
  if (missing) return void it.skip(missing);

  let sandbox: TestSandbox;
  let read: Read;
  before(async () => {
    sandbox = await aSandbox();
    const lay = (name: string, xml: string): void => writeFileSync(join(sandbox.folder, `${name}.xml`), xml);
    lay('taken', invoice('PY-1'));
    lay('self-billed', invoice('PY-6').replace('>380<', '>389<'));
    lay('refused', invoice('PY-2-REJECT'));
    lay('consumer', invoice('PY-3'));
    lay('not-taken', invoice('PY-4-NOTTAKEN'));
    lay('wrong', invoice('PY-5').replace('RO-CJ', 'Cluj'));
    const { stdout } = await promisify(execFile)(PYTHON, [
      JUDGE,
      `${sandbox.url}/anaf`,
      sandbox.folder,
      SELLER,
      BUYER,
    ]);
    read = JSON.parse(stdout) as Read;
  });
  after(() => sandbox.stop());

  it('renews its token, uploads, and reads the end', () =>
    assert.deepEqual([read.taken.state, read.taken.errors], ['ok', []]));

  it('downloads the signed answer, with the sent invoice unchanged', () => assert.equal(read.kept, true));

  it('has the signature checked, and a forged invoice refused', () =>
    assert.deepEqual(read.signature, [true, false]));

  it('reads that an invoice is refused, and downloads the reason', () => {
    assert.equal(read.refused.state, 'nok');
    assert.match(read.why, /BR-RO-110/);
  });

  it('uploads an invoice to a consumer', () => assert.equal(read.consumer.state, 'ok'));

  it('reads that a file is not accepted', () =>
    assert.equal(read.not_taken.state, 'XML cu erori nepreluat de sistem'));

  it('reads what is wrong with an upload: no right for a company, no XML', () => {
    assert.match(read.no_right.join(), /Nu aveti drept in SPV/);
    assert.ok(read.no_xml.length > 0 && !read.no_xml.join().includes('unrecognised'), read.no_xml.join());
  });

  it('lists messages in pages, and reads both parties from their text', () => {
    assert.deepEqual(read.types, ['ERORI FACTURA', 'FACTURA TRIMISA']);
    assert.deepEqual(read.parties, [[SELLER, BUYER]]);
    assert.deepEqual(read.failed, ['ERORI FACTURA']);
  });

  it('sends a message of the buyer, finds it on both sides, and downloads it', () => {
    const { accepted, types, content } = read.written;
    assert.equal(accepted, true);
    assert.deepEqual(types, ['MESAJ CUMPARATOR TRANSMIS', 'MESAJ CUMPARATOR PRIMIT']);
    assert.match(content, /message="Where is it\?"/);
  });

  it('reads both parties of a self-billed invoice from their text', () =>
    assert.deepEqual(read.written.self_billed, [[SELLER, BUYER]]));

  it('distinguishes an unknown index, file or log-in from an unexpected answer', () => {
    assert.match(read.unknown?.join() ?? '', /AnafResponseError,stareMesaj error: (?!missing)/);
    assert.match(read.no_file?.join() ?? '', /AnafResponseError,descarcare returned a non-ZIP body/);
    assert.match(read.no_log_in?.join() ?? '', /AnafAuthError,token endpoint returned HTTP 4/);
  });

  it('has an invoice checked', () => {
    assert.equal(read.valid, true);
    assert.equal(read.wrong[0], false);
    assert.match(JSON.stringify(read.wrong[1]), /BR-RO-110/);
  });
});
