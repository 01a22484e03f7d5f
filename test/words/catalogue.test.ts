import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import ts from 'typescript';
import { MessageCatalogue } from 'en16931-rules/words/message-catalogue.ts';
import { type Language, LANGUAGES, TRANSLATED } from '../../src/domain/words/language.ts';
import { choice, figure, list, say, sayEnglish, sentences, word } from 'en16931-rules/vocabulary/message.ts';
import { ROUTES } from '../../src/domain/routes/all.ts';
import { messagesOf, writtenMessagesOf } from '../../src/processes/read-words.ts';
import { PACK_ENTRIES, PACKS } from './pack-texts.ts';
import { projectFolder } from 'en16931-rules/packs/project-folder.ts';

/** Those of rules, and the values of their tables, are judged by the rules. */
const isOfPack = (id: string): boolean =>
  PACKS.includes(id.slice(0, id.indexOf('.'))) || (id.startsWith('names.') && !ENGLISH_IDS.has(id));
const ENGLISH_IDS = new Set(messagesOf('en').keys());

const MESSAGES = new Map<Language, ReadonlyMap<string, string>>(
  LANGUAGES.map((language) => [language, new Map([...messagesOf(language)].filter(([id]) => !isOfPack(id)))]),
);
const messagesIn = (language: Language): ReadonlyMap<string, string> => MESSAGES.get(language)!;
const ENGLISH = messagesIn('en');

const NAMED = new Set<TYPE>([TYPE.argument, TYPE.number, TYPE.date, TYPE.time, TYPE.select, TYPE.plural]);

/** The values of a message, in its forms, too. */
function valuesIn(elements: readonly MessageFormatElement[]): readonly string[] {
  return elements.flatMap((element) => [
    ...(NAMED.has(element.type) && 'value' in element ? [element.value] : []),
    ...('options' in element ? Object.values(element.options).flatMap(({ value }) => valuesIn(value)) : []),
  ]);
}

const valuesOf = (message: string): string =>
  [...new Set(valuesIn(parse(message, { ignoreTag: true })))].toSorted().join();

/** What a message says besides its values. */
const wordsIn = (elements: readonly MessageFormatElement[]): string =>
  elements
    .flatMap((element) => {
      if (element.type === TYPE.literal) return [element.value];
      return 'options' in element ? Object.values(element.options).map(({ value }) => wordsIn(value)) : ['…'];
    })
    .join('');

/** Of its longest form. */
const lengthOf = (elements: readonly MessageFormatElement[]): number =>
  elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (!('options' in element)) return sum + 1;
    return sum + Math.max(...Object.values(element.options).map(({ value }) => lengthOf(value)));
  }, 0);

/** Words that no text in another language has. They are compared as written: names such as Invoice Response stay. */
const STOP_WORDS = new Set(
  'the of and with must should invoice missing buyer seller amount without wrong which that this has have been states'.split(
    ' ',
  ),
);

/** Members, commands and calls: `buyer.is_consumer`, `/clients/{client}/profile`. */
const NAMES = /"\w+"|\/[\w/{}]+|[\w[\]]+(?:[._-][\w[\]]+)+|\b(?:amount|date)\b/g;

const hasEnglishWord = (message: string): boolean =>
  (
    wordsIn(parse(message, { ignoreTag: true }))
      .replaceAll(NAMES, '')
      .match(/\p{L}+/gu) ?? []
  ).some((one) => STOP_WORDS.has(one));

const MAX_TIMES_ENGLISH = 1.6;
/** Short labels may be longer than that. */
const MAX_LETTERS_MORE = 20;

const CODE = ['src', 'validators'].flatMap((folder) =>
  readdirSync(join(projectFolder(), folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('console'))
    .map((name) => ({
      name: join(folder, name),
      text: readFileSync(join(projectFolder(), folder, name), 'utf8'),
    })),
);

/** Each `say('area.id', { … })` that writes out all values. */
const SAID_WITH_VALUES = CODE.filter(({ text }) => text.includes('say(')).flatMap(({ name, text }) => {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.ESNext);
  const said: { readonly at: string; readonly id: string; readonly values: readonly string[] }[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.expression.getText(file) !== 'say') return;
    const [id, values] = node.arguments;
    if (!id || !ts.isStringLiteral(id) || (values && !ts.isObjectLiteralExpression(values))) return;
    const members = values?.properties ?? [];
    if (members.some((member) => ts.isSpreadAssignment(member))) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    said.push({
      at: `${name}:${line}`,
      id: id.text,
      values: members.map((member) => member.name!.getText(file)),
    });
  };
  visit(file);
  return said;
});

