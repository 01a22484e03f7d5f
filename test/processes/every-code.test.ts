import { english } from '../support/words.ts';
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KnownCodes } from '../../src/adapters/catalogue/known-codes.ts';
import { COMMON_STATUSES, type StatusMapping } from '../../src/domain/sending/status-mapping.ts';
import { OUTCOMES } from '../../src/domain/sending/outcomes.ts';
import { chooseRoute } from '../../src/domain/routing/choose-route.ts';
import { railsOf } from '../../src/processes/rails.ts';
import { readSettings } from '../../src/processes/settings/read-settings.ts';
import { OWN_CODES } from '../../src/domain/catalogue/own-codes.ts';
import { expanded, RULE_PACKS } from '../support/built-in-rules.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import { FakeClock } from '../fakes/clock.ts';
import { memoryStores } from '../support/memory-stores.ts';
import { PREPARED_PACKS } from '../support/prepared-packs.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** Every possible answer of every route, from the tables of the rails of a process. */
function words(): readonly (readonly [where: string, word: StatusMapping])[] {
  const sessions = { use: () => assert.fail('nothing is called') };
  const clocks = { clock: new FakeClock(), realClock: new FakeClock() };
  const participants = {
    lookUp: () => assert.fail('nothing is looked up'),
    smpOf: () => assert.fail('nothing is looked up'),
  };
  const tools = { sessions: sessions as never, caps: memoryStores().caps, participants, ...clocks };
  const rails = railsOf(readSettings({}), tools);
  return [
    ...[...rails.values()].flatMap((rail) => rail.statusMappings.map((word) => [rail.route, word] as const)),
    ...Object.values(COMMON_STATUSES).map((word) => ['every route', word] as const),
  ];
}

/** Codes of findings in the text of the program. */
function written(): readonly string[] {
  const sources = ['src/domain', 'src/application', 'src/adapters'].flatMap((folder) =>
    readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
      // A status that a client sends has codes of the network, which are in no finding.
      .filter(
        (path) => path.endsWith('.ts') && !path.startsWith('catalogue/') && !path.endsWith('/statuses.ts'),
      )
      .map((path) => readFileSync(join(PROJECT, folder, path), 'utf8')),
  );
  return sources.flatMap((text) =>
    [...text.matchAll(/\bcode: '([A-Z][A-Z0-9-]+)'/g)].map(([, code]) => code!),
  );
}

/** Rules of every pack of the project. */
const ruleIds = (): readonly string[] =>
  RULE_PACKS.flatMap((pack) => expanded(pack).catalogue).map(({ code }) => code);

/** All refusals of the router. */
function refusals(): readonly string[] {
  const countries = ['DE', 'FR', 'PL', 'RO', 'BE', 'NL'];
  return countries.flatMap((sellerCountry) =>
    countries.flatMap((buyerCountry) =>
      ([undefined, 'ro-cius', 'fr-ctc'] as const).flatMap((profile) =>
        (['yes', 'no', 'unknown'] as const).flatMap((buyerOnPeppol) => {
          const facts = { sellerCountry, buyerCountry, hasPeppolCredential: true, buyerOnPeppol };
          const choice = chooseRoute({ ...facts, ...(profile && { profile }) });
          return choice.kind === 'undecided' ? [choice.finding.code] : [];
        }),
      ),
    ),
  );
}

/** Codes that end or delay an invoice, or leave its outcome unknown: a person must know what to do. */
const isTrouble = ({ meaning }: StatusMapping): boolean =>
  Object.values(OUTCOMES.invoice).some((outcome) => /^(reject|fail)/.test(String(outcome[meaning]))) &&
  meaning !== 'not-held' &&
  meaning !== 'cannot-tell';

describe('every code that a caller can get', () => {
  let known: KnownCodes;
  before(async () => {
    known = new KnownCodes(new RulesFolder(PREPARED_PACKS, 0));
    await known.refresh();
  });

  function assertExplained(code: string, where: string): void {
    const entry = known.find(code);
    assert.ok(entry, `${where}: ${code} has no entry`);
    for (const text of [entry.title, entry.explanation, entry.fixHint])
      assert.match(english(text), /\w+ \w+/, `${where}: ${code} is not explained in words`);
  }

  it('has an explanation that adds to its title', () => {
    const codes = ruleIds();
    assert.ok(codes.length > 800, `${codes.length}`);
    const wordsIn = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_.[\]-]+/gu) ?? [];
    for (const code of [...codes, ...OWN_CODES.map((entry) => entry.code)]) {
      const { title, explanation } = known.find(code) ?? assert.fail(code);
      const more = new Set(
        wordsIn(english(explanation)).filter((word) => !wordsIn(english(title)).includes(word)),
      );
      // Each states its effect, which adds nothing.
      for (const word of wordsIn('An invoice that breaks this rule is refused.')) more.delete(word);
      assert.ok(more.size >= 3, `${code}: ${english(explanation)}`);
    }
  });

  it('of an answer of a route is explained', () => {
    const coded = words().filter(([, { code }]) => code !== undefined);
    assert.ok(coded.length > 20);
    for (const [route, { code, networkStatus: sign }] of coded) assertExplained(code!, `${route} ${sign}`);
  });

  it('of an answer that ends or delays an invoice is explained, with an owner and a message', () => {
    for (const [route, word] of words().filter(([, one]) => isTrouble(one))) {
      const where = `${route} ${word.networkStatus}`;
      assert.ok(word.code, `${where} has no code`);
      assert.ok(word.owner, `${where} has no owner`);
      assert.match(english(word.message), /^[A-Z].+ .+\.$/, where);
    }
  });

  it('of the router is explained', () => {
    const codes = new Set(refusals());
    assert.deepEqual([...codes].sort(), ['EI-ROUTE-PEPPOL-UNKNOWN', 'EI-ROUTE-UNDECIDED']);
    for (const code of codes) assertExplained(code, 'the router');
  });

  it('in the text of the program is explained', () => {
    const codes = new Set(written());
    assert.ok(codes.size > 15);
    for (const code of codes) assertExplained(code, 'the program');
  });
});
