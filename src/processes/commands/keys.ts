import { MAX_SILENCE_MS } from '../../application/operation/watch-workers.ts';
import { parseArgs } from 'node:util';
import { sealerOf } from '../../adapters/sealing/jose-sealer.ts';
import { JoseProofs } from '../../adapters/signing/jose-proofs.ts';
import { SealedContent } from '../../application/content/sealed-content.ts';
import { Signing } from '../../application/proof/signing.ts';
import { CallFailed } from '../../domain/failures.ts';
import type { KeyHolder } from '../../domain/access/api-key.ts';
import { CLIENT_ID, LIVE_KEYS_PER_CLIENT, type Scope, SCOPES } from '../../domain/access/caller.ts';
import { CommandRefused, runCommand } from './command.ts';
import { mintOutOfBand } from '../first-keys.ts';
import { readMasterKeys } from '../master-key.ts';
import { openTools } from '../open-tools.ts';
import { rotateMasterKey } from './rotate-master-key.ts';
import { readSettings } from '../settings/read-settings.ts';

const USAGE = `npm run keys -- mint --client ID --scopes submit,read,admin [--label TEXT]
npm run keys -- mint --operator [--read-only] [--label TEXT]
npm run keys -- mint --partner ID [--label TEXT]
npm run keys -- rotate-signing     makes a new key that signs proofs; earlier ones stay published
npm run keys -- rotate-master      wraps all data keys under NEW_MASTER_KEY (or NEW_MASTER_KEY_FILE) in place of MASTER_KEY

A minted key is printed once, on standard output; the service keeps its hash only.`;

/** The owner of the key, by the arguments of the command. */
function holderOf(args: readonly string[]): { readonly holder: KeyHolder; readonly label?: string } {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      client: { type: 'string' },
      scopes: { type: 'string' },
      operator: { type: 'boolean' },
      'read-only': { type: 'boolean' },
      partner: { type: 'string' },
      label: { type: 'string' },
    },
  });
  const { client, scopes, operator, partner, label } = values;
  // An option without effect is refused: its author expects a lesser key than the command would make.
  if ((scopes !== undefined && client === undefined) || (values['read-only'] && !operator))
    throw new CommandRefused(USAGE);
  const named = [client, operator, partner].filter((each) => each !== undefined).length;
  if (positionals[0] !== 'mint' || positionals.length > 1 || named !== 1) throw new CommandRefused(USAGE);
  if (label !== undefined && label.length > 100)
    throw new CommandRefused('--label takes at most 100 characters.');
  return { holder: holder(), ...(label !== undefined && { label }) };

  function holder(): KeyHolder {
    if (operator) return { kind: values['read-only'] ? 'operator-read-only' : 'operator' };
    if (partner !== undefined) return { kind: 'partner', partner: id('--partner', partner) };
    return { kind: 'client', client: id('--client', client ?? ''), scopes: scopesOf(scopes) };
  }
}

function id(option: string, value: string): string {
  if (!CLIENT_ID.test(value))
    throw new CommandRefused(`${option} takes 1 to 64 letters, digits, dots, underscores and hyphens.`);
  return value;
}

function scopesOf(text: string | undefined): readonly Scope[] {
  const asked = (text ?? '').split(',');
  const known = SCOPES.filter((scope) => asked.includes(scope));
  if (known.length === 0 || known.length !== asked.length)
    throw new CommandRefused(`--scopes takes a list of ${SCOPES.join(', ')}.`);
  return known;
}

async function mint(): Promise<void> {
  const { holder, label } = holderOf(process.argv.slice(2));
  const tools = await openTools(readSettings(process.env));
  try {
    if (holder.kind === 'client' && (await tools.clients.find(holder.client))?.deletedAt)
      throw new CommandRefused(`The client ${holder.client} was deleted; its id is not used again.`);
    const mint = await mintOutOfBand(tools, holder, label);
    if (mint === 'limit')
      throw new CommandRefused(`This client has ${LIVE_KEYS_PER_CLIENT} live keys; revoke one first.`);
    console.log(mint.minted);
  } finally {
    await tools.close();
  }
}

async function rotate(): Promise<void> {
  const settings = readSettings(process.env);
  const tools = await openTools(settings);
  try {
    const keys = await readMasterKeys(settings, () => tools.sealed.knowsMasterKey());
    const silent = new Date(Date.now() - MAX_SILENCE_MS);
    const live = await tools.stores.processes.seenSince(silent);
    const count = await rotateMasterKey(keys, { ...tools, live });
    console.log(
      `${count} data keys are wrapped under the new master key, and none under the old one. Start every process with it as MASTER_KEY ` +
        'and without NEW_MASTER_KEY; keep the old one for as long as backups from before are kept.',
    );
  } finally {
    await tools.close();
  }
}

async function rotateSigning(): Promise<void> {
  const settings = readSettings(process.env);
  const tools = await openTools(settings);
  try {
    const { sealed, digests, stores } = tools;
    const sealer = await sealerOf(sealed, await readMasterKeys(settings, () => sealed.knowsMasterKey()));
    const content = new SealedContent(sealed, sealer, digests);
    const signing = new Signing({ ...stores, ...tools, content, proofSigner: new JoseProofs() });
    console.log(`Proofs are signed with the key ${await signing.rotate()} from now on.`);
  } catch (error) {
    if (error instanceof CallFailed && error.failure.kind === 'no-master-key')
      throw new CommandRefused('MASTER_KEY (or MASTER_KEY_FILE) is not set: it seals the private key.');
    throw error;
  } finally {
    await tools.close();
  }
}

const ROTATIONS: Readonly<Record<string, () => Promise<void>>> = {
  'rotate-master': rotate,
  'rotate-signing': rotateSigning,
};

await runCommand(USAGE, () => {
  const rotation = process.argv.length === 3 ? ROTATIONS[process.argv[2] ?? ''] : undefined;
  return (rotation ?? mint)();
});
