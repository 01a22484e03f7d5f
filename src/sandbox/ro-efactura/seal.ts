import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { SignedXml } from 'xml-crypto';
import { authority, certified, derOf, type Identity } from '../certificates.ts';
import type { State } from '../state.ts';
import { C14N, ENVELOPED, RSA_SHA256, SHA256 } from '../xml-signatures.ts';
import { ROUTE } from './limits.ts';

/** Without the namespaces around it, for it stands in another file than what it signs. */
const EXCLUSIVE_C14N = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const KEPT_AS = 'seal';

interface Kept {
  readonly ca: Identity;
  readonly ministry: Identity;
}

/** The Ministry's signature: it stands in a file of its own, over the other as a whole. */
export class Seal {
  readonly #ministry: Identity;
  readonly ca: string;

  constructor({ ca, ministry }: Kept) {
    this.ca = ca.certificate;
    this.#ministry = ministry;
  }

  over(content: Buffer): string {
    const { key, certificate } = this.#ministry;
    const signature = new SignedXml({
      privateKey: key,
      signatureAlgorithm: RSA_SHA256,
      canonicalizationAlgorithm: EXCLUSIVE_C14N,
      getKeyInfoContent: () =>
        `<X509Data><X509Certificate>${derOf(certificate)}</X509Certificate></X509Data>`,
    });
    signature.addReference({
      xpath: '/*',
      isEmptyUri: true,
      transforms: [ENVELOPED, C14N],
      digestAlgorithm: SHA256,
    });
    signature.computeSignature(content.toString());
    return `<?xml version="1.0" encoding="UTF-8"?>\n${signature.getSignatureXml()}`;
  }

  /** @throws Error when there is nothing that could be checked. */
  isOver(content: string, signatureXml: string): boolean {
    const signature = new SignedXml({ publicCert: this.#ministry.certificate });
    signature.loadSignature(signatureXml.replace(/^<\?xml[^>]*\?>\s*/, ''));
    return signature.checkSignature(content);
  }
}

/** That of the first start, made then; who certified it is also a file in `folder`. */
export async function openSeal(state: State, folder: string): Promise<Seal> {
  const kept = await state.lasting(ROUTE, KEPT_AS, make);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'anaf-ca.pem'), kept.ca.certificate);
  return new Seal(kept);
}

async function make(): Promise<Kept> {
  const ca = await authority('SANDBOX MINISTRY OF FINANCE CA');
  return { ca: ca.identity, ministry: await certified('SANDBOX MINISTRY OF FINANCE', 'SANDBOX ANAF', ca) };
}
