import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryService } from '../../client/client.ts';

/** Two keys of the client: the first ends during the run. */
export interface ErpKeys {
  readonly first: string;
  readonly second: string;
  /** Has the key that is to be used; only its owner reads it. */
  readonly file: string;
  /** From now on the file has the second key. */
  end(): void;
  revoke(): Promise<void>;
}

export async function mintErpKeys(
  service: DeliveryService,
  client: string,
  folder: string,
): Promise<ErpKeys> {
  const mint = async () => {
    const { data } = await service.api.POST('/keys', {
      body: { client, scopes: ['submit', 'read'], label: 'ids certify' },
    });
    return data!;
  };
  const minted = [await mint(), await mint()] as const;
  const [first, second] = minted.map(({ key }) => key) as [string, string];
  const file = join(folder, 'erp.key');
  const keep = (key: string): void => writeFileSync(file, `${key}\n`, { mode: 0o600 });
  keep(first);
  return {
    first,
    second,
    file,
    end: () => keep(second),
    async revoke() {
      rmSync(file, { force: true });
      for (const { id } of minted) await service.api.POST('/keys/{id}/revoke', { params: { path: { id } } });
    },
  };
}
