import type { Schema } from 'en16931-rules/engine/load/schema.ts';
import { Vocabulary } from 'en16931-rules/engine/xml/vocabulary.ts';
import { compiledModule } from '../../support/compiled-module.ts';
import { observerOf } from './observe.ts';
import { type Reason, foundReason, staticReason } from './reasons.ts';
import { type Found, searchFirings } from './search.ts';
import { type Assertion, type ParsedPack, numbered, parsePack } from './tested-pack.ts';

/** Documents per test before the search gives up. */
const ATTEMPTS = 200;

/** The results of a pack's asserts and reports on documents written for them. */
export interface Firings {
  readonly name: string;
  readonly pack: ParsedPack;
  readonly found: Found;
  /** Those that did not fire. */
  readonly silent: readonly { readonly assertion: Assertion; readonly reason: Reason }[];
}

export async function firingsOf(name: string, schema: Schema, attempts = ATTEMPTS): Promise<Firings> {
  const pack = parsePack(schema);
  const known = new Map<number, Reason>();
  for (const assertion of pack.assertions) {
    const reason = staticReason(pack, assertion);
    if (reason) known.set(assertion.index, reason);
  }
  const observe = observerOf(await compiledModule(numbered(schema)), new Vocabulary());
  const found = searchFirings(pack, observe, attempts, new Set(known.keys()));
  const silent = pack.assertions
    .filter(({ index }) => !found.fired.has(index))
    .map((assertion) => ({
      assertion,
      reason: known.get(assertion.index) ?? foundReason(pack, assertion, found),
    }));
  return { name, pack, found, silent };
}

/** How many tests can fire, as far as known. */
export const possible = ({ pack, silent }: Firings): number =>
  pack.assertions.length - silent.filter(({ reason }) => reason.kind !== 'unknown').length;

/** Tests that fired although a reason was given why they cannot: the reason is wrong. */
export const contradicted = ({ pack, found }: Firings): readonly Assertion[] =>
  pack.assertions.filter((assertion) => found.fired.has(assertion.index) && staticReason(pack, assertion));
