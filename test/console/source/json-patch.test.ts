import assert from 'node:assert/strict';
import {
  type Operation,
  applyPatch,
  PatchFailed,
  pointerOf,
} from '../../../src/console/app/source/json-patch.ts';

/** The examples of RFC 6902, appendix A, by their number. */
const EXAMPLES: readonly (readonly [string, unknown, readonly Operation[], unknown])[] = [
  ['A.1', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
  [
    'A.2',
    { foo: ['bar', 'baz'] },
    [{ op: 'add', path: '/foo/1', value: 'qux' }],
    { foo: ['bar', 'qux', 'baz'] },
  ],
  ['A.3', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
  ['A.4', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
  [
    'A.5',
    { baz: 'qux', foo: 'bar' },
    [{ op: 'replace', path: '/baz', value: 'boo' }],
    { baz: 'boo', foo: 'bar' },
  ],
  [
    'A.6',
    { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
    [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
    { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
  ],
  [
    'A.7',
    { foo: ['all', 'grass', 'cows', 'eat'] },
    [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
    { foo: ['all', 'cows', 'eat', 'grass'] },
  ],
  [
    'A.8',
    { baz: 'qux', foo: ['a', 2, 'c'] },
    [
      { op: 'test', path: '/baz', value: 'qux' },
      { op: 'test', path: '/foo/1', value: 2 },
    ],
    { baz: 'qux', foo: ['a', 2, 'c'] },
  ],
  [
    'A.10',
    { foo: 'bar' },
    [{ op: 'add', path: '/child', value: { grandchild: {} } }],
    { foo: 'bar', child: { grandchild: {} } },
  ],
  ['A.14', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
  [
    'A.16',
    { foo: ['bar'] },
    [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
    { foo: ['bar', ['abc', 'def']] },
  ],
];

describe('a patch of a JSON text (RFC 6902)', () => {
  for (const [name, before, operations, after] of EXAMPLES)
    for (const spaces of [0, 2])
      it(`does what appendix ${name} shows, with ${spaces} spaces`, () => {
        const text = JSON.stringify(before, undefined, spaces);
        assert.deepEqual(JSON.parse(applyPatch(text, operations)), after);
      });

  for (const [name, operation] of [
    ['A.9', { op: 'test', path: '/foo', value: 'bar' }],
    ['A.12', { op: 'add', path: '/baz/bat', value: 'qux' }],
    ['A.15', { op: 'test', path: '/~01', value: '10' }],
    ['without a member', { op: 'remove', path: '/none' }],
    ['into itself', { op: 'move', from: '/list', path: '/list/0' }],
    ['beyond the end', { op: 'add', path: '/list/9', value: 1 }],
  ] as const)
    it(`refuses what does not fit: ${name}`, () => {
      assert.throws(() => applyPatch('{"foo":"baz","~1":10,"list":[]}', [operation]), PatchFailed);
    });

  it('leaves what it does not name as it is written', () => {
    const text = '{\n  "price": 129.90,\n  "vat": "169.51"\n}';
    assert.equal(
      applyPatch(text, [{ op: 'replace', path: '/vat', value: '169.50' }]),
      text.replace('169.51', '169.50'),
    );
    assert.equal(
      applyPatch(text, [{ op: 'add', path: '/note', value: 'a' }]),
      '{\n  "price": 129.90,\n  "vat": "169.51",\n  "note": "a"\n}',
    );
    assert.equal(applyPatch(text, [{ op: 'remove', path: '/vat' }]), '{\n  "price": 129.90\n}');
    assert.equal(
      applyPatch(text, [{ op: 'move', from: '/vat', path: '/total_vat' }]),
      text.replace('"vat"', '"total_vat"'),
    );
  });

  it('writes names with slashes as RFC 6901 asks', () => {
    assert.equal(pointerOf(['a/b', 'c~d', 0]), '/a~1b/c~0d/0');
  });
});
