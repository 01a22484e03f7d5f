import type { RequestHandler } from 'express';
import { Operations } from './operations.ts';
import { requestShape, responseShape } from './request-shape.ts';

/** openapi.yaml. What is made of it is made once, however many servers speak it. */
export class ApiDescription {
  /** As it stands. */
  readonly text: string;
  /** The same, read. */
  readonly content: unknown;
  readonly operations: Operations;
  #requests?: RequestHandler;
  #answers?: RequestHandler;

  constructor(text: string, content: unknown) {
    this.text = text;
    this.content = content;
    this.operations = new Operations(content);
  }

  /** Holds requests to it. */
  get requests(): RequestHandler {
    return (this.#requests ??= requestShape(this.content));
  }

  /** Holds answers to it. For tests. */
  get answers(): RequestHandler {
    return (this.#answers ??= responseShape(this.content));
  }
}
