import { type PublishedKey, publish, type SigningKey } from '../../domain/proof/signing-key.ts';
import type { Statement } from '../../domain/proof/statement.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TextSealer } from '../../ports/content-store.ts';
import type { PrivateKey, ProofSigner, SignedTextType } from '../../ports/proof-signer.ts';
import type { SigningKeys } from '../../ports/signing-keys.ts';

/** Whose data key seals the private keys. No client id begins with it. */
const OWNER = '~signing';

interface Ports {
  readonly signingKeys: SigningKeys;
  readonly proofSigner: ProofSigner;
  readonly content: TextSealer;
  readonly clock: Clock;
}

export interface SignedStatement {
  readonly statement: Statement;
  readonly kid: string;
  /** JWS in compact form. */
  readonly proof: string;
}

/** The keys that the service signs proofs with: the first is made on demand. */
export class Signing {
  constructor(private readonly ports: Ports) {}

  /** @throws CallFailed `no-master-key` */
  async sign(stated: Omit<Statement, 'issuedAt'>): Promise<SignedStatement> {
    const { proofSigner, clock } = this.ports;
    const key = await this.privateKey();
    const statement = { ...stated, issuedAt: clock.now() };
    return { statement, kid: key.kid, proof: await proofSigner.sign(statement, key) };
  }

  /** @param write makes the text, which states the time. @throws CallFailed `no-master-key` */
  async signText(write: (issuedAt: Date) => string, type: SignedTextType): Promise<string> {
    const { proofSigner, clock } = this.ports;
    const key = await this.privateKey();
    return proofSigner.signText(write(clock.now()), type, key);
  }

  private async privateKey(): Promise<PrivateKey> {
    const { kid, sealedKey } = await this.current();
    return { kid, privateKey: await this.ports.content.openText(OWNER, sealedKey) };
  }

  async publish(): Promise<readonly PublishedKey[]> {
    return publish(await this.ports.signingKeys.all());
  }

  /** The JWK set of the published keys. */
  async jwks(): Promise<string> {
    return this.ports.proofSigner.jwks(await this.publish());
  }

  /** Adds a key that signs from now on. @returns its id. @throws CallFailed `no-master-key` */
  async rotate(): Promise<string> {
    for (;;) {
      const keys = await this.ports.signingKeys.all();
      const made = await this.add((keys.at(-1)?.number ?? 0) + 1);
      if (made) return made.kid;
    }
  }

  private async current(): Promise<SigningKey> {
    for (;;) {
      const key = (await this.ports.signingKeys.all()).at(-1) ?? (await this.add(1));
      if (key) return key;
    }
  }

  /** @returns undefined if another process has added one of this number. */
  private async add(number: number): Promise<SigningKey | undefined> {
    const { signingKeys, proofSigner, content, clock } = this.ports;
    const { kid, publicKey, privateKey } = await proofSigner.newKey();
    const sealedKey = await content.sealText(OWNER, privateKey);
    const key: SigningKey = { number, kid, publicKey, sealedKey, createdAt: clock.now() };
    const isAdded = await signingKeys.add(key, {
      at: key.createdAt,
      action: 'signing_key_made',
      actor: 'system',
      subject: kid,
      details: { number },
    });
    return isAdded ? key : undefined;
  }
}
