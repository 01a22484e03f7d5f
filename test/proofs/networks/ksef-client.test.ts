import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { aCertificate, type KeyKind, seal } from '../../sandbox/pl-ksef/certificates.ts';
import { invoice } from '../../sandbox/pl-ksef/invoices.ts';
import { SELLER, TOKEN } from '../../sandbox/pl-ksef/ksef.ts';
import { aSandbox, type TestSandbox } from '../../sandbox/running.ts';
import { findJudge } from '../../support/judges.ts';

const { folder, missing } = findJudge('ksef-client');
const PYTHON = join(folder, 'bin/python');
const JUDGE = fileURLToPath(new URL('ksef-client/judge.py', import.meta.url));

type Session = readonly [code: number, successful: number, failed: number];

interface Sent {
  readonly code: number;
  readonly number: string;
  readonly ksef_number: string;
  readonly is_number: boolean;
  readonly receipts_agree: boolean;
  readonly receipt: string;
  readonly page: string;
  readonly is_kept: boolean;
  readonly extensions: Readonly<Record<string, string>> | null;
  readonly session: Session;
}

interface Package {
  readonly code: number;
  readonly parts: number;
  readonly count: number;
  readonly is_truncated: boolean;
  readonly files: readonly string[];
  readonly listed: readonly string[];
}

interface Read {
  readonly taken: Sent;
  readonly found: readonly string[];
  readonly again: Sent;
  readonly refused: Sent;
  readonly batch: {
    readonly session: Session;
    readonly all: readonly (readonly [string, number])[];
    readonly failed: readonly string[];
  };
  readonly certificates: Readonly<Record<string, number>>;
  readonly token_refused: string;
  readonly unknown: readonly unknown[];
  readonly limits: Readonly<Record<string, { readonly per_second: number; readonly per_hour: number }>>;
  readonly signatures: Readonly<Record<string, boolean | null>>;
  readonly lighthouse: { readonly status: string };
  readonly collective: Readonly<Record<string, unknown>>;
  readonly exports: readonly (readonly Package[])[];
  readonly object_limits: readonly object[];
  readonly sessions: readonly string[];
  readonly token_enrols: readonly unknown[];
  readonly enrolled: {
    readonly can: boolean;
    readonly status: number;
    readonly is_serial: boolean;
    readonly issued: readonly string[];
    readonly listed: readonly string[];
  };
}

