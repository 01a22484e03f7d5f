import { say, sentences } from 'en16931-rules/vocabulary/message.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { requestFinding } from '../../../application/requests/request-finding.ts';
import { unknownNameHint } from '../../../domain/invoice/member-hints.ts';
import { isObject, type JsonObject } from '../../../domain/json/json-object.ts';
import { isSameName, nearestName } from '../../../domain/vocabulary/nearest-name.ts';
import { objectAt } from './json-values.ts';

/** A query parameter that the call does not have. @param known those that it has. */
export function unknownParameter(field: string, name: string, known: readonly string[]): Finding {
  const meant = nearestName(name, known) ?? nameOfSameMeaning(name, known);
  const hint = sentences(
    meant === undefined ? undefined : say('invoice.is-meant', { field: meant }),
    say('calls.parameters-of-this-call-are', { fields: known.join(', ') }),
  );
  return requestFinding(
    field,
    say('calls.is-not-parameter-of-this-call', { field: quotedName(name) }),
    known.length === 0 ? undefined : hint,
  );
}

/** Query parameters of this and of other services that mean the same. */
const MEANINGS = [
  ['limit', 'page_size', 'per_page', 'count', 'size', 'max', 'top', 'take'],
  ['after', 'cursor', 'starting_after', 'page_token', 'next', 'continuation'],
  ['page', 'page_number'],
  ['q', 'search', 'words', 'text'],
  ['state', 'status'],
  ['sort', 'order', 'order_by', 'sort_by'],
  ['client', 'client_id', 'tenant'],
  ['lang', 'language', 'locale'],
  ['from', 'received_from', 'since', 'start', 'start_date', 'created_from', 'created_after', 'date_from'],
  ['to', 'received_to', 'until', 'end', 'end_date', 'created_to', 'created_before', 'date_to'],
  ['invoice_ref', 'ref', 'reference'],
];

const nameOfSameMeaning = (written: string, known: readonly string[]): string | undefined =>
  MEANINGS.find((names) => names.some((one) => isSameName(written, one)))?.find((one) => known.includes(one));

/** A member of the body that the call does not have. @param path of the validator: `/body/lines/0/unit`. */
export function unknownMember(field: string, name: string, path: string, operation: JsonObject): Finding {
  const steps = path.split('/').slice(2);
  const known = membersOf(steps.slice(0, -1).reduce(schemasAt, alternativesOf(bodySchema(operation))));
  return requestFinding(
    field,
    say('calls.is-not-field-of-this-request', { field: quotedName(name) }),
    known.length === 0 ? undefined : unknownNameHint(steps.at(-1) ?? '', known),
  );
}

const bodySchema = (operation: JsonObject): JsonObject =>
  objectAt(objectAt(objectAt(objectAt(operation, 'requestBody'), 'content'), 'application/json'), 'schema');

const membersOf = (schemas: readonly JsonObject[]): readonly string[] => [
  ...new Set(schemas.flatMap((schema) => Object.keys(objectAt(schema, 'properties')))),
];

/** Schemas of the member, or of an entry of a list. */
const schemasAt = (schemas: readonly JsonObject[], step: string): readonly JsonObject[] =>
  schemas
    .map((schema) =>
      /^\d\d*$/.test(step) ? objectAt(schema, 'items') : objectAt(objectAt(schema, 'properties'), step),
    )
    .flatMap(alternativesOf);

/** A schema with those that it is composed of. */
function alternativesOf(schema: JsonObject): readonly JsonObject[] {
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (schema[name] as unknown[] | undefined) ?? []);
  return [schema, ...parts.filter(isObject).flatMap(alternativesOf)];
}

/** The names of the query parameters of an operation whose references are followed. */
export const queryNamesOf = ({ parameters }: JsonObject): readonly string[] =>
  (Array.isArray(parameters) ? parameters.filter(isObject) : [])
    .filter((one) => one.in === 'query')
    .map(({ name }) => String(name));
