import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Option } from 'commander';
import { OutboundClient } from '../adapters/outbound/outbound-client.ts';
import {
  CERTIFICATE_TYPES,
  type CertificateType,
  Enrolment,
  EnrolmentFailed,
} from '../adapters/rails/pl-ksef/client/enrolment.ts';
import { PRODUCTION } from '../adapters/rails/pl-ksef/settings.ts';
import { REAL_CLOCK } from '../adapters/system/real-clock.ts';
import { ENGLISH } from './frame/english.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused, NotRun } from './frame/endings.ts';

interface Options {
  readonly nip: string;
  readonly certificate: string;
  readonly key: string;
  readonly passphraseFile?: string;
  readonly type: CertificateType;
  readonly name?: string;
  readonly out: string;
  readonly reference?: string;
  readonly url?: string;
  readonly json?: boolean;
}

const KEY_FILE = 'private-key.pem';
const REFERENCE_FILE = 'reference.txt';
const CERTIFICATE_FILE = 'certificate.pem';
const VALUE_FILE = 'credential-value.json';

/** A key and its certificate from KSeF: made here, and nothing of the key leaves this machine. */
export const ksefCertificate: Define = (command, frame) => {
  command
    .requiredOption('--nip <nip>', 'the company for which the certificate logs in now')
    .requiredOption('--certificate <file>', 'PEM: a seal, a signature, or a certificate of KSeF')
    .requiredOption('--key <file>', 'PEM: its private key')
    .option('--passphrase-file <file>', 'the passphrase of that key')
    .addOption(
      new Option('--type <type>', 'what the new certificate is for')
        .choices(CERTIFICATE_TYPES)
        .default('Authentication'),
    )
    .option('--name <text>', 'its name at KSeF, 5 to 100 characters')
    .requiredOption('--out <folder>', 'a new folder for key, certificate and value')
    .option('--reference <reference>', 'of a request that was sent: fetch its certificate into the folder')
    .option('--url <address>', "KSeF's system, up to v2; KSEF_URL, or production")
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Each request counts against the quota of the company, so try it at the sandbox or at the test system. A KSeF token cannot request a \
certificate. ${VALUE_FILE} is the value of a credential: ksef-certificate, or ksef-offline-certificate for --type Offline.`,
    )
    .action(frame.act((options: Options) => run(options, frame)));
};

async function run(options: Options, { terminal, env }: Frame): Promise<void> {
  const { out, nip, type, name = `ids ${type}`, json } = options;
  if (!/^\d{10}$/.test(nip)) throw new NotRun('--nip takes ten digits.');
  const logIn = { value: valueOf(readLogIn(options)), nip };
  const url = options.url ?? env['KSEF_URL'] ?? PRODUCTION.url;
  try {
    const enrolment = await Enrolment.open(
      logIn,
      { outbound: new OutboundClient(), clock: REAL_CLOCK },
      { url },
    );
    const reference = options.reference ?? (await request(enrolment, { out, name, type }));
    const { certificate, serial } = await enrolment.fetch(reference);
    const privateKey = read(join(out, KEY_FILE));
    keep(join(out, CERTIFICATE_FILE), certificate);
    keep(join(out, VALUE_FILE), valueOf({ certificate, private_key: privateKey }));
    if (json) return terminal.json({ reference, certificate_serial_number: serial, type, folder: out });
    terminal.line(`KSeF has issued the certificate ${serial} (${type}).`);
    terminal.line(`The key, the certificate and the value of a credential are in ${out}.`);
  } catch (error) {
    if (error instanceof EnrolmentFailed) throw new CommandRefused(ENGLISH.text(error.text));
    throw error;
  }
}

/** The key is on the disk before the request leaves, and the reference before anything is waited for. */
async function request(
  enrolment: Enrolment,
  { out, name, type }: { readonly out: string; readonly name: string; readonly type: CertificateType },
): Promise<string> {
  const { privateKey, csr } = await enrolment.prepare();
  mkdirSync(out, { recursive: true, mode: 0o700 });
  keep(join(out, KEY_FILE), privateKey);
  const reference = await enrolment.send(csr, { name, type });
  keep(join(out, REFERENCE_FILE), `${reference}\n`);
  return reference;
}

/** A file that is there stays: it may be the only copy of a key. */
function keep(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new NotRun(`${path} cannot be written: ${(error as Error).message}`);
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new NotRun(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function readLogIn({ certificate, key, passphraseFile }: Options): Readonly<Record<string, string>> {
  return {
    certificate: read(certificate),
    private_key: read(key),
    ...(passphraseFile !== undefined && { passphrase: read(passphraseFile).replace(/\r?\n$/, '') }),
  };
}

const valueOf = (members: Readonly<Record<string, string>>): string => JSON.stringify(members);
