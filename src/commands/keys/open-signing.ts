import { sealerOf } from '../../adapters/sealing/jose-sealer.ts';
import { JoseProofs } from '../../adapters/signing/jose-proofs.ts';
import { SealedContent } from '../../application/content/sealed-content.ts';
import { Signing } from '../../application/proof/signing.ts';
import { readMasterKeys } from '../../processes/master-key.ts';
import type { openTools } from '../../processes/open-tools.ts';
import type { Settings } from '../../processes/settings/settings.ts';

type Tools = Awaited<ReturnType<typeof openTools>>;

/** The keys of the store that sign proofs. */
export async function openSigning(tools: Tools, settings: Settings): Promise<Signing> {
  const { sealed, digests, stores } = tools;
  const sealer = await sealerOf(sealed, await readMasterKeys(settings, () => sealed.knowsMasterKey()));
  const content = new SealedContent(sealed, sealer, digests);
  return new Signing({ ...stores, ...tools, content, proofSigner: new JoseProofs() });
}
