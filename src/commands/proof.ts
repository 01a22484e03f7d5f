import { JoseProofs } from '../adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../adapters/system/node-digests.ts';
import { PROOF_FILE } from '../domain/proof/proof-page.ts';
import { attachedFiles } from 'en16931-rules/pdf/attached-files.ts';
import { VerifyProof } from '../application/proof/verify-proof.ts';
import { ProofRefused } from '../ports/proof-signer.ts';
import { addressOf, type ConnectionOptions } from './frame/connection.ts';
import { readFileOf, readTextOf } from './frame/files.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused, NotRun } from './frame/endings.ts';
import { rulesDirOf } from './frame/rules-dir.ts';
import { publishedKeys, requireSafeWay } from './proof/published-keys.ts';
import { rerun } from './proof/rerun.ts';

interface VerifyOptions extends Pick<ConnectionOptions, 'url' | 'profile'> {
  readonly document?: string;
  readonly keys?: string;
  readonly rerun?: boolean;
  /** The folder of installed packs. */
  readonly rules?: string;
  readonly json?: boolean;
}

export const proof: Define = (command, frame) => {
  command
    .command('verify')
    .description('verify the answer of GET /invoices/{id}/proof; needs no store, and with --keys no network')
    .argument('<file>', 'the proof: the signed statement, or a PDF that has it as proof.jws')
    .option('--document <file>', 'the bytes that went to the route (the attachment of the PDF)')
    .option('--keys <file>', 'the file behind /.well-known/jwks.json, saved before')
    .option('--url <url>', 'without --keys: the service that signs, to fetch its keys (IDS_URL)')
    .option('--profile <name>', 'without --keys: the service of a profile of ids login')
    .option('--rerun', 'check the document again, with the packs that the statement names by checksum')
    .option('--rules <folder>', 'the folder of these packs (RULES_DIR)')
    .option('--json', 'print JSON: the statement, and the layers that were judged again')
    .addHelpText(
      'after',
      '\nPrints the statement if it holds. Exit codes: 0 it holds, 1 it does not, and why, 2 it was not verified.',
    )
    .action(frame.act((file: string, options: VerifyOptions) => verify(file, options, frame)));
};

/** Keys, and where they come from: by them a reader sees whose signature holds. */
interface GivenKeys {
  readonly jwks: string;
  readonly origin: string;
}

/**
 * Never from an address that the file names: a person who forges a proof chooses that address, too.
 * @throws NotRun
 */
async function keysOf(options: VerifyOptions, env: NodeJS.ProcessEnv): Promise<GivenKeys> {
  const { keys: file, url, profile } = options;
  if (file !== undefined && (url !== undefined || profile !== undefined))
    throw new NotRun('--keys goes without --url and --profile.');
  if (file !== undefined) return { jwks: readTextOf(file), origin: file };
  const service = addressOf(options, env);
  if (service === undefined)
    throw new NotRun(
      'Not verified: whose keys? The keys decide who has signed, so the file cannot name them itself. Add --url with the address of the service, as you know it from the sender (or set IDS_URL), or --keys with a copy of its keys.',
    );
  requireSafeWay(service);
  return {
    jwks: await publishedKeys(service, 'Save them, and name them with --keys.'),
    origin: service,
  };
}

async function verify(file: string, options: VerifyOptions, { env, terminal }: Frame): Promise<void> {
  if (options.rules !== undefined && !options.rerun) throw new NotRun('--rules goes with --rerun.');
  const { proof: text, documents } = sentParts(readFileOf(file), options);
  const { jwks, origin } = await keysOf(options, env);
  const proofs = new JoseProofs();
  const ports = { reader: proofs, digests: new NodeDigests() };
  try {
    const { statement, document } = await new VerifyProof(ports).run({ proof: text, documents, jwks });
    const layers = options.rerun ? await rerun(statement, document, rulesDirOf(options, env)) : undefined;
    const readable = proofs.readable(statement);
    terminal.note(
      `It holds: signed with a key of ${origin}, and the document is unchanged. Whether these are the keys of the sender’s service, the file cannot show.`,
    );
    if (options.json)
      return terminal.json({ statement: JSON.parse(readable) as unknown, ...(layers && { rerun: layers }) });
    if (layers)
      terminal.note(`Judged again: ${layers.map(({ layer, outcome }) => `${layer} ${outcome}`).join(', ')}.`);
    terminal.verbatim(readable);
  } catch (error) {
    throw error instanceof ProofRefused ? new CommandRefused(`Refused. ${error.message}`) : error;
  }
}

interface SentParts {
  readonly proof: string;
  readonly documents: readonly Uint8Array[];
}

/** @throws NotRun without a document; CommandRefused for a PDF without a statement */
function sentParts(file: Uint8Array, { document }: VerifyOptions): SentParts {
  const named = document === undefined ? undefined : [readFileOf(document)];
  if (!isPdf(file)) {
    if (!named) throw new NotRun('--document is missing: only a PDF has the document in it.');
    return { proof: textOf(file), documents: named };
  }
  const files = attachedFiles(file);
  if (!files) throw new CommandRefused('Refused. The PDF cannot be read.');
  const statements = files.filter(({ name }) => name === PROOF_FILE);
  const [statement, another] = statements;
  if (!statement)
    throw new CommandRefused(`Refused. The PDF carries no proof: it has no attachment ${PROOF_FILE}.`);
  if (another)
    throw new CommandRefused(`Refused. The PDF carries ${statements.length} attachments ${PROOF_FILE}.`);
  const others = files.filter(({ name }) => name !== PROOF_FILE).map(({ bytes }) => bytes);
  return { proof: textOf(statement.bytes), documents: named ?? others };
}

const isPdf = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 1024)).includes('%PDF-');

/** Without the line end that an editor adds. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').trimEnd();
