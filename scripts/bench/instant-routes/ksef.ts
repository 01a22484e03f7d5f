import { constants, createDecipheriv, privateDecrypt } from 'node:crypto';
import { derOf, encryptionIdentity } from '../../../src/sandbox/certificates.ts';
import { type Answer, answering, type Call, type InstantRoute } from './instant-route.ts';

const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();
const token = () => ({ token: 'bench', validUntil: inHours(12) });

interface Sent {
  readonly invoiceHash: string;
  readonly encryptedInvoiceContent: string;
}
interface Opened {
  readonly encryption: { readonly encryptedSymmetricKey: string; readonly initializationVector: string };
}

/** KSeF: accepts every invoice, and never finishes its check. */
export async function instantKsef(): Promise<InstantRoute> {
  const { key, certificate } = await encryptionIdentity('BENCH');
  const sessions: Opened['encryption'][] = [];
  const hashes: string[] = [];

  const open = (session: number, content: string): Uint8Array => {
    const { encryptedSymmetricKey, initializationVector } = sessions[session]!;
    const wrapped = Buffer.from(encryptedSymmetricKey, 'base64');
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const secret = privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped);
    const cipher = createDecipheriv('aes-256-cbc', secret, Buffer.from(initializationVector, 'base64'));
    return Buffer.concat([cipher.update(Buffer.from(content, 'base64')), cipher.final()]);
  };
  const send = (session: number, { invoiceHash, encryptedInvoiceContent }: Sent): Answer => {
    const referenceNumber = `EE-${hashes.push(invoiceHash) - 1}`;
    return { ...reply({ referenceNumber }, 202), document: () => open(session, encryptedInvoiceContent) };
  };
  const PATHS: readonly (readonly [RegExp, (call: Call, id: number) => Answer])[] = [
    [/\/auth\/challenge$/, () => reply({ challenge: 'bench', timestampMs: Date.now() })],
    [
      /\/security\/public-key-certificates$/,
      () =>
        reply([
          {
            certificate: derOf(certificate),
            usage: ['KsefTokenEncryption', 'SymmetricKeyEncryption'],
            validFrom: inHours(-1),
            validTo: inHours(12),
          },
        ]),
    ],
    [/\/auth\/ksef-token$/, () => reply({ referenceNumber: 'AU', authenticationToken: token() }, 202)],
    [/\/auth\/AU$/, () => reply({ status: { code: 200 } })],
    [/\/auth\/token\/redeem$/, () => reply({ accessToken: token(), refreshToken: token() })],
    [
      /\/sessions\/online$/,
      ({ body }) => {
        const { encryption } = JSON.parse(body.toString()) as Opened;
        return reply(
          { referenceNumber: `SO-${sessions.push(encryption) - 1}`, validUntil: inHours(12) },
          201,
        );
      },
    ],
    [
      /\/sessions\/online\/SO-(\d+)\/invoices$/,
      ({ body }, session) => send(session, JSON.parse(body.toString()) as Sent),
    ],
    [
      /\/sessions\/SO-\d+\/invoices\/EE-(\d+)$/,
      (_call, id) =>
        reply({
          referenceNumber: `EE-${id}`,
          invoiceHash: hashes[id],
          status: { code: 150, description: 'Trwa przetwarzanie' },
        }),
    ],
  ];
  const { url, ...server } = await answering((call) => {
    for (const [path, answer] of PATHS) {
      const match = path.exec(call.path);
      if (match) return answer(call, Number(match[1]));
    }
    return reply({}, 404);
  });
  return {
    ...server,
    route: 'PL-KSEF',
    example: 'over-pl-ksef.json',
    syntax: 'fa3',
    env: { KSEF_URL: url },
    ofClient,
  };
}

const reply = (json: unknown, status = 200): Answer => ({
  status,
  type: 'application/json',
  body: JSON.stringify(json),
});

/** KSeF limits the calls of one NIP, so each client sells under its own. */
const ofClient = (document: object, client: number): object => {
  const { seller } = document as { readonly seller: object };
  return { ...document, seller: { ...seller, vat_id: `PL${nip(client)}` } };
};

const WEIGHTS = [6, 5, 7, 2, 3, 4, 5, 6, 7];

/** The nth number with a valid check digit. */
function nip(n: number): string {
  for (let digits = 526_000_000, left = n; ; digits += 1) {
    const check = [...String(digits)].reduce((sum, digit, at) => sum + Number(digit) * WEIGHTS[at]!, 0) % 11;
    if (check < 10 && left-- === 0) return `${digits}${check}`;
  }
}
