import { english } from '../../support/words.ts';
import assert from 'node:assert/strict';
import { JsonNumber } from '../../../src/domain/json/json-number.ts';
import { jsonText } from '../../../src/domain/json/json-text.ts';
import { JSON_LIMITS, PastLimit } from '../../../src/domain/json/past-limit.ts';
import { readJson } from '../../../src/domain/json/read-json.ts';

const plain = (value: unknown): unknown => {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
};

describe('the JSON reader', () => {
  for (const text of [
    '{}',
    '[]',
    ' \t\r\n{ "a" : [ 1 , -2.5e-3 , true , false , null , "" ] } ',
    '"\\u0041\\n\\t\\"\\\\\\/\\b\\f\\r"',
    '"\\ud83d\\ude00 \\u00e4 ä 😀"',
    '{"":{"":[[],{}]}}',
    '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    '0',
    '-0',
    '1E+2',
  ])
    it(`reads as JSON.parse does: ${text}`, () => {
      const read = readJson(text);
      assert.ok(read.ok);
      assert.deepEqual(plain(read.value), JSON.parse(text));
    });

  it('keeps every digit of a number', () => {
    const read = readJson('[123456789012345.12345678, 1.10, 1e400]');
    assert.ok(read.ok);
    assert.deepEqual(
      read.value,
      ['123456789012345.12345678', '1.10', '1e400'].map((digits) => new JsonNumber(digits)),
    );
  });

  it('reads __proto__ as a member and does not change prototypes', () => {
    const read = readJson('{"__proto__":{"admin":true}}');
    assert.ok(read.ok);
    assert.deepEqual(Object.keys(read.value as object), ['__proto__']);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  it('returns the positions of the top-level members in the text', () => {
    const text = '{"a" : [1, {"b": 2}] , "b":"x"}';
    const read = readJson(text);
    assert.ok(read.ok);
    const parts = [...read.members].map(([name, { start, end }]) => [name, text.slice(start, end)]);
    assert.deepEqual(parts, [
      ['a', '[1, {"b": 2}]'],
      ['b', '"x"'],
    ]);
  });

  for (const [text, path] of [
    ['{"a":1,"a":2}', 'a'],
    ['{"a":{"b":[0,{"c":1,"c":1}]}}', 'a.b[1].c'],
    ['{"a":"\\ud83d"}', 'a'],
    ['{"a":["x","\\ude00\\ud83d"]}', 'a[1]'],
    ['{"a":{"b":"x\\u0000"}}', 'a.b'],
    ['{"\\udc00":1}', ''],
    ['{"a":"\u0001"}', 'a'],
    ['{"a":"\n"}', 'a'],
    ['{"a":"\\x"}', 'a'],
    ['{"a":"\\u12g4"}', 'a'],
    ['{"a":"', 'a'],
    ['{"a":01}', ''],
    ['{"a":+1}', 'a'],
    ['{"a":.5}', 'a'],
    ['{"a":1.}', ''],
    ['{"a":0x10}', ''],
    ['{"a":NaN}', 'a'],
    ['{"a":nul}', 'a'],
    ['{"a":1,}', ''],
    ['[1,]', '[1]'],
    ['[1 2]', ''],
    ['{a:1}', ''],
    ["{'a':1}", ''],
    ['{"a" 1}', 'a'],
    ['{"a":1} {}', ''],
    ['{"a":1', ''],
    ['', ''],
    ['\u00a0{}', ''],
    ['// no\n{}', ''],
  ] as const)
    it(`refuses ${JSON.stringify(text)} and names ${path === '' ? 'no member' : path}`, () => {
      const read = readJson(text);
      assert.ok(!read.ok);
      assert.equal(read.path, path);
      assert.match(english(read.reason), /\(line \d+, column \d+\)\.$/);
    });

  it('names line and column', () => {
    const read = readJson('{\n  "a": x\n}');
    assert.ok(!read.ok);
    assert.match(english(read.reason), /\(line 2, column 8\)/);
  });

  it('reports the end of JSON that is cut off', () => {
    const read = readJson('{"document":');
    assert.ok(!read.ok);
    assert.equal(english(read.reason), 'The JSON ends here (line 1, column 13).');
  });

  it('reads 64 levels and refuses more', () => {
    assert.equal(readJson('['.repeat(64) + ']'.repeat(64)).ok, true);
    assert.equal(readJson('['.repeat(66) + ']'.repeat(66)).ok, false);
    assert.equal(readJson('{"a":'.repeat(100_000)).ok, false);
  });

  const list = (items: number): string => `[${Array.from({ length: items }, () => '1').join(',')}]`;
  const members = (count: number): string =>
    `{${Array.from({ length: count }, (_, n) => `"m${n}":1`).join(',')}}`;

  for (const [what, most, text] of [
    ['a list', JSON_LIMITS.items, list],
    ['an object', JSON_LIMITS.members, members],
  ] as const)
    it(`drops ${what} of more than ${most}, and continues to read`, () => {
      const read = readJson(`{"a":${text(most)},"b":${text(most + 1)},"c":1}`);
      assert.ok(read.ok);
      const { a, b, c } = read.value as Record<string, unknown>;
      assert.equal(Object.keys(a as object).length, most);
      assert.deepEqual(b, new PastLimit(most));
      assert.deepEqual(c, new JsonNumber('1'));
      const broken = readJson(`{"b":${text(most + 1).slice(0, -1)}!`);
      assert.ok(!broken.ok && broken.path === 'b', 'the rest is read');
    });

  it('refuses more values than any body needs', () => {
    const full = `[${`${list(9_999)},`.repeat(JSON_LIMITS.values / 10_000 - 1)}${list(9_998)}]`;
    assert.equal(readJson(full).ok, true);
    const read = readJson(full.replace('[', '[1,'));
    assert.ok(!read.ok);
    assert.match(english(read.reason), /more than 600000 values/);
  });

  it('reads its own output again', () => {
    const text = '{"__proto__":{"a":[1.10,-0,1e400,"\\u0001ü\\"",null,true,{},[]]},"":""}';
    const read = readJson(text);
    assert.ok(read.ok);
    const again = readJson(jsonText(read.value));
    assert.ok(again.ok);
    assert.deepEqual(again.value, read.value);
  });

  it('is not quadratic: five times 5 MB within ten seconds of processor time, whatever the content', () => {
    const before = process.cpuUsage();
    for (const text of [
      `"${'\\u0041'.repeat(833_333)}"`,
      `[${'1,'.repeat(2_400_000)}1]`,
      `{${Array.from({ length: 400_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      `"${'\n'.repeat(5_000_000)}"`,
      ' '.repeat(5_000_000),
    ])
      readJson(text);
    assert.ok(process.cpuUsage(before).user < 10_000_000);
  });
});
