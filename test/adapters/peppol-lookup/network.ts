import { webcrypto } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';
import { AUTHORITATIVE_ANSWER, decode, encode } from 'dns-packet';
import { SignedXml } from 'xml-crypto';

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};
const DAY_MS = 24 * 3_600_000;

export interface Identity {
  readonly key: string;
  readonly pem: string;
}

export interface Authority extends Identity {
  certify(name: string, days?: { readonly from: number; readonly until: number }): Promise<Identity>;
}

export async function anAuthority(name: string): Promise<Authority> {
  const keys = await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']);
  const made = async (subject: string, own: webcrypto.CryptoKeyPair, from: number, until: number) => {
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: '01',
      subject,
      issuer: name,
      notBefore: new Date(Date.now() + from * DAY_MS),
      notAfter: new Date(Date.now() + until * DAY_MS),
      signingAlgorithm: RSA,
      publicKey: own.publicKey,
      signingKey: keys.privateKey,
    });
    const key = await webcrypto.subtle.exportKey('pkcs8', own.privateKey);
    return { pem: certificate.toString('pem'), key: x509.PemConverter.encode(key, 'PRIVATE KEY') };
  };
  return {
    ...(await made(name, keys, -1, 9)),
    certify: async (subject, { from, until } = { from: -1, until: 9 }) =>
      made(subject, await webcrypto.subtle.generateKey(RSA, true, ['sign', 'verify']), from, until),
  };
}

const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

type Hash = 'sha1' | 'sha256';

interface Signing {
  readonly hash?: Hash;
  /** Of the signed part. */
  readonly digest?: Hash;
  /** XPath of the signed part, which needs an Id; by default the whole document is signed. */
  readonly part?: string | undefined;
}

export function signed(
  xml: string,
  { key, pem }: Identity,
  { hash = 'sha256', digest = hash, part }: Signing = {},
): string {
  const signature = new SignedXml({
    privateKey: key,
    publicCert: pem,
    signatureAlgorithm:
      hash === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  });
  signature.addReference({
    xpath: part ?? '/*',
    isEmptyUri: part === undefined,
    transforms: [ENVELOPED],
    digestAlgorithm:
      digest === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#sha1'
        : 'http://www.w3.org/2001/04/xmlenc#sha256',
  });
  signature.computeSignature(xml, { location: { reference: '/*', action: 'append' } });
  return signature.getSignedXml();
}

/** The DNS answer for a name: the regexps of its records, an error code, meaningless bytes, or no answer. */
export type DnsAnswer = readonly string[] | 'NXDOMAIN' | 'SERVFAIL' | 'noise' | 'silent';

export interface Network {
  readonly dns: string;
  readonly url: string;
  readonly asked: string[];
  stop(): void;
}

const CODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

export async function aNetwork(
  answerDns: (url: string, name: string) => DnsAnswer,
  answer: RequestListener,
): Promise<Network> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await Promise.all([once(server, 'listening'), once(socket, 'listening')]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const asked: string[] = [];
  socket.on('message', (message, from) => {
    const { id, questions } = decode(message);
    const [question] = questions ?? [];
    const dnsAnswer = answerDns(url, question?.name ?? '');
    if (!question || dnsAnswer === 'silent') return;
    asked.push(question.name);
    if (dnsAnswer === 'noise') return socket.send(message.subarray(0, 7), from.port, from.address);
    const code = typeof dnsAnswer === 'string' ? CODES[dnsAnswer] : 0;
    const records = typeof dnsAnswer === 'string' ? [] : dnsAnswer;
    const reply = encode({
      type: 'response',
      id: id ?? 0,
      flags: AUTHORITATIVE_ANSWER | code,
      questions: [question],
      answers: records.map((regexp, index) => ({
        type: 'NAPTR' as const,
        name: question.name,
        ttl: 60,
        data: {
          // RFC 3403, 4.1: the preference decides among records of one order only.
          order: 100 - index,
          preference: 10 + index,
          flags: 'U',
          services: 'Meta:SMP',
          regexp,
          replacement: '.',
        },
      })),
    });
    socket.send(reply, from.port, from.address);
  });
  return {
    dns: `127.0.0.1:${socket.address().port}`,
    url,
    asked,
    stop: () => {
      socket.close();
      server.closeAllConnections();
      server.close();
    },
  };
}
