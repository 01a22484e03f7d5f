import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  type Change,
  changesBetween,
  pathOf,
  presentChanges,
  summaryOf,
} from '../../scripts/docs/api-changes.ts';

const described = (row: object, query: object = {}, more: object = {}): object => ({
  paths: {
    '/rows': {
      get: {
        'x-scope': 'read',
        parameters: [{ in: 'query', name: 'q', ...query }],
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Row' } } } },
        },
      },
      ...more,
    },
  },
  components: { schemas: { Row: { type: 'object', ...row } } },
});
const BEFORE = described({ properties: { id: { type: 'string', enum: ['a', 'b'] } } });

const ROWS: readonly (readonly [string, object, readonly Pick<Change, 'at' | 'change' | 'breaking'>[]])[] = [
  ['nothing', BEFORE, []],
  [
    'a new call',
    described(
      { properties: { id: { type: 'string', enum: ['a', 'b'] } } },
      {},
      { post: { 'x-scope': 'submit' } },
    ),
    [{ at: 'POST /rows', change: 'added', breaking: false }],
  ],
  [
    'a parameter that has to be given',
    described({ properties: { id: { type: 'string', enum: ['a', 'b'] } } }, { required: true }),
    [{ at: 'GET /rows query q', change: 'changed', breaking: true }],
  ],
  [
    'a member of another type',
    described({ properties: { id: { type: 'integer', enum: ['a', 'b'] } } }),
    [{ at: 'schema Row.id', change: 'changed', breaking: true }],
  ],
  [
    'a value that is gone',
    described({ properties: { id: { type: 'string', enum: ['a'] } } }),
    [{ at: 'schema Row.id value b', change: 'removed', breaking: true }],
  ],
  [
    'a member that may be left out',
    described({ properties: { id: { type: 'string', enum: ['a', 'b'] }, note: { type: 'string' } } }),
    [{ at: 'schema Row.note', change: 'added', breaking: false }],
  ],
];

describe('the changes of the API', () => {
  for (const [name, after, changes] of ROWS)
    it(`are ${name}`, () =>
      assert.deepEqual(
        changesBetween(summaryOf(BEFORE as never), summaryOf(after as never)).map(
          ({ at, change, breaking }) => ({ at, change, breaking }),
        ),
        changes,
      ));

  it('since the last release are those of the page: npm run docs writes it', () =>
    assert.deepEqual(JSON.parse(readFileSync(pathOf('unreleased'), 'utf8')), presentChanges()));
});
