import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RequestHandler } from 'express';
import { callOf } from '../../src/adapters/http/call/call.ts';
import { objectAt, resolve } from '../../src/adapters/http/call/json-values.ts';
import { isObject } from '../../src/domain/json/json-object.ts';

/** `Date` takes 31 February for a day of March. */
function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text;
}

const FORMATS: Readonly<Record<string, true | ((text: string) => boolean)>> = {
  binary: true,
  date: isDay,
  'date-time': (text) =>
    /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text) && isDay(text.slice(0, 10)),
  email: (text) => /^[^@\s]+@[^@\s]+$/.test(text),
  uri: (text) => URL.canParse(text),
};

const escaped = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The answers that openapi.yaml describes. A schema is compiled when the first answer needs it: the request validator of the
 * service would compile those of all statuses of an operation, each with a copy of the whole description.
 */
export class AnswerShape {
  private readonly ajv = new Ajv2020({ strict: false, validateSchema: false, formats: FORMATS });
  private readonly compiled = new Map<string, ValidateFunction>();
  /** The answers of each operation by status, and a JSON pointer at them. */
  private readonly operations = new Map<string, { readonly at: string; readonly answers: object }>();

  constructor(private readonly description: unknown) {
    this.ajv.addSchema(description as object, 'openapi');
    for (const [path, item] of Object.entries(objectAt(description, 'paths')))
      for (const [method, operation] of Object.entries(isObject(item) ? item : {}))
        if (isObject(operation)) {
          const at = `#/paths/${escaped(path)}/${method}/responses`;
          this.operations.set(String(operation.operationId), {
            at,
            answers: objectAt(operation, 'responses'),
          });
        }
  }

  /** @returns what an answer breaks, or undefined. */
  complaint(operation: string, status: number, type: string, body: unknown): string | undefined {
    const { at = '', answers = {} } = this.operations.get(operation) ?? {};
    const answer = objectAt(answers, String(status));
    if (Object.keys(answer).length === 0) return `${operation} has no answer ${status}`;
    const described = resolve(answer, this.description);
    if (!(type in objectAt(described, 'content'))) return `${operation} ${status} has no body of ${type}`;
    const place = typeof answer.$ref === 'string' ? answer.$ref : `${at}/${status}`;
    const fits = this.schemaAt(`${place}/content/${escaped(type)}/schema`);
    if (fits(body)) return undefined;
    return `${operation} ${status}: ${this.ajv.errorsText(fits.errors, { dataVar: 'answer' })}`;
  }

  private schemaAt(pointer: string): ValidateFunction {
    const known = this.compiled.get(pointer);
    const fits = known ?? this.ajv.compile({ $ref: encodeURI(`openapi${pointer}`) });
    this.compiled.set(pointer, fits);
    return fits;
  }
}

const shapes = new WeakMap<object, AnswerShape>();

/** One for each description: compiling takes time. */
export function answerShapeOf(description: object): AnswerShape {
  const shape = shapes.get(description) ?? new AnswerShape(description);
  shapes.set(description, shape);
  return shape;
}

/** An answer that does not fit becomes a 500 with the reason. A 5xx is sent as it is. */
export const checkAnswers =
  (shape: AnswerShape): RequestHandler =>
  (_req, res, next) => {
    const send = res.json.bind(res);
    res.json = (body) => {
      res.json = send;
      const { operation } = callOf(res);
      if (!operation || res.statusCode >= 500) return send(body);
      const [type = ''] = (res.get('Content-Type') ?? 'application/json').split(';');
      // As the caller reads it: a date is a text then.
      const read: unknown = JSON.parse(JSON.stringify(body));
      const complaint = shape.complaint(operation.id, res.statusCode, type, read);
      if (complaint === undefined) return send(body);
      next(new Error(complaint));
      return res;
    };
    next();
  };
