import assert from 'node:assert/strict';
import { rowIn } from 'en16931-rules/packs/expand/editions.ts';
import { readRules } from 'en16931-rules/packs/expand/rule-file.ts';
import { editionsOf } from 'en16931-rules/packs/releases.ts';

const ALL = ['1', '2', '3'];
const inEach = (row: object): readonly unknown[] => ALL.map((version) => rowIn(row, { all: ALL, version }));

describe('a row of a pack with several releases', () => {
  for (const [what, row, expected] of [
    ['stays', { id: 'A' }, [{ id: 'A' }, { id: 'A' }, { id: 'A' }]],
    ['comes with a release', { id: 'A', since: '2' }, [undefined, { id: 'A' }, { id: 'A' }]],
    ['goes with a release', { id: 'A', until: '2' }, [{ id: 'A' }, undefined, undefined]],
    ['comes and goes', { id: 'A', since: '2', until: '3' }, [undefined, { id: 'A' }, undefined]],
    [
      'was another one before a release',
      { flag: 'fatal', test: 'a', before: { '2': { flag: 'warning' }, '3': { flag: 'fatal', test: 'b' } } },
      [
        { flag: 'warning', test: 'b' },
        { flag: 'fatal', test: 'b' },
        { flag: 'fatal', test: 'a' },
      ],
    ],
    [
      'keeps the variables that did not change',
      { let: { a: '1', b: '2' }, before: { '3': { let: { b: '3' } } } },
      [{ let: { a: '1', b: '3' } }, { let: { a: '1', b: '3' } }, { let: { a: '1', b: '2' } }],
    ],
  ] as const)
    it(what, () => assert.deepEqual(inEach(row), expected));

  it('is that of the newest release if none is named', () => {
    assert.deepEqual(rowIn({ id: 'A', until: '2' }, undefined), undefined);
    assert.deepEqual(rowIn({ id: 'A', since: '2', before: { '3': { id: 'B' } } }, undefined), { id: 'A' });
  });

  it('is refused with file and line if it names a release that the pack does not have', () => {
    const rules =
      'blocks:\n  - in: BG-4\n    check:\n      - { id: X, since: "9", test: y, title: T, fix: F }';
    assert.throws(
      () => readRules(rules, 'x.yaml', new Map(), { all: ALL, version: '1' }),
      /x\.yaml:4: 9 is no release after the first one: 1, 2, 3/,
    );
  });
});

describe('a release of a pack written here', () => {
  it('has the facts of the one before but those that it states', () => {
    const pack = {
      ...{ id: 'x', version: '1', valid_from: '2026-01-01', files: [{ path: 'a.sch' }, { path: 'b.sch' }] },
      editions: [
        { version: '2', valid_from: '2026-07-01' },
        { version: '3', only: ['b.sch'] },
      ],
    };
    const [first, second, third] = editionsOf(pack);
    assert.deepEqual(first, { id: 'x', version: '1', valid_from: '2026-01-01', files: pack.files });
    assert.deepEqual(second, { ...first, version: '2', valid_from: '2026-07-01' });
    assert.deepEqual(third, { ...second, version: '3', files: [{ path: 'b.sch' }] });
  });
});
