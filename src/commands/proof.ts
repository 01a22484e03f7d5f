import { JoseProofs } from '../adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../adapters/system/node-digests.ts';
import { VerifyProof } from '../application/proof/verify-proof.ts';
import { ProofRefused } from '../ports/proof-signer.ts';
import { readFileOf, readTextOf } from './frame/files.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused, NotRun } from './frame/refusals.ts';
import { rulesDirOf } from './frame/rules-dir.ts';
import { rerun } from './proof/rerun.ts';

interface VerifyOptions {
  readonly document: string;
  readonly keys: string;
  readonly rerun?: boolean;
  /** The folder of installed packs. */
  readonly rules?: string;
  readonly json?: boolean;
}

export const proof: Define = (command, frame) => {
  command
    .command('verify')
    .description('verify the answer of GET /invoices/{id}/proof; needs no store and no network')
    .argument('<file>', 'the proof')
    .requiredOption('--document <file>', 'the bytes that went to the route')
    .requiredOption('--keys <file>', 'the file behind /.well-known/jwks.json')
    .option('--rerun', 'check the document again, with the packs that the statement names by checksum')
    .option('--rules <folder>', 'the folder of these packs (RULES_DIR)')
    .option('--json', 'print JSON: the statement, and the layers that were judged again')
    .addHelpText('after', '\nPrints the statement if it holds; otherwise says what does not, exit code 1.')
    .action(frame.act((file: string, options: VerifyOptions) => verify(file, options, frame)));
};

async function verify(file: string, options: VerifyOptions, { env, terminal }: Frame): Promise<void> {
  if (options.rules !== undefined && !options.rerun) throw new NotRun('--rules goes with --rerun.');
  const [text, document, jwks] = [readTextOf(file), readFileOf(options.document), readTextOf(options.keys)];
  const proofs = new JoseProofs();
  const tools = { reader: proofs, digests: new NodeDigests() };
  try {
    const statement = await new VerifyProof(tools).run({ proof: text, document, jwks });
    const layers = options.rerun ? await rerun(statement, document, rulesDirOf(options, env)) : undefined;
    const readable = proofs.readable(statement);
    if (options.json)
      return terminal.json({ statement: JSON.parse(readable) as unknown, ...(layers && { rerun: layers }) });
    if (layers)
      terminal.note(`Judged again: ${layers.map(({ layer, outcome }) => `${layer} ${outcome}`).join(', ')}.`);
    terminal.line(readable);
  } catch (error) {
    throw error instanceof ProofRefused ? new CommandRefused(`Refused. ${error.message}`) : error;
  }
}
