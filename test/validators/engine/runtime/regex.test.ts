import assert from 'node:assert/strict';
import { Escape } from 'en16931-rules/engine/runtime/errors.ts';
import { compileRegex, matches, replace, tokenize } from 'en16931-rules/engine/runtime/regex.ts';
import { RegexRefused, RegexTooCostly } from 'en16931-rules/engine/runtime/regex-translation.ts';
import { bySaxon, byUs } from './saxon.ts';

/** Constructs that rules use, and similar ones. */
const PATTERNS = [
  'a',
  '',
  'a|b',
  'a||b',
  '^a$',
  '^$',
  'a$b',
  '(a)(b)?',
  'a*',
  'a+?b',
  'a{2}',
  'a{2,}',
  'a{1,2}?',
  '.',
  '^.$',
  '\\.',
  '\\d',
  '^\\d+$',
  '\\D',
  '\\s',
  '^\\S+$',
  '\\w',
  '^\\w+$',
  '\\W',
  '[abc]',
  '[^abc]',
  '[a-c]',
  '[a-]',
  '[-a]',
  '[\\-a]',
  '[a^]',
  '[\\^a]',
  '[.]',
  '[\\d\\s]',
  '[+\\-_.]',
  '[\\[\\]]',
  '[ -~]',
  '\\p{L}',
  '^\\p{Lu}',
  '\\P{L}',
  '[\\p{Nd}x]',
  '\\(\\)',
  '\\{\\}',
  '\\|',
  '\\\\',
  '\\^\\$',
  '/',
  '-',
  ',',
  '\\n',
  '^\\s*\\n',
  '(\\r?\\n)',
  '([ \\n\\r\\t\\s])',
  '.*([0-9].*){3,}.*',
  '^[^@\\s]+@([^@.\\s]+\\.)+[^@.\\s]+$',
  '^([a-zA-Z])([a-zA-Z0-9+.-])+:.*',
  '^(0?[1-9]|[12][0-9]|3[01])[-\\\\/ ]?(19|20)[0-9]{2}',
  '(^|\\r?\\n)#(SKONTO)#TAGE=([0-9]+)#$',
  '^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{0,30}$',
  '#.+#',
  '^[-]?\\d{1,3}(\\.\\d{1,2})?$',
  'é',
  '[à-ü]',
  '\u{1f600}',
  '[\u{1f600}-\u{1f64f}]',
  '((a)|(b))+',
  '^(1[0-2]|0[1-9]){1}$',
] as const;

const INPUTS = [
  '',
  'a',
  'b',
  'ab',
  'aab',
  'abc',
  'A',
  '1',
  '12',
  '123.45',
  '-1.5',

  '½',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  'a\nb',
  '  \n',

  '.',
  '-',
  '_',
  '^',
  '$',
  '[',
  ']',
  '\\',
  '|',
  '/',
  '+',
  '(){}',
  'é',
  'É',
  '\u{1f600}',
  '€',
  'x@example.com',
  'x@example',
  'mailto:x',
  '+49 (0)30 12',
  'DE02120300000000202051',
  '#SKONTO#TAGE=14#',
  'a#b#c#',
  '31-122020',
  '12',
  'a,b,,c,',
] as const;

describe('regular expressions, compared with SaxonJS', () => {
  for (const pattern of PATTERNS)
    it(`matches ${JSON.stringify(pattern)}`, () => {
      const regex = compileRegex(pattern);
      for (const input of INPUTS) {
        const params = { v: input, p: pattern };
        assert.equal(
          String(matches(regex, input)),
          bySaxon('matches($v, $p)', params),
          JSON.stringify(input),
        );
        assert.equal(
          byUs(() => tokenize(regex, input).join('|')),
          bySaxon('tokenize($v, $p)', params),
          JSON.stringify(input),
        );
        assert.equal(
          byUs(() => String(tokenize(regex, input).length)),
          bySaxon('count(tokenize($v, $p))', params),
        );
        for (const replacement of ['', '<$0>', '$1', '\\$\\\\'])
          assert.equal(
            byUs(() => replace(regex, input, replacement)),
            bySaxon('replace($v, $p, $r)', { ...params, r: replacement }),
            `${JSON.stringify(input)} by ${replacement}`,
          );
      }
    });

  it('reads replacements as XPath does', () => {
    const regex = compileRegex('(b)(c)?');
    assert.equal(replace(regex, 'abd', '[$1$2$12$3]'), 'a[bb2]d');
    for (const bad of ['$', '$x', '\\', '\\n', 'a\\b'])
      assert.equal(
        byUs(() => replace(regex, 'abc', bad)),
        'FORX0004',
      );
  });

  it('raises an error for splitting at nothing', () => {
    assert.equal(
      byUs(() => replace(compileRegex('x*'), 'abc', '')),
      'FORX0003',
    );
    assert.equal(
      byUs(() => tokenize(compileRegex('x?'), 'a').join()),
      'FORX0003',
    );
  });
});