/** Every id that the code says, and every word that it puts into a message. */
function saidInCode(): ReadonlySet<string> {
  const text = CODE.map((file) => file.text).join('\n');
  const ids = [...text.matchAll(/\bsay\(\s*'([\w-]+\.[\w.-]+)'/g)].map(([, id = '']) => id);
  const inTables = [...text.matchAll(/'([\w-]+\.[\w.-]+)'/g)]
    .map(([, id = '']) => id)
    .filter((id) => ENGLISH.has(id));
  const built = [...text.matchAll(/`([\w-]+)\.\$\{/g)].flatMap(([, area = '']) =>
    [...ENGLISH.keys()].filter((id) => id.startsWith(`${area}.`)),
  );
  return new Set([...ids, ...inTables, ...built, ...ENGLISH_IN_DATA.map(({ say: id }) => id)]);
}

/** What data states in English: families of the packs, and why a mapping refuses an export. */
const ENGLISH_IN_DATA = [
  ...PACK_ENTRIES.map(({ family }) => sayEnglish('families', family)),
  ...readdirSync(join(projectFolder(), 'mappings'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(join(projectFolder(), 'mappings', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/"because": "([^"]+)"/g)])
    .map(([, because = '']) => sayEnglish('mapping-reasons', because)),
];

describe('the messages', () => {
  const said = saidInCode();

  it('are all said by the code', () =>
    assert.deepEqual(
      [...ENGLISH.keys()].filter((id) => !said.has(id) && !id.startsWith('names.')),
      [],
    ));

  it('include all that the code says', () =>
    assert.deepEqual(
      [...said].filter((id) => !ENGLISH.has(id)),
      [],
    ));

  it('are said with their values', () => {
    assert.ok(SAID_WITH_VALUES.length > 1000);
    assert.deepEqual(
      SAID_WITH_VALUES.filter(
        ({ id, values }) => ENGLISH.has(id) && values.toSorted().join() !== valuesOf(ENGLISH.get(id)!),
      ),
      [],
    );
  });

  it('are written once if they differ by a full stop alone', () => {
    const written = [...writtenMessagesOf('en')].filter(([id]) => !isOfPack(id));
    const titles = new Map(written.map(([id, message]) => [message, id]));
    assert.deepEqual(
      written.flatMap(([id, message]) => {
        const title = message.endsWith('.') ? titles.get(message.slice(0, -1)) : undefined;
        return title === undefined ? [] : [`${id}: ${title}`];
      }),
      [],
    );
  });

  it('name the network of each route', () =>
    assert.deepEqual(
      ROUTES.filter((route) => !ENGLISH.has(`proof.${route}`)),
      [],
    ));

  it('have areas that are those of one folder: of the service, or of its validators', () => {
    const areasIn = (folder: string) =>
      readdirSync(join(projectFolder(), folder, 'en')).map((file) => file.replace('.yaml', ''));
    const own = new Set(areasIn('src/domain/words/catalogue'));
    assert.deepEqual(
      areasIn('validators/words').filter((area) => own.has(area)),
      [],
    );
  });

  it('include what data state in English, in the same words', () =>
    assert.deepEqual(
      ENGLISH_IN_DATA.filter(({ say: id, english }) => ENGLISH.get(id) !== english),
      [],
    ));

  for (const language of TRANSLATED)
    describe(`in ${language}`, () => {
      const wrongOnes = (isWrong: (english: string, message: string) => boolean): readonly string[] =>
        [...messagesIn(language)]
          .filter(([id, message]) => ENGLISH.has(id) && isWrong(ENGLISH.get(id)!, message))
          .map(([id, message]) => `${id}: ${ENGLISH.get(id)} → ${message}`);

      it('are those of English', () =>
        assert.deepEqual([...messagesIn(language).keys()].toSorted(), [...ENGLISH.keys()].toSorted()));

      it('have the values of the English', () =>
        assert.deepEqual(
          wrongOnes((english, message) => valuesOf(english) !== valuesOf(message)),
          [],
        ));

      it('hold no English word', () =>
        assert.deepEqual(
          wrongOnes((_, message) => hasEnglishWord(message)),
          [],
        ));

      it('are not much longer than the English', () =>
        assert.deepEqual(
          wrongOnes((english, message) => {
            const [ours, theirs] = [english, message].map((one) => lengthOf(parse(one, { ignoreTag: true })));
            return theirs! > Math.max(ours! * MAX_TIMES_ENGLISH, ours! + MAX_LETTERS_MORE);
          }),
          [],
        ));

      it('end as the English does', () =>
        assert.deepEqual(
          wrongOnes((english, message) => english.endsWith('.') !== message.endsWith('.')),
          [],
        ));

      it('have each form that a number takes', () => {
        const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
        const used = new Set(Array.from({ length: 200 }, (_, n) => new Intl.PluralRules(language).select(n)));
        const lacking = (elements: readonly MessageFormatElement[]): boolean =>
          elements.some(
            (element) =>
              'options' in element &&
              ((element.type === TYPE.plural &&
                needed.some((form) => used.has(form) && !Object.hasOwn(element.options, form))) ||
                Object.values(element.options).some(({ value }) => lacking(value))),
          );
        assert.deepEqual(
          wrongOnes((_, message) => lacking(parse(message, { ignoreTag: true }))),
          [],
        );
      });
    });
});

describe('a route that answered 503, or not at all, six times', () => {
  for (const language of LANGUAGES)
    it(`has one wording for lists and for its page in ${language}, true for both`, () => {
      const [title, message] = ['EI-ROUTE-UNAVAILABLE.title', 'out-of-order.message'].map(
        (end) => [...messagesIn(language)].find(([id]) => id.endsWith(end))?.[1],
      );
      assert.ok(title);
      assert.equal(message, `${title}.`);
    });
});

describe('a message', () => {
  const german = new MessageCatalogue(
    'de',
    () =>
      new Map([
        ['a.amount', '{what}: {expected} erwartet'],
        ['a.late', 'Sie ist spät (Position {n}).'],
        ['a.others', '{n, plural, one {# andere} other {# andere}}'],
        ['a.use', 'Erlaubt ist {codes}.'],
        ['a.opened', '{text} ist falsch.'],
        ['names.seller', 'Verkäufer'],
      ]),
    new MessageCatalogue('en', () => new Map([['a.new', 'New: {n}']])),
  );
  const asIs = (text: string): string => text;

  for (const [what, text, worded] of [
    [
      'has the figures of its language',
      say('a.amount', { what: 'BT-112', expected: figure('1234.50') }),
      'BT-112: 1.234,50 erwartet',
    ],
    ['has a count', say('a.late', { n: 3 }), 'Sie ist spät (Position 3).'],
    [
      'lists what is allowed',
      say('a.use', { codes: choice(['30', '48', 'S:59']) }),
      'Erlaubt ist 30, 48 oder S:59.',
    ],
    ['lists all of several', say('a.use', { codes: list(['30', '48']) }), 'Erlaubt ist 30 und 48.'],
    ['names a word of ours', say('a.opened', { text: word('seller') }), 'Verkäufer ist falsch.'],
    [
      'leaves words of others as they are',
      say('a.opened', { text: '"{n} <b>, seller' }),
      '"{n} <b>, seller ist falsch.',
    ],
    ['is English where its language has none', say('a.new', { n: 1 }), 'New: 1'],
    [
      'may stand beside others',
      sentences(say('a.late', { n: 1 }), undefined, 'X.'),
      'Sie ist spät (Position 1). X.',
    ],
  ] as const)
    it(what, () => assert.equal(german.word(text, asIs), worded));

  it('is shown without a value that a stored row lacks', () =>
    assert.equal(german.word(say('a.amount', { what: 'BT-112' }), asIs), 'BT-112: {expected} erwartet'));

  it('costs what its length costs', () => {
    const hostile = '{a} {'.repeat(20_000);
    const began = process.cpuUsage().user;
    assert.equal(german.word(say('a.opened', { text: hostile }), asIs), `${hostile} ist falsch.`);
    assert.ok(process.cpuUsage().user - began < 200_000);
  });
});
