import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DOCUMENT_KINDS } from '../../src/domain/routes/document-kinds.ts';
import { serviceWords } from '../../scripts/service-words.mjs';
import { fileWords, type OfFiles, partOfKind } from '../../src/console/app/file-kind.ts';
import { fill } from '../../src/console/app/messages.ts';
import { INVOICE_STATES } from '../../src/domain/lifecycle/states.ts';
import { RECEIVED_STATES } from '../../src/domain/lifecycle/received-record.ts';
import { BUYER_STATUSES } from '../../src/domain/vocabulary/buyer-status.ts';
import { runIds } from '../commands/run-ids.ts';
import { emptyFolder } from '../support/folder.ts';

const WORDS = fileURLToPath(new URL('../../src/console/words', import.meta.url));
const PAGES = fileURLToPath(new URL('../../src/console/pages', import.meta.url));
const SOURCES = fileURLToPath(new URL('../../src/application', import.meta.url));
const LANGUAGES = ['en', 'de', 'fr', 'pl', 'ro'] as const;

/** The pages that have an entry in the navigation; their modules load what only a browser has. */
const entries = (): readonly string[] =>
  readdirSync(PAGES).flatMap((folder) => {
    const file = join(PAGES, folder, 'page.ts');
    const source = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return source.includes('entry:') ? [/name: '([\w-]+)'/.exec(source)![1]!] : [];
  });

/** Of each page row, the names of the words that are loaded with it. */
const loadedWords = (source: string): readonly string[] =>
  [
    ...(/words: \[([^\]]*)\]/.exec(source) ?? /(name: '[\w-]+')/.exec(source))![1]!.matchAll(/'([\w-]+)'/g),
  ].map(([, name]) => name!);

/** A module and all that it imports, but for types. */
function modulesFrom(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const source = readFileSync(file, 'utf8');
  for (const [, path] of source.matchAll(/^(?:import(?! type)|export)[^;]*? from '(\.[^']+\.tsx?)'/gm))
    modulesFrom(join(dirname(file), path!), known);
  return known;
}

type Message = string | Readonly<Record<string, string>>;

const pagesOf = (language: string): readonly string[] => readdirSync(join(WORDS, language)).toSorted();
const wordsOf = (language: string, page: string) =>
  JSON.parse(readFileSync(join(WORDS, language, page), 'utf8')) as Readonly<Record<string, Message>>;
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted();

/** The words after `npx ids`. A sentence ends with a full stop. */
const commandsIn = (message: Message): readonly (readonly string[])[] =>
  [message]
    .flatMap((text) => (typeof text === 'string' ? text : Object.values(text)))
    .flatMap((text) => [...text.matchAll(/npx ids((?: [\w,-]+)+)/g)])
    .map(([, words]) => words!.trim().split(' '));

/** Forms that are there for numbers without an end, such as a million in French. */
const RARE = new Set(['fr many']);

