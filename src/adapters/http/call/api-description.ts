import type { RequestHandler } from 'express';
import { ROUTES } from '../../../domain/routes/all.ts';
import { isObject } from '../../../domain/json/json-object.ts';
import { objectAt } from './json-values.ts';
import { Operations } from './operations.ts';
import { requestShape } from './request-shape.ts';

/** openapi.yaml, parsed and prepared once for all servers of the process. */
export class ApiDescription {
  /** The parsed document. Its routes are those of the service. */
  readonly content: unknown;
  readonly operations: Operations;
  private requestHandler?: RequestHandler;

  constructor(
    /** The text of the file. */
    readonly text: string,
    content: unknown,
  ) {
    this.content = withRoutes(content);
    this.operations = new Operations(this.content);
  }

  /** Checks requests against it. */
  get requests(): RequestHandler {
    return (this.requestHandler ??= requestShape(this.content));
  }
}

/**
 * Puts the routes of the service into `Route` and the other schemas that list all routes. openapi.yaml states them for readers,
 * and a test compares the two.
 */
function withRoutes(content: unknown): unknown {
  const described = objectAt(objectAt(objectAt(content, 'components'), 'schemas'), 'Route')['enum'];
  const old: readonly unknown[] = Array.isArray(described) ? described : [];
  const fill = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(fill);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'enum' && Array.isArray(member) && old.every((route) => member.includes(route))
          ? [...ROUTES, ...member.filter((one) => !old.includes(one))]
          : fill(member),
      ]),
    );
  };
  return old.length > 0 ? fill(content) : content;
}
