import { Ajv, type ValidateFunction } from 'ajv';
import { Binary, Double, Int32, Long, ObjectId } from 'mongodb';
import type { BsonSchema } from '../../src/adapters/mongo/field-schema.ts';

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) =>
    typeof value === 'number' || value instanceof Int32 || value instanceof Double || Long.isLong(value),
  bool: (value) => typeof value === 'boolean',
  date: (value) => value instanceof Date,
  null: (value) => value === null,
  array: Array.isArray,
  binData: (value) => value instanceof Binary,
  objectId: (value) => value instanceof ObjectId,
  object: (value) =>
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype,
};

/** Checks a document as MongoDB's `$jsonSchema` does; the compilation refuses every unknown keyword. */
export function compileBsonSchema(schema: BsonSchema): ValidateFunction {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
  ajv.addKeyword({
    keyword: 'bsonType',
    schemaType: ['string', 'array'],
    validate: (types: string | string[], value: unknown) =>
      [types].flat().some((type) => {
        const holds = TYPES[type];
        if (!holds) throw new Error(`unknown bsonType ${type}`);
        return holds(value);
      }),
  });
  return ajv.compile(schema as object);
}
