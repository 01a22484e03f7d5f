import { constants, createDecipheriv, createHash, privateDecrypt, X509Certificate } from 'node:crypto';
import { derOf, encryptionIdentity, type Identity } from '../certificates.ts';
import { type Answer, json } from '../network.ts';
import type { State } from '../state.ts';
import { refuse } from './refusals.ts';
import { ROUTE } from './route.ts';
import { instant } from './warsaw.ts';

/** The use of a public key of the ministry. */
export type Usage = 'KsefTokenEncryption' | 'SymmetricKeyEncryption';

const USAGES: Readonly<Record<Usage, string>> = {
  KsefTokenEncryption: 'SANDBOX KSEF TOKEN ENCRYPTION',
  SymmetricKeyEncryption: 'SANDBOX KSEF SYMMETRIC KEY ENCRYPTION',
};

type Pairs = Readonly<Record<Usage, Identity>>;
const KEPT_AS = 'encryption-keys';

/** The ministry's key pairs, which decrypt what clients send. */
export class Keys {
  constructor(
    private readonly state: State,
    private pairs: Pairs,
  ) {}

  /** `GET /security/public-key-certificates` */
  list(): Answer {
    return json(
      200,
      Object.entries(this.pairs).map(([usage, { certificate }]) => {
        const { raw, validFrom, validTo } = new X509Certificate(certificate);
        return {
          certificate: derOf(certificate),
          certificateId: sha256(raw),
          publicKeyId: publicKeyId(certificate),
          validFrom: instant(Date.parse(validFrom)),
          validTo: instant(Date.parse(validTo)),
          usage: [usage],
        };
      }),
    );
  }

  /** New pairs at once, as in an emergency. Data for the old ones can no longer be read. */
  async rotate(): Promise<Answer> {
    this.pairs = await makePairs();
    this.state.keepLasting(ROUTE, KEPT_AS, this.pairs);
    return this.list();
  }

  /** @throws KsefRefused for the id of a key that is not in use. */
  isInUse(usage: Usage, id: string | undefined): void {
    if (id !== undefined && id !== publicKeyId(this.pairs[usage].certificate))
      throw refuse(21470, `Klucz o identyfikatorze ${id} nie jest wspierany.`);
  }

  /** Undefined if it was encrypted for another key, or in another way. */
  open(usage: Usage, encrypted: Buffer): Buffer | undefined {
    try {
      const padding = constants.RSA_PKCS1_OAEP_PADDING;
      return privateDecrypt({ key: this.pairs[usage].key, padding, oaepHash: 'sha256' }, encrypted);
    } catch {
      return undefined;
    }
  }
}

/** Created at the first start. */
export const openKeys = async (state: State): Promise<Keys> =>
  new Keys(state, await state.lasting(ROUTE, KEPT_AS, makePairs));

async function makePairs(): Promise<Pairs> {
  const [token, symmetric] = await Promise.all([
    encryptionIdentity(USAGES.KsefTokenEncryption),
    encryptionIdentity(USAGES.SymmetricKeyEncryption),
  ]);
  return { KsefTokenEncryption: token, SymmetricKeyEncryption: symmetric };
}

const publicKeyId = (certificate: string): string =>
  sha256(new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' }));

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

/** AES-256-CBC; undefined if key, length or padding do not fit. */
export function decrypt(content: Buffer, key: Buffer, initializationVector: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, initializationVector);
    return Buffer.concat([decipher.update(content), decipher.final()]);
  } catch {
    return undefined;
  }
}
