import type { Field, Fields, Kind } from '../../domain/vocabulary/fields.ts';

/** The part of MongoDB's `$jsonSchema` that is used here. */
export interface BsonSchema {
  readonly bsonType?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, BsonSchema>>;
  readonly additionalProperties?: boolean | BsonSchema;
  readonly items?: BsonSchema;
  readonly oneOf?: readonly BsonSchema[];
}

/** Members ending in `?` may be absent; others than these are refused. */
export function object(members: Readonly<Record<string, BsonSchema>>): BsonSchema {
  const entries = Object.entries(members);
  const required = entries.map(([name]) => name).filter((name) => !name.endsWith('?'));
  return {
    bsonType: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    additionalProperties: false,
  };
}

export const orNull = (schema: BsonSchema): BsonSchema => ({
  ...schema,
  bsonType: [String(schema.bsonType), 'null'],
});

/** The members that a table of fields describes. What may be null is absent instead. */
export const membersOf = (fields: Fields): Record<string, BsonSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => member(name, field)));

const member = (name: string, { presence, kind }: Field): [string, BsonSchema] => [
  presence === 'always' ? name : `${name}?`,
  schemaOf(kind),
];

function schemaOf(kind: Kind): BsonSchema {
  switch (kind.is) {
    case 'text':
      if (kind.oneOf) return { enum: kind.oneOf };
      return { bsonType: 'string', ...(kind.pattern !== undefined && { pattern: kind.pattern }) };
    case 'number':
      return { bsonType: 'number', minimum: kind.least };
    case 'flag':
      return { bsonType: 'bool' };
    case 'time':
      return { bsonType: 'date' };
    case 'words':
      return { bsonType: ['string', 'object'] };
    case 'bytes':
      return { bsonType: 'binData' };
    case 'map':
      return { bsonType: 'object' };
    case 'object':
      return object(membersOf(kind.fields));
    case 'list':
      return { bsonType: 'array', items: schemaOf(kind.of) };
    default:
      return kind satisfies never;
  }
}
