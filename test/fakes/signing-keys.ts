import type { SigningKey } from '../../src/domain/proof/signing-key.ts';
import type { SigningKeys } from '../../src/ports/signing-keys.ts';

export class FakeSigningKeys implements SigningKeys {
  private readonly keys: SigningKey[] = [];

  async all(): Promise<readonly SigningKey[]> {
    return this.keys.toSorted((one, other) => one.number - other.number);
  }

  async add(key: SigningKey): Promise<boolean> {
    if (this.keys.some(({ number }) => number === key.number)) return false;
    this.keys.push(key);
    return true;
  }
}