/** A second client by other authors, with another XAdES implementation (libxmlsec). */
describe('ksef-client of Python at the sandbox of KSeF', () => {
  if (missing) return void it.skip(missing);

  let sandbox: TestSandbox;
  let read: Read;
  before(async () => {
    sandbox = await aSandbox();
    const lay = (name: string, content: string): void => writeFileSync(join(sandbox.folder, name), content);
    lay('token', TOKEN);
    for (const [name, kind] of [
      ['rsa', 'RSA 2048'],
      ['ec', 'P-256'],
    ] satisfies [string, KeyKind][]) {
      const { certificate, key } = await aCertificate(seal(SELLER), kind);
      lay(`certificate-${name}.pem`, certificate);
      lay(`key-${name}.pem`, key);
      lay(`by-${name}.xml`, invoice(`PY-${name}`));
    }
    for (const name of ['taken', 'paid', 'first', 'second']) lay(`${name}.xml`, invoice(`PY-${name}`));
    lay('refused.xml', invoice('PY-refused-REJECT'));
    lay('wrong.xml', invoice('PY-wrong-REJECT'));
    const { stdout } = await promisify(execFile)(PYTHON, [
      JUDGE,
      `${sandbox.url}/ksef`,
      sandbox.folder,
      SELLER,
    ]);
    read = JSON.parse(stdout) as Read;
  });
  after(() => sandbox.stop());

  it('logs in by a certificate with a key of RSA and of P-256, compliance enforced, and sends', () =>
    assert.deepEqual(read.certificates, { rsa: 200, ec: 200 }));

  it('logs in by token, sends an invoice, gets a KSeF number with its check sum, and fetches the sent invoice unchanged', () => {
    const { code, number, is_number, is_kept, session } = read.taken;
    assert.deepEqual([code, number, is_number, is_kept], [200, 'PY-taken', true, true]);
    assert.deepEqual(session, [200, 1, 0]);
  });

  it('fetches the receipt by both names of the invoice, and that of the session', () => {
    assert.equal(read.taken.receipts_agree, true);
    for (const receipt of [read.taken.receipt, read.taken.page])
      assert.ok(receipt.includes(`<NumerKSeFDokumentu>${read.taken.ksef_number}</NumerKSeFDokumentu>`));
  });

  it('verifies the signature of a receipt in each possible form, and refuses the broken one', () =>
    assert.deepEqual(read.signatures, {
      NONE: null,
      RSA: true,
      ECDSA: true,
      XPATH: true,
      FILTER2: true,
      GARBLED: false,
    }));

  it('finds the invoice by a query', () => assert.deepEqual(read.found, ['PY-taken']));

  it('reads that an invoice is a duplicate, and the number of the first one', () => {
    assert.equal(read.again.code, 440);
    assert.equal(read.again.extensions?.['originalKsefNumber'], read.taken.ksef_number);
  });

  it('reads that an invoice is refused, and that its session accepted none', () =>
    assert.deepEqual([read.refused.code, read.refused.session], [450, [445, 0, 1]]));

  it('sends a package, and lists the accepted and the refused invoices', () => {
    assert.deepEqual(read.batch.session, [200, 2, 1]);
    assert.deepEqual(read.batch.failed, ['PY-wrong-REJECT']);
    assert.deepEqual(
      read.batch.all.map(([, code]) => code),
      [200, 200, 450],
    );
  });

  it('is refused with an invalid token, and without a session', () => {
    assert.match(read.token_refused, /^Authentication failed: 450/);
    assert.deepEqual(read.unknown, [400, true]);
  });

  it('reads the limits of calls, also of closing, and that the system is available', () => {
    assert.equal(read.lighthouse.status, 'AVAILABLE');
    const perHour = (group: string): number | undefined => read.limits[group]?.per_hour;
    assert.deepEqual(
      ['invoice_send', 'online_session_close', 'global_'].map((group) => perHour(group)),
      [180, 240, -1],
    );
  });

  it('reads the limits of a context and of a subject, and the list of sessions', () => {
    const [context, subject] = JSON.stringify(read.object_limits).split('"enrollment"');
    assert.match(context ?? '', /"collective_identifier":\{"max_invoices":500\}/);
    assert.match(subject ?? '', /300/);
    assert.ok(read.sessions.length > 0);
  });

  it('gives two invoices collective numbers, and finds these by date, by invoice and by number', () =>
    assert.deepEqual(read.collective, {
      are_numbers: [true, true],
      listed: [
        [2, true],
        [2, true],
      ],
      of_three: 0,
      by_invoice: true,
      invoices: [
        [true, 'half', null, false],
        [true, null, null, false],
        [true, null, 12.3, false],
        [true, null, 12.3, false],
      ],
      one_is_too_few: [400, true],
      of_nobody: [400, true],
    }));

  it('exports all invoices in packages with several parts, as zip and as tar.gz, one after another', () => {
    const [zips = [], tars = []] = read.exports;
    for (const packages of [zips, tars]) {
      const files = new Set(packages.flatMap((one) => one.files));
      assert.equal(files.size, 6);
      for (const { code, parts, count, files: names, listed } of packages) {
        assert.deepEqual([code, names.length, listed], [200, count, names]);
        assert.ok(parts > 0);
      }
      assert.ok(packages.some(({ parts }) => parts > 1));
      assert.deepEqual(
        packages.map(({ is_truncated }) => is_truncated),
        packages.map((_, n) => n < packages.length - 1),
      );
    }
  });

  it('requests an Offline certificate, fetches, lists and revokes it, but not by token', () => {
    const { can, status, is_serial, issued, listed } = read.enrolled;
    assert.deepEqual([can, status, is_serial], [true, 200, true]);
    assert.match(issued.join(), /offline/i);
    assert.match(listed.join(), /active.*revoked/i);
    assert.deepEqual(read.token_enrols, [400, true]);
  });
});
