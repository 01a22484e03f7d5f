import { createHash, verify, X509Certificate } from 'node:crypto';
import { type HashAlgorithm, type SignatureAlgorithm, SignedXml } from 'xml-crypto';
import { elementsAt, withXml } from '../documents.ts';
import { ENVELOPED } from '../xml-signatures.ts';
import { refuse } from './errors.ts';

/** Other transforms that exclude the signature from the signed content. */
const ENVELOPED_TOO = [
  'http://www.w3.org/TR/1999/REC-xpath-19991116',
  'http://www.w3.org/2002/06/xmldsig-filter2',
];
const RSA_BITS = 2048;
const CURVES: readonly string[] = ['prime256v1', 'secp384r1', 'secp521r1'];
const DIGESTS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2000/09/xmldsig#sha1': 'sha1',
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

/**
 * @param signature the element alone.
 * @throws KsefRefused unless it is XAdES over the request.
 * @returns the signer's certificate.
 */
export function signerOf(xml: string, signature: string): X509Certificate {
  const certificate = certificateIn(signature);
  if (!isStrong(certificate)) throw refuse(21115, 'Nieobsługiwany klucz.');
  const signed = new SignedXml({ publicCert: certificate.toString(), getCertFromKeyInfo: () => null });
  learn(signed);
  let parts: readonly string[] = [];
  try {
    signed.loadSignature(signature);
    if (signed.checkSignature(xml)) parts = signed.getSignedReferences();
  } catch {
    // Refused below, as a mismatch.
  }
  const properties = parts.find((part) => /^<([\w-]+:)?SignedProperties[\s>]/.test(part));
  if (!parts.some((part) => /<([\w-]+:)?AuthTokenRequest[\s>]/.test(part)) || properties === undefined)
    throw refuse(9105);
  if (!names(properties, certificate)) throw refuse(9105, 'Podpis nie wskazuje certyfikatu.');
  return certificate;
}

function certificateIn(signature: string): X509Certificate {
  const [, encoded = ''] = /<(?:[\w-]+:)?X509Certificate>([^<]*)</.exec(signature) ?? [];
  try {
    return new X509Certificate(Buffer.from(encoded, 'base64'));
  } catch {
    throw refuse(21115);
  }
}

function isStrong({ publicKey }: X509Certificate): boolean {
  const { modulusLength = 0, namedCurve = '' } = publicKey.asymmetricKeyDetails ?? {};
  return publicKey.asymmetricKeyType === 'ec' ? CURVES.includes(namedCurve) : modulusLength >= RSA_BITS;
}

/** Whether the digest in the signed properties is that of this certificate. */
function names(properties: string, certificate: X509Certificate): boolean {
  return withXml(Buffer.from(properties), (root) => {
    const text = (name: string): string =>
      elementsAt(root, `.//*[local-name() = '${name}']`)[0]?.content.trim() ?? '';
    const method = elementsAt(root, ".//*[local-name() = 'DigestMethod']")[0]?.attr('Algorithm')?.value ?? '';
    const digest = DIGESTS[method];
    if (digest === undefined) return false;
    return (
      createHash(digest).update(certificate.raw).digest('base64') === text('DigestValue').replace(/\s/g, '')
    );
  });
}

/** Algorithms that KSeF accepts and the library lacks. */
function learn(signed: SignedXml): void {
  for (const bits of ['256', '384', '512']) {
    const name = `http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${bits}`;
    signed.SignatureAlgorithms[name] = ecdsa(name, `sha${bits}`);
  }
  const sha384 = 'http://www.w3.org/2001/04/xmldsig-more#sha384';
  signed.HashAlgorithms[sha384] = hashing(sha384, 'sha384');
  for (const transform of ENVELOPED_TOO)
    signed.CanonicalizationAlgorithms[transform] = signed.CanonicalizationAlgorithms[ENVELOPED]!;
}

/** Values are R and S of fixed width, never DER. */
const ecdsa = (name: string, digest: string): new () => SignatureAlgorithm =>
  class {
    getSignature(): string {
      throw new Error('The sandbox signs nothing with ECDSA.');
    }

    verifySignature(
      material: string,
      key: Parameters<SignatureAlgorithm['verifySignature']>[1],
      value: string,
    ): boolean {
      const publicKey = { key: key as string, dsaEncoding: 'ieee-p1363' as const };
      return verify(digest, Buffer.from(material), publicKey, Buffer.from(value, 'base64'));
    }

    getAlgorithmName(): string {
      return name;
    }
  };

const hashing = (name: string, digest: string): new () => HashAlgorithm =>
  class {
    getHash(xml: string): string {
      return createHash(digest).update(xml).digest('base64');
    }

    getAlgorithmName(): string {
      return name;
    }
  };
