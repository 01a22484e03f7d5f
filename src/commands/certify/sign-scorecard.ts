import { existsSync } from 'node:fs';
import { JoseProofs } from '../../adapters/signing/jose-proofs.ts';
import { requireSigning } from '../../application/proof/verify-proof.ts';
import { CallFailed } from '../../domain/failures.ts';
import { ProofRefused } from '../../ports/proof-signer.ts';
import { openForCommand } from '../../processes/open-for-command.ts';
import { readSettings } from '../../processes/settings/read-settings.ts';
import { CommandRefused, NotRun } from '../frame/endings.ts';
import { openSigning } from '../keys/open-signing.ts';
import { publishedKeys } from '../proof/published-keys.ts';
import { readScorecard, type Scorecard } from './scorecard.ts';

const TYPE = 'scorecard+json';

/** Signs with the key of the service's proofs, which is in the store of STORE_URL. */
export class ScorecardSigner {
  private constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly serviceUrl: string,
  ) {}

  /** Signs an empty text first: a run of all scenarios must not end without a signature. @throws NotRun */
  static async open(env: NodeJS.ProcessEnv, serviceUrl: string): Promise<ScorecardSigner> {
    const signer = new ScorecardSigner(env, serviceUrl);
    await signer.sign(() => '');
    return signer;
  }

  /** @returns JWS in compact form. @throws NotRun if it could not be verified with the published keys. */
  async sign(write: (issuedAt: Date) => string): Promise<string> {
    const settings = readSettings(this.env);
    const { store } = settings;
    if (store.kind === 'sqlite' && !existsSync(store.path))
      throw new NotRun(`${store.path} is no store of a service. ${HINT}`);
    const opened = await openForCommand(settings);
    try {
      const signing = await openSigning(opened, settings);
      const signed = await signing.signText(write, TYPE);
      const proofs = new JoseProofs();
      await proofs.openText(signed, TYPE, proofs.keys(await publishedKeys(this.serviceUrl, HINT)));
      return signed;
    } catch (error) {
      if (error instanceof ProofRefused)
        throw new NotRun(`STORE_URL is not the store of ${this.serviceUrl}: it has other keys. ${HINT}`);
      if (error instanceof CallFailed && error.failure.kind === 'no-master-key')
        throw new NotRun(`MASTER_KEY (or MASTER_KEY_FILE) is not set: it seals the key that signs. ${HINT}`);
      throw error;
    } finally {
      await opened.close();
    }
  }
}

const HINT =
  'The scorecard is signed at the store of the service, as proofs are: set STORE_URL, or run with --unsigned.';

/** @throws CommandRefused */
export async function verifiedScorecard(signed: string, jwks: string): Promise<Scorecard> {
  const proofs = new JoseProofs();
  try {
    const { text, key } = await proofs.openText(signed, TYPE, proofs.keys(jwks));
    const card = readScorecard(text);
    if (!card) throw new ProofRefused('It is signed, but no scorecard of a form that this version knows.');
    requireSigning(key, new Date(card.issued_at));
    return card;
  } catch (error) {
    throw error instanceof ProofRefused ? new CommandRefused(`Refused. ${error.message}`) : error;
  }
}
