import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { JoseProofs } from '../../adapters/signing/jose-proofs.ts';
import { NodeDigests } from '../../adapters/system/node-digests.ts';
import { VerifyProof } from '../../application/proof/verify-proof.ts';
import { ProofRefused } from '../../ports/proof-signer.ts';
import { CommandRefused, runCommand } from './command.ts';
import { rerun } from './rerun.ts';

const USAGE = `npm run proof -- verify FILE --document DOCUMENT --keys JWKS [--rerun [--rules FOLDER]]

Holds FILE, the answer of GET /invoices/{id}/proof, to DOCUMENT, the bytes that went to the route, and JWKS, the file behind
/.well-known/jwks.json. Needs no store and no network. --rerun judges DOCUMENT again, with the packs that the statement names by
checksum, from FOLDER (RULES_DIR, ./rules if it is left out). Prints the statement if it holds; otherwise says what does not, exit code 1.`;

interface Order {
  readonly proof: string;
  readonly document: string;
  readonly keys: string;
  /** The folder of installed packs; without it no check is repeated. */
  readonly rules?: string;
}

function orderOf(args: readonly string[]): Order {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      document: { type: 'string' },
      keys: { type: 'string' },
      rerun: { type: 'boolean' },
      rules: { type: 'string' },
    },
  });
  const [command, proof, ...more] = positionals;
  const { document, keys, rules } = values;
  const isComplete = proof !== undefined && document !== undefined && keys !== undefined;
  if (command !== 'verify' || !isComplete || more.length > 0 || (rules !== undefined && !values.rerun))
    throw new CommandRefused(USAGE);
  const folder = rules ?? (process.env['RULES_DIR'] || './rules');
  return { proof, document, keys, ...(values.rerun && { rules: folder }) };
}

async function verify(): Promise<void> {
  const order = orderOf(process.argv.slice(2));
  const [proof, document, jwks] = await Promise.all([
    textOf(order.proof),
    fileAt(order.document),
    textOf(order.keys),
  ]);
  const proofs = new JoseProofs();
  const tools = { reader: proofs, digests: new NodeDigests() };
  try {
    const statement = await new VerifyProof(tools).run({ proof, document, jwks });
    if (order.rules !== undefined) {
      const layers = await rerun(statement, document, order.rules);
      console.error(`Judged again: ${layers.map(({ layer, outcome }) => `${layer} ${outcome}`).join(', ')}.`);
    }
    console.log(proofs.readable(statement));
  } catch (error) {
    throw error instanceof ProofRefused ? new CommandRefused(`Refused. ${error.message}`) : error;
  }
}

/** Without the line end that an editor adds. */
const textOf = async (path: string): Promise<string> => (await fileAt(path)).toString('utf8').trimEnd();

async function fileAt(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandRefused(`${path} cannot be read (${code}).`);
  }
}

await runCommand(USAGE, verify);
