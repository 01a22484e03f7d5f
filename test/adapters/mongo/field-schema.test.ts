import assert from 'node:assert/strict';
import { membersOf, object } from '../../../src/adapters/mongo/field-schema.ts';
import {
  count,
  flag,
  listOf,
  map,
  nullable,
  objectOf,
  oneOf,
  optional,
  positive,
  sha256,
  text,
  time,
} from '../../../src/domain/vocabulary/fields.ts';

describe('a validator made from a table of fields', () => {
  it('states the type of each and whether it may be absent', () => {
    const visit = { at: time, said: optional(text) };
    const fields = {
      name: text,
      hash: sha256,
      kind: oneOf(['a', 'b']),
      nights: count,
      beds: positive,
      isKnown: flag,
      likes: map,
      first: objectOf(visit),
      all: listOf(visit),
      leftAt: nullable(time),
    };
    const ofVisit = {
      bsonType: 'object',
      required: ['at'],
      properties: { at: { bsonType: 'date' }, said: { bsonType: 'string' } },
      additionalProperties: false,
    };
    assert.deepEqual(object(membersOf(fields)), {
      bsonType: 'object',
      required: ['name', 'hash', 'kind', 'nights', 'beds', 'isKnown', 'likes', 'first', 'all'],
      properties: {
        name: { bsonType: 'string' },
        hash: { bsonType: 'string', pattern: '^[0-9a-f]{64}$' },
        kind: { enum: ['a', 'b'] },
        nights: { bsonType: 'number', minimum: 0 },
        beds: { bsonType: 'number', minimum: 1 },
        isKnown: { bsonType: 'bool' },
        likes: { bsonType: 'object' },
        first: ofVisit,
        all: { bsonType: 'array', items: ofVisit },
        leftAt: { bsonType: 'date' },
      },
      additionalProperties: false,
    });
  });
});
