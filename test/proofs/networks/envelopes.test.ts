import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { envelop } from '../../../src/adapters/rails/peppol/envelope.ts';
import { receivingParticipant } from '../../../src/domain/routing/peppol-document.ts';
import { aConsignment, BILLING, SUBMISSION } from '../../adapters/rails/peppol/consignment.ts';
import { envelope, invoice } from '../../sandbox/peppol/sending.ts';
import { findJudge } from '../../support/judges.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
const { folder: JARS, missing } = findJudge('peppol-smp-client');
const PROGRAM = join(PROJECT, 'test/proofs/networks/peppol-smp-client/ReadEnvelope.java');

/** The reader that phase4 and phoss-ap use: it checks the schema of SBDH 1.3 and Peppol's rules of the envelope. */
describe('com.helger.peppol:peppol-sbdh reads the envelopes', () => {
  if (missing) return void it.skip(missing);

  const { facts } = aConsignment();
  const ours = (own: Parameters<typeof aConsignment>[0]): string => {
    const consignment = aConsignment(own);
    const to = receivingParticipant(consignment.addressing);
    assert.ok(to);
    return new TextDecoder().decode(envelop({ ...consignment, to, countryC1: 'DE' }, '9930:de123456789'));
  };
  const invoiceType = `urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${BILLING}::2.1`;
  const ends = (root: string): string => `${SUBMISSION} DE ${root}`;
  const sent = 'iso6523-actorid-upis::9930:de123456789 iso6523-actorid-upis::0208:0123456749';
  const billing = 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
  const bytes = (root: string): Uint8Array =>
    Buffer.from(
      `<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2"><ID>1</ID></${root}>`,
    );

  const ENVELOPES: readonly (readonly [title: string, xml: string, read: string | RegExp])[] = [
    [
      'of an invoice',
      ours({ bytes: bytes('Invoice') }),
      `${sent} busdox-docid-qns::${invoiceType} ${billing} ${ends('Invoice')}`,
    ],
    [
      'of a national specification',
      ours({ bytes: bytes('Invoice'), facts: { ...facts, specification: 'urn:peppol:pint:billing-1@eu-1' } }),
      new RegExp(`${ends('Invoice')}$`),
    ],
    [
      'that the simulated access point passes on',
      envelope(invoice('P-1'), { instanceIdentifier: SUBMISSION }),
      new RegExp(`${ends('Invoice')}$`),
    ],
    [
      'with Type before InstanceIdentifier: not at all',
      ours({ bytes: bytes('Invoice') }).replace(
        /(<InstanceIdentifier>[0-9a-f-]{36}<\/InstanceIdentifier>)(<Type>Invoice<\/Type>)/,
        '$2$1',
      ),
      /^PeppolSBDHDataReadException/,
    ],
  ];
  let folder: string;
  let read: readonly string[];

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'envelopes-'));
    const files = ENVELOPES.map(([, xml], n) => {
      const file = join(folder, `${String(n)}.xml`);
      writeFileSync(file, xml);
      return file;
    });
    const args = ['-XX:TieredStopAtLevel=1', '-cp', `${JARS}/*`, PROGRAM, ...files];
    const { stdout } = await promisify(execFile)('java', args);
    read = stdout.trim().split('\n');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [n, [title, , expected]] of ENVELOPES.entries())
    it(title, () =>
      typeof expected === 'string' ? assert.equal(read[n], expected) : assert.match(read[n] ?? '', expected),
    );
});
