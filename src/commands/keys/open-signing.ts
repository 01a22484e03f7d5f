import { sealerOf } from '../../adapters/sealing/jose-sealer.ts';
import { JoseProofs } from '../../adapters/signing/jose-proofs.ts';
import { SealedContent } from '../../application/content/sealed-content.ts';
import { Signing } from '../../application/proof/signing.ts';
import { readMasterKeys } from '../../processes/master-key.ts';
import type { openForCommand } from '../../processes/open-for-command.ts';
import type { Settings } from '../../processes/settings/settings.ts';

type Opened = Awaited<ReturnType<typeof openForCommand>>;

/** The keys of the store that sign proofs. */
export async function openSigning(opened: Opened, settings: Settings): Promise<Signing> {
  const { sealed, digests, stores } = opened;
  const sealer = await sealerOf(sealed, await readMasterKeys(settings, () => sealed.knowsMasterKey()));
  const content = new SealedContent(sealed, sealer, digests);
  return new Signing({ ...stores, ...opened, content, proofSigner: new JoseProofs() });
}
