import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { stringify } from 'yaml';
import { TRANSLATED } from '../../src/domain/words/language.ts';
import { inOtherWords } from '../../src/domain/words/texts.ts';
import { englishIn } from '../words/english-in.ts';
import { emptyFolder } from '../support/folder.ts';
import { Player, readSubmission } from './play.ts';

const FOLDER = new URL('./', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));

/** `ANSWERS=write` writes the present answers; read the difference as a clerk does. */
const isWriting = process.env.ANSWERS === 'write';

const SENTENCE = /^[\p{L}\d].* .*[.)]$/su;

interface Told {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly field?: string;
  readonly term?: string;
  readonly location?: object;
  readonly fix_hint?: string;
  readonly who_fixes?: string;
}

/** All findings of an answer, which is a refusal or a report. */
function findingsOf(answer: unknown): readonly Told[] {
  const {
    errors = [],
    warnings = [],
    layers = [],
  } = answer as Record<string, Told[] | undefined> & {
    layers?: { findings: Told[] }[];
  };
  return [...errors, ...warnings, ...layers.flatMap(({ findings }) => findings)];
}

describe('the answer to a wrong submission', () => {
  const folder = emptyFolder();
  let player: Player;

  before(async () => {
    player = await Player.start(folder.path);
  });
  after(async () => {
    await player.stop();
    folder.remove();
  });

  it('is recorded for forty submissions', () => assert.ok(FILES.length >= 40, `${FILES.length}`));

  for (const name of FILES) {
    const { answer: written, ...submission } = readSubmission(new URL(name, FOLDER));
    it(`is the recorded one of ${name}: ${submission.what}`, async () => {
      const answer = await player.answerTo(submission);
      if (isWriting) {
        const text = stringify({ ...submission, answer }, { lineWidth: 0 });
        writeFileSync(new URL(name, FOLDER), await format(text, { parser: 'yaml', singleQuote: true }));
      } else assert.deepEqual(answer, written);
      const errors = findingsOf(answer).filter(({ severity }) => severity !== 'information');
      const { detail = '' } = answer as { readonly detail?: string };
      assert.ok(errors.length > 0 || SENTENCE.test(detail), 'nothing is said');
      for (const { code, message, who_fixes: who, fix_hint: how, ...place } of errors) {
        assert.match(message, SENTENCE, `${code} says what is wrong in a sentence`);
        assert.ok(place.field ?? place.term ?? place.location, `${code} says where: ${message}`);
        assert.ok(who, `${code} says who acts`);
        assert.match(how ?? '', /\w+ \w+/, `${code} says how: ${message}`);
      }
    });

    it(`mixes no English into other languages: ${name}`, async () => {
      for (const language of TRANSLATED) {
        const mixed: string[] = [];
        inOtherWords(await player.answerTo(submission, language), (text) => {
          if (englishIn(language, String(text)).length > 0) mixed.push(String(text));
          return '';
        });
        assert.deepEqual(mixed, [], language);
      }
    });
  }
});
