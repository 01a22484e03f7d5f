import { constants, createDecipheriv, createHash, privateDecrypt, X509Certificate } from 'node:crypto';
import { derOf, encryptionIdentity, type Identity } from '../certificates.ts';
import { type Answer, json } from '../network.ts';
import type { State } from '../state.ts';
import { refuse } from './errors.ts';
import { ROUTE } from './route.ts';
import { instant } from './warsaw.ts';

/** The use of a public key of the ministry. */
type Usage = 'KsefTokenEncryption' | 'SymmetricKeyEncryption';

const USAGES: Readonly<Record<Usage, string>> = {
  KsefTokenEncryption: 'SANDBOX KSEF TOKEN ENCRYPTION',
  SymmetricKeyEncryption: 'SANDBOX KSEF SYMMETRIC KEY ENCRYPTION',
};

type Pairs = Readonly<Record<Usage, Identity>>;
const KEPT_AS = 'encryption-keys';

/** A public key as its list has it. */
interface Published {
  readonly certificate: string;
  readonly certificateId: string;
  readonly publicKeyId: string;
  readonly validFrom: string;
  readonly validTo: string;
  readonly usage: readonly [Usage];
}

/** The ministry's key pairs, which decrypt what clients send. */
export class Keys {
  /** Reading a certificate takes longer than an answer. */
  private published: readonly Published[];

  constructor(
    private readonly state: State,
    private pairs: Pairs,
  ) {
    this.published = publish(pairs);
  }

  /** `GET /security/public-key-certificates` */
  list(): Answer {
    return json(200, this.published);
  }

  /** New pairs at once, as in an emergency. Data for the old ones can no longer be read. */
  async rotate(): Promise<Answer> {
    this.pairs = await makePairs();
    this.published = publish(this.pairs);
    this.state.keepLasting(ROUTE, KEPT_AS, this.pairs);
    return this.list();
  }

  /** @throws KsefRefused for the id of a key that is not in use. */
  isInUse(usage: Usage, id: string | undefined): void {
    if (id !== undefined && !this.published.some((key) => key.usage[0] === usage && key.publicKeyId === id))
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

const publish = (pairs: Pairs): readonly Published[] =>
  (['KsefTokenEncryption', 'SymmetricKeyEncryption'] as const).map((usage) => {
    const { certificate } = pairs[usage];
    const { raw, publicKey, validFrom, validTo } = new X509Certificate(certificate);
    return {
      certificate: derOf(certificate),
      certificateId: sha256(raw),
      publicKeyId: sha256(publicKey.export({ type: 'spki', format: 'der' })),
      validFrom: instant(Date.parse(validFrom)),
      validTo: instant(Date.parse(validTo)),
      usage: [usage],
    };
  });

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
