import type { Layer, PackRef } from 'en16931-rules/vocabulary/layer.ts';
import { overlaysAmong } from 'en16931-rules/vocabulary/overlay.ts';
import type { StatedLayer, Statement } from '../../domain/proof/statement.ts';
import type { FileReader } from '../../ports/file-reader.ts';
import { ProofRefused } from '../../ports/proof-signer.ts';
import type { DocumentToCheck } from '../../ports/validator.ts';

/** Checks a document with the packs of the statement only, at the time of the stated check. */
type Judge = Pick<FileReader, 'openFile'>;

/** The packs that a statement names, each once. @throws ProofRefused if one is named without its checksum */
export function statedPacks({ check }: Pick<Statement, 'check'>): readonly Required<PackRef>[] {
  const packs = (check?.layers ?? []).flatMap(({ pack }) => pack ?? []);
  const stated = packs.map(({ sha256, ...pack }) => {
    if (sha256 === undefined)
      throw new ProofRefused(
        `The checksum of the pack ${nameOf(pack)} is not in the statement, so the check cannot be run again.`,
      );
    return { ...pack, sha256 };
  });
  return stated.filter(({ sha256 }, n) => stated.findIndex((other) => other.sha256 === sha256) === n);
}

/**
 * Checks the document again and compares every official layer with the statement.
 * @returns the layers of this check.
 * @throws ProofRefused naming the first difference.
 */
export async function rerunChecks(
  statement: Statement,
  bytes: Uint8Array,
  judge: Judge,
): Promise<readonly StatedLayer[]> {
  const stated = statement.check?.layers ?? [];
  if (stated.length === 0) throw new ProofRefused('The statement names no check that could be run again.');
  const checked = (await layersOf(statement, bytes, judge)).map(withoutFindings);
  // Our own steps come first; they check the canonical invoice, not the document.
  const own = stated.slice(0, Math.max(0, stated.length - checked.length));
  const official = stated.slice(own.length);
  if (own.some(({ pack }) => pack !== null) || checked.length === 0)
    throw new ProofRefused(
      `Other layers apply to the document: ${checked.map(({ layer }) => layer).join(', ')}.`,
    );
  for (const [n, layer] of official.entries()) {
    const again = checked[n];
    if (!again || describeLayer(again) !== describeLayer(layer))
      throw new ProofRefused(
        `The repeated check gives ${again ? describeLayer(again) : 'no such layer'}; the statement has ${describeLayer(layer)}.`,
      );
  }
  return checked;
}

function layersOf(
  { invoice, document }: Statement,
  bytes: Uint8Array,
  judge: Judge,
): Promise<readonly Layer[]> {
  return judge.openFile(bytes, { client: invoice.client, whenBusy: 'wait' }, async (file) => {
    const read = await file.read();
    if (read.reading !== 'read') throw new ProofRefused('The document cannot be read as an invoice.');
    const { syntax, specification: customization, issueDate } = read.facts;
    const hybrid = read.embedded !== undefined;
    const isBuiltHere = document?.isBuiltHere === true;
    const toCheck: DocumentToCheck = {
      bytes,
      syntax,
      customization,
      issueDate,
      route: invoice.route,
      ...(hybrid && { hybrid, isBuiltHere }),
    };
    return file.check(toCheck);
  });
}

const withoutFindings = ({ layer, source, pack, outcome, findings }: Layer): StatedLayer => {
  const overlays = overlaysAmong(findings);
  return { layer, source, pack, outcome, ...(overlays.length > 0 && { overlays }) };
};

const describeLayer = ({ layer, source, pack, outcome }: StatedLayer): string =>
  `${layer} (${source}${pack ? `, ${nameOf(pack)}, SHA-256 ${pack.sha256 ?? 'unknown'}` : ''}) ${outcome}`;

const nameOf = ({ id, version, origin }: Omit<PackRef, 'sha256'>): string => `${id} ${version} (${origin})`;
