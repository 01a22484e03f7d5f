import { compileToClosures } from '../support/closures/compile.ts';
import { linkPack, runPack } from 'en16931-rules/engine/engine.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import { decodeXml } from 'en16931-rules/engine/xml/decode.ts';
import { parseXml } from 'en16931-rules/engine/xml/parse.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';

/**
 * Published rules, run by our engine.
 * @param files of which `entry.sch` names the others.
 * @returns ids of the rules that a message breaks.
 */
export function brokenRules(files: ReadonlyMap<string, Uint8Array>): (xml: string) => readonly string[] {
  const vocabulary = new Vocabulary();
  const pack = linkPack(compileToClosures(loadSchema(files, 'entry.sch', 'elements')), vocabulary);
  return (xml) => {
    const decoded = decodeXml(new TextEncoder().encode(xml));
    const parsed = parseXml(decoded.text ?? '', vocabulary);
    if (!parsed.document) throw new Error(JSON.stringify(parsed));
    const run = runPack(pack, parsed.document, {
      budget: 1e7,
      deadline: performance.now() + 60_000,
      capPerTest: 5,
    });
    if (run.kind !== 'verdict' || !run.matched) throw new Error(JSON.stringify(run));
    return run.fired.map(({ id }) => id ?? '');
  };
}
