import { isObject } from '../../../domain/json/json-object.ts';
import { text } from './report.ts';

const MAX_ERRORS = 10;

/** A list of `{source, details}`, alone or as `errors` of an object. */
export function errorsIn(body: unknown): readonly string[] {
  const list = isObject(body) ? body['errors'] : body;
  return (Array.isArray(list) ? list : [])
    .filter(isObject)
    .map(({ source, details }) => [text(source), text(details)].filter(Boolean).join(': '))
    .filter((error) => error !== '')
    .slice(0, MAX_ERRORS);
}
