import { type Command, Option } from 'commander';
import type { KeyHolder } from '../domain/access/api-key.ts';
import { LIVE_KEYS_PER_CLIENT, type Scope, SCOPES } from '../domain/access/caller.ts';
import { CallFailed } from '../domain/failures.ts';
import { mintOutOfBand } from '../processes/first-keys.ts';
import { openForCommand } from '../processes/open-for-command.ts';
import { readSettings } from '../processes/settings/read-settings.ts';
import { checkedId } from './frame/client-id.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused, NotRun } from './frame/endings.ts';
import { openSigning } from './keys/open-signing.ts';

interface MintOptions {
  readonly client?: string;
  readonly scopes?: string;
  readonly operator?: boolean;
  readonly readOnly?: boolean;
  readonly partner?: string;
  readonly label?: string;
  readonly json?: boolean;
}

/** At the store of STORE_URL: the first keys are made before any key exists. */
export const keys: Define = (command, frame) => {
  mintCommand(command.command('mint')).action(frame.act((options: MintOptions) => mint(options, frame)));
  command
    .command('rotate-signing')
    .description('make a new key that signs proofs; earlier ones stay published')
    .option('--json', 'print JSON')
    .action(frame.act(({ json }: { readonly json?: boolean }) => rotateSigning(json === true, frame)));
};

const mintCommand = (command: Command): Command =>
  command
    .description('make a key, printed once; the service keeps its hash only')
    .option('--client <id>', 'a key of this client')
    .option('--scopes <list>', `of a client: some of ${SCOPES.join(', ')}`)
    .option('--operator', 'a key of the operator')
    .option('--read-only', 'of the operator: it changes nothing')
    .option('--partner <id>', 'a key of this partner')
    .addOption(new Option('--label <text>', 'at most 100 characters'))
    .option('--json', 'print JSON');

/** An option without effect is refused: its author expects a lesser key than the command would make. */
function holderOf({ client, scopes, operator, readOnly, partner }: MintOptions): KeyHolder {
  if ([client, operator, partner].filter((each) => each !== undefined).length !== 1)
    throw new NotRun('A key is of a --client, of the --operator or of a --partner: name one.');
  if (scopes !== undefined && client === undefined)
    throw new NotRun('--scopes is for the key of a --client.');
  if (readOnly && !operator) throw new NotRun('--read-only is for a key of the --operator.');
  if (operator) return { kind: readOnly ? 'operator-read-only' : 'operator' };
  if (partner !== undefined) return { kind: 'partner', partner: checkedId('--partner', partner) };
  return { kind: 'client', client: checkedId('--client', client ?? ''), scopes: scopesOf(scopes) };
}

function scopesOf(text: string | undefined): readonly Scope[] {
  const scopes = (text ?? '').split(',');
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  if (known.length === 0 || known.length !== scopes.length)
    throw new NotRun(`--scopes takes a list of ${SCOPES.join(', ')}.`);
  return known;
}

async function mint(options: MintOptions, { env, terminal }: Frame): Promise<void> {
  const { label, json } = options;
  const holder = holderOf(options);
  if (label !== undefined && label.length > 100) throw new NotRun('--label takes at most 100 characters.');
  const opened = await openForCommand(readSettings(env), { makesStore: true });
  try {
    if (holder.kind === 'client' && (await opened.clients.find(holder.client))?.deletedAt)
      throw new CommandRefused(`The client ${holder.client} was deleted; its id is not used again.`);
    const made = await mintOutOfBand(opened, holder, label);
    if (made === 'limit')
      throw new CommandRefused(`This client has ${LIVE_KEYS_PER_CLIENT} live keys; revoke one first.`);
    if (json) terminal.json({ key: made.minted });
    else terminal.verbatim(made.minted);
  } finally {
    await opened.close();
  }
}

async function rotateSigning(asJson: boolean, { env, terminal }: Frame): Promise<void> {
  const settings = readSettings(env);
  const opened = await openForCommand(settings);
  try {
    const kid = await (await openSigning(opened, settings)).rotate();
    if (asJson) terminal.json({ kid });
    else terminal.line(`Proofs are signed with the key ${kid} from now on.`);
  } catch (error) {
    if (error instanceof CallFailed && error.failure.kind === 'no-master-key')
      throw new CommandRefused('MASTER_KEY (or MASTER_KEY_FILE) is not set: it seals the private key.');
    throw error;
  } finally {
    await opened.close();
  }
}
