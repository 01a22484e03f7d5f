import type { RequestHandler } from 'express';
import { ROUTES } from '../../../domain/routes/all.ts';
import { isObject, objectAt } from './json-values.ts';
import { Operations } from './operations.ts';
import { requestShape, responseShape } from './request-shape.ts';

/** openapi.yaml. What is made of it is made once, however many servers speak it. */
export class ApiDescription {
  /** The same, read; the routes are those that the service has. */
  readonly content: unknown;
  readonly operations: Operations;
  private requestHandler?: RequestHandler;
  private answerHandler?: RequestHandler;

  constructor(
    /** As it stands. */
    readonly text: string,
    content: unknown,
  ) {
    this.content = withRoutes(content);
    this.operations = new Operations(this.content);
  }

  /** Holds requests to it. */
  get requests(): RequestHandler {
    return (this.requestHandler ??= requestShape(this.content));
  }

  /** Holds answers to it. For tests. */
  get answers(): RequestHandler {
    return (this.answerHandler ??= responseShape(this.content));
  }
}

/**
 * `Route` and other schemas that list all routes take what stands in the list of routes; openapi.yaml is written for readers,
 * and a test holds it to that list.
 */
function withRoutes(content: unknown): unknown {
  const described = objectAt(objectAt(objectAt(content, 'components'), 'schemas'), 'Route')['enum'];
  const old: readonly unknown[] = Array.isArray(described) ? described : [];
  const filled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(filled);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [
        name,
        name === 'enum' && Array.isArray(member) && old.every((route) => member.includes(route))
          ? [...ROUTES, ...member.filter((one) => !old.includes(one))]
          : filled(member),
      ]),
    );
  };
  return old.length > 0 ? filled(content) : content;
}
