import assert from 'node:assert/strict';
import { type RuledSyntax, XRECHNUNG_PACKS, publishedRules } from './built-in-rules.ts';

export interface OfficialRules {
  /** Ids of the rules of severity error that a document breaks, those of EN 16931 and of XRechnung. */
  broken(xml: string | Uint8Array): Promise<string[]>;
}

/** The official rules for an XRechnung, compiled. */
export async function officialRules(syntax: RuledSyntax = 'ubl'): Promise<OfficialRules> {
  const rules = await publishedRules(syntax);
  return {
    broken: async (xml) => {
      const bytes = typeof xml === 'string' ? new TextEncoder().encode(xml) : xml;
      const ids: string[] = [];
      for (const pack of XRECHNUNG_PACKS) {
        const run = await rules.run(pack, bytes);
        assert.ok(run.kind === 'verdict' && run.reached, JSON.stringify(run));
        ids.push(...run.fired.flatMap(({ id, flag }) => (flag === 'fatal' ? [id ?? ''] : [])));
      }
      return ids;
    },
  };
}