describe('the words of the console', () => {
  it('are in five languages', () =>
    assert.deepEqual(readdirSync(WORDS).toSorted(), [...LANGUAGES].toSorted()));

  it('are loaded with each page whose parts say them', () => {
    const pages = readdirSync(PAGES)
      .filter((folder) => existsSync(join(PAGES, folder, 'page.ts')))
      .map((folder) => {
        const source = readFileSync(join(PAGES, folder, 'page.ts'), 'utf8');
        const start = /import\('([^']+)'\)/.exec(source)![1]!;
        return { folder, loaded: loadedWords(source), start: join(PAGES, folder, start) };
      });
    // What no page loads is in the first file.
    const ownFiles = new Set(pages.flatMap(({ loaded }) => loaded));
    const missing = pages.flatMap(({ folder, loaded, start }) =>
      [...modulesFrom(start)].flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/^(?! \*).*\b(?:wordsOf<[^>]*>|wordFor)\('([\w-]+)'/gm)]
          .map(([, name]) => name!)
          .filter((name) => ownFiles.has(name) && !loaded.includes(name))
          .map((name) => `${folder} says ${name} in ${basename(file)}`),
      ),
    );
    assert.ok(pages.length > 15);
    assert.deepEqual(missing, []);
  });

  for (const language of LANGUAGES)
    it(`have words of ${language} for each kind of file, by whose it is`, () => {
      const words = { ...wordsOf(language, 'files.json'), ...serviceWords(language)['files'] };
      const nameOf = (kind: string, of: OfFiles) =>
        fileWords(kind, of)
          .filter((word) => word !== 'file.other')
          .map((word) => words[word])
          .find((word) => word !== undefined);
      const numbered = ['buyer-message-2', 'tax-report-1', 'tax-report-1-answer'];
      const kinds = ['view', ...DOCUMENT_KINDS, ...numbered];
      for (const of of ['invoices', 'received', 'reports'] as const)
        assert.deepEqual(
          kinds.filter((kind) => nameOf(kind, of) === undefined),
          [],
          of,
        );
      for (const kind of ['invoice-response-AP', 'message-to-seller'])
        assert.notEqual(nameOf(kind, 'received'), nameOf(kind, 'invoices'));
      assert.ok(words['file.other']);
    });

  it('tell files of one name apart by the network’s code', () => {
    const parts = [
      'invoice-response-ZZ',
      'buyer-message-2',
      'fr-lifecycle-205',
      'tax-report-1',
      'tax-report-1-answer',
    ].map(partOfKind);
    assert.deepEqual(parts, ['ZZ', '2', '205', '1', '1']);
    for (const kind of ['canonical', 'mls', 'manifest', 'as4-receipt', 'fr-lifecycle'])
      assert.equal(partOfKind(kind), undefined, kind);
  });

  for (const language of LANGUAGES.filter((each) => each !== 'en'))
    it(`have the same pages, names and values in ${language} as in en`, () => {
      assert.deepEqual(pagesOf(language), pagesOf('en'));
      for (const page of pagesOf('en')) {
        const [english, own] = [wordsOf('en', page), wordsOf(language, page)];
        assert.deepEqual(Object.keys(own), Object.keys(english), page);
        for (const [name, message] of Object.entries(english)) {
          const other = own[name]!;
          assert.equal(typeof other, typeof message, `${page}: ${name}`);
          if (typeof message === 'string' && typeof other === 'string')
            assert.deepEqual(namesIn(other), namesIn(message), `${page}: ${name}`);
        }
      }
    });

  /** What a record or a call may state, each with the page of its words. */
  const STATED = [
    ...[...INVOICE_STATES, ...RECEIVED_STATES].map((id) => ['common.json', `state.${id}`, id] as const),
    ...BUYER_STATUSES.map((id) => ['common.json', `buyer.${id}`, id] as const),
    ...['document_mailed', 'document_not_mailed'].map((id) => ['common.json', `event.${id}`, id] as const),
    ...['refused', 'unreachable', 'lost', 'answered'].flatMap((id) => [
      ['timeline.json', id === 'answered' ? id : `outcome.${id}`, id] as const,
      ['invoice.json', `outcome.${id}`, id] as const,
    ]),
    ['timeline.json', 'answer.held', 'held'] as const,
  ];

  for (const language of LANGUAGES.filter((each) => each !== 'en'))
    it(`have words of ${language} for each state, answer, event and outcome of a call`, () => {
      const wrong = STATED.filter(([page, name, id]) => {
        const [word, english] = [wordsOf(language, page)[name], wordsOf('en', page)[name]];
        return word === undefined || word === id || word === english;
      });
      assert.deepEqual(wrong, []);
    });

  for (const language of LANGUAGES)
    it(`of a page hide no common word of ${language} that takes other values`, () => {
      const common = wordsOf(language, 'common.json');
      const valuesOf = (message: Message): string =>
        [
          ...new Set(namesIn(typeof message === 'string' ? message : Object.values(message).join(' '))),
        ].join();
      const hidden = pagesOf(language)
        .filter((page) => page !== 'common.json')
        .flatMap((page) =>
          Object.entries(wordsOf(language, page))
            .filter(([name, word]) => common[name] !== undefined && valuesOf(word) !== valuesOf(common[name]))
            .map(([name]) => `${page}: ${name}`),
        );
      assert.deepEqual(hidden, []);
    });

  for (const language of LANGUAGES)
    it(`have a name of its own for each page and group of the navigation in ${language}`, () => {
      const shell = wordsOf(language, 'shell.json');
      const groups = Object.keys(shell).filter((name) => name.startsWith('group.'));
      const names = [
        ...entries().map((name) => wordsOf(language, `${name}.json`)['page']),
        ...[...groups, 'more'].map((name) => shell[name]),
      ];
      assert.ok(entries().length > 8);
      assert.deepEqual([...new Set(names)], names);
    });

  for (const language of LANGUAGES)
    it(`have each form that a number takes in ${language}`, () => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
      const needed = pluralCategories.filter((form) => !RARE.has(`${language} ${form}`)).toSorted();
      for (const page of pagesOf(language))
        for (const [name, message] of Object.entries(wordsOf(language, page)))
          if (typeof message !== 'string')
            assert.deepEqual(Object.keys(message).toSorted(), needed, `${page}: ${name}`);
    });

  for (const language of LANGUAGES)
    it(`name commands in ${language} that ids has`, async () => {
      const messages = pagesOf(language).flatMap((page) => Object.values(wordsOf(language, page)));
      const commands = messages.flatMap(commandsIn);
      assert.ok(commands.length > 0);
      for (const words of commands) {
        const options = words.filter((word) => word.startsWith('--'));
        const path = words.slice(0, options[0] ? words.indexOf(options[0]) : undefined);
        const { out } = await runIds([...path, '--help']);
        for (const text of [`Usage: ids ${path.join(' ')} `, ...options])
          assert.ok(out.includes(text), `ids ${words.join(' ')}: ${text}`);
      }
    });

  it('make a key by the command that the log-in names', async () => {
    const folder = emptyFolder();
    const env = {
      STORE_URL: `sqlite:${join(folder.path, 'store.db')}`,
      MASTER_KEY: randomBytes(32).toString('base64'),
    };
    const [command = []] = commandsIn(wordsOf('en', 'log-in.json')['no-key.help']!);
    const { code, err } = await runIds(command, env);
    folder.remove();
    assert.equal(code, 0, err);
  });

  for (const language of LANGUAGES)
    it(`name in ${language} each action of the audit log`, () => {
      const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
        file.endsWith('.ts'),
      );
      const actions = new Set(
        sources.flatMap((file) =>
          [...readFileSync(join(SOURCES, file), 'utf8').matchAll(/\baction: '(\w+_\w+)'/g)].map(
            ([, name]) => name!,
          ),
        ),
      );
      assert.ok(actions.size > 20);
      const words = wordsOf(language, 'clients.json');
      assert.deepEqual(
        [...actions].filter((action) => !words[`action.${action}`]),
        [],
      );
    });

  it('write numbers as the language does, and choose the form by n', () => {
    const message = { one: '{n} faktura', few: '{n} faktury', many: '{n} faktur', other: '{n} faktury' };
    assert.deepEqual(
      [1, 3, 5, 12_345].map((n) => fill(message, { n }, 'pl').replaceAll(/\s/g, ' ')),
      ['1 faktura', '3 faktury', '5 faktur', '12 345 faktur'],
    );
  });
});
