import { KnownCodes } from '../adapters/catalogue/known-codes.ts';
import type { CatalogueEntry } from '../domain/catalogue/entry.ts';
import { whoCorrects } from '../domain/catalogue/who-fixes.ts';
import { whoCorrectsInWords } from '../domain/catalogue/who-corrects.ts';
import { RulesFolder } from 'en16931-rules/packs/rules-folder.ts';
import type { Worded } from 'en16931-rules/vocabulary/message.ts';
import { wordedBy } from '../domain/words/texts.ts';
import { ENGLISH } from './frame/english.ts';
import type { Define, Frame } from './frame/frame.ts';
import { CommandRefused } from './frame/endings.ts';
import { rulesDirOf } from './frame/rules-dir.ts';

interface ExplainOptions {
  readonly rules?: string;
  readonly json?: boolean;
}

export const explain: Define = (command, frame) => {
  command
    .argument('<code...>', 'a rule id or an error code, as BR-CO-15 or KSEF-440')
    .option('--rules <folder>', 'the packs whose rules are explained, too (RULES_DIR)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nNeeds no service.')
    .action(frame.act((codes: readonly string[], options: ExplainOptions) => look(codes, options, frame)));
};

async function look(codes: readonly string[], options: ExplainOptions, frame: Frame): Promise<void> {
  const known = new KnownCodes(new RulesFolder(rulesDirOf(options, frame.env)));
  await known.refresh();
  const entries = codes.map((code) => known.find(code) ?? missing(code, known));
  if (options.json) return frame.terminal.json(entries.map((entry) => asJson(wordedBy(entry, ENGLISH.text))));
  for (const [at, entry] of entries.entries()) {
    if (at > 0) frame.terminal.line();
    print(entry, frame);
  }
}

function missing(code: string, known: KnownCodes): never {
  const meant = known.find(code.toUpperCase())?.code;
  throw new CommandRefused(
    `${code} is not known here. ${meant ? `Is ${meant} meant?` : 'Codes are written exactly: BR-CO-15, KSEF-440.'}`,
  );
}

function print(entry: CatalogueEntry, { terminal }: Frame): void {
  const { code, aliases, title, explanation, fixHint, routes, layer } = wordedBy(entry, ENGLISH.text);
  const who = whoCorrectsInWords(entry, ENGLISH);
  terminal.line(`${terminal.paint('bold', code)}  ${title}`);
  terminal.prose(explanation.replace(`${title}. `, ''), '  ');
  if (fixHint) terminal.prose(`${terminal.paint('green', 'What to do:')} ${fixHint}`, '  ');
  terminal.line(`  ${who}`);
  const facts = [
    routes.length > 0 && `Routes: ${routes.join(', ')}`,
    layer && `layer: ${layer}`,
    entry.term && `term: ${entry.term}`,
    entry.field && `field: ${entry.field}`,
    aliases.length > 0 && `also: ${aliases.join(', ')}`,
  ].filter(Boolean);
  if (facts.length > 0) terminal.prose(terminal.paint('dim', facts.join('; ')), '  ');
}

/** With the names of the API. */
const asJson = ({ whoFixes, senderCanFix, fixHint, ...entry }: Worded<CatalogueEntry>) => ({
  ...entry,
  who_fixes: whoFixes,
  sender_can_fix: whoCorrects({ code: entry.code, whoFixes, senderCanFix }, 'built') === 'erp',
  fix_hint: fixHint,
});