describe('regular expressions that SaxonJS passes on to JavaScript', () => {
  /** Recorded from Saxon-HE 9.9.1.5. */
  const BY_SAXON_HE: readonly (readonly [pattern: string, input: string, matches: boolean])[] = [
    ['\\d', '٣', true],
    ['\\D', '٣', false],
    ['[\\d\\s]', '٣', true],
    ['^.$', '\u2028', true],
    ['^.$', '\u0085', true],
    ['^.$', '\r', false],
    ['\\s', '\u2028', false],
    ['\\s', '\u00a0', false],
    ['^\\S+$', '\u00a0', true],
    ['\\s', '\ufeff', false],
    ['\\w', '½', true],
    ['\\w', '_', false],
    ['\\w', '$', true],
  ];
  for (const [pattern, input, expected] of BY_SAXON_HE)
    it(`matches ${pattern} on ${JSON.stringify(input)}: ${String(expected)}`, () => {
      assert.equal(matches(compileRegex(pattern), input), expected);
    });
});

describe('a construct that is not translated', () => {
  const REFUSED = [
    '[a-z-[aeiou]]',
    '\\i\\c*',
    '\\c',
    '\\p{IsBasicLatin}',
    '\\p{Foo}',
    '\\pL',
    '[[:alpha:]]',
    '(?:a)',
    '(?=a)',
    '(?<n>a)',
    '(a)\\1',
    '\\b',
    '\\/',
    '\\x41',
    '\\u0041',
    'a{',
    'a{,2}',
    'a{2,1}',
    'a}',
    ']',
    '*a',
    '+',
    'a**',
    '^*',
    '$+',
    '(a',
    'a)',
    '[a',
    '[]',
    '[^]',
    '[z-a]',
    '[a-z-9]',
    '[a--]',
    '[\\w]x[\\w]',
    '[\\S]',
    '\\',
    'a\\',
    '[a-\\d]',
  ];
  for (const pattern of REFUSED)
    it(`refuses ${pattern}, so that its pack is not compiled`, () => {
      assert.throws(
        () => compileRegex(pattern),
        (error) => error instanceof RegexRefused && error.message.includes('character'),
      );
    });
});

describe('an input that could make an expression backtrack for long', () => {
  it('escapes for any verdict', () => {
    const nested = compileRegex('.*([0-9].*){3,}.*');
    assert.throws(
      () => matches(nested, '1'.repeat(10_001)),
      (error) => error instanceof Escape && error.reason === 'text',
    );
    assert.equal(matches(nested, '1'.repeat(10_000)), true);
    assert.throws(() => tokenize(compileRegex('#.+#'), '#'.repeat(50_001)), Escape);
    assert.throws(() => replace(compileRegex('a+b'), 'a'.repeat(50_001), ''), Escape);
  });

  for (const [pattern, longest] of [
    ['a{1,9}b?', Infinity],
    ['a*', Infinity],
    ['^a+$', Infinity],
    ['^[a-z][a-z0-9+.-]+:.*', Infinity],
    ['a{2,}', 50_000],
    ['a+b', 50_000],
    ['^a+b+$', 50_000],
    ['^a+|b+c', 10_000],
    ['a+b{2,}', 10_000],
    ['^(ba+)+$', 10_000],
    ['^(a+b)*', 10_000],
  ] as const)
    it(`is limited by the possible cost of backtracking: ${pattern}`, () => {
      assert.equal(compileRegex(pattern).maxInputLength, longest);
    });

  for (const pattern of [
    '^(a{0,60}){0,60}$',
    '^(a+)+$',
    '(a*)*',
    '(a?b*|c){3}',
    '(\\s*\\d{1,3})*',
    '((a{99}){99}){99}',
    'a{99999}',
  ])
    it(`is refused if no input is short enough: ${pattern}`, () => {
      assert.throws(() => compileRegex(pattern), RegexTooCostly);
    });

  it('is accepted if each round has a fixed part', () => {
    for (const pattern of ['.*([0-9].*){3,}.*', '(a+b)*', '(\\d{4}-)*', '^(\\d{1,3}\\.){3}$', '(a|bc){2,}'])
      assert.doesNotThrow(() => compileRegex(pattern), pattern);
  });

  it('takes linear time if there is no cap', function () {
    for (const [pattern, input] of [
      ['^a+$', `${'a'.repeat(1_000_000)}b`],
      ['^[a-z][a-z0-9+.-]+:.*', 'a'.repeat(1_000_000)],
      ['a*', 'b'.repeat(1_000_000)],
    ] as const)
      matches(compileRegex(pattern), input);
  });

  it('has no cap if nothing repeats without bound', () => {
    assert.equal(tokenize(compileRegex('(\\r?\\n)'), 'line\n'.repeat(100_000)).length, 100_001);
  });
});
