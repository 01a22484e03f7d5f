import type { DeliveryService } from '../client/client.ts';

/** JSON Schema 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a call of a tool changes: a sentence for the model, and the hints of the protocol, which say the same to programs. */
export const EFFECTS = {
  reads: {
    sentence: 'It stores no invoice and sends nothing.',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  },
  asks: {
    sentence: 'It stores no invoice and sends none; a directory of the network may be asked.',
    hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  },
  sends: {
    sentence: 'It stores the invoice and sends it to its receiver, which cannot be undone.',
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  },
} as const;

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** For the model. The sentence of the effect is added. */
  readonly description: string;
  readonly effect: keyof typeof EFFECTS;
  /** Of the arguments. */
  readonly input: Schema;
  /** Of `result` in the answer. */
  readonly output: Schema;
  readonly run: (args: never, service: DeliveryService) => Promise<unknown>;
}

/** A row of the list of tools. Its arguments have passed `input`. */
export const tool = <Args>(
  row: Omit<Tool, 'run'> & {
    readonly run: (args: Args, service: DeliveryService) => Promise<unknown>;
  },
): Tool => row;

/** The call was right and cannot be answered: the message is one sentence for the model. */
export class ToolRefused extends Error {}

const MAX_ROWS = 100;

export const object = (properties: Schema, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Of an answer of the service: further members may come with it. */
export const open = (properties: Schema, required = Object.keys(properties)): Schema => ({
  type: 'object',
  properties,
  required,
});

export const text = (description: string, more: Schema = {}): Schema => ({
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description,
  ...more,
});

export const list = (items: Schema): Schema => ({ type: 'array', items });

export const TEXT: Schema = { type: 'string' };
export const FLAG: Schema = { type: 'boolean' };
const ROW: Schema = { type: 'object' };

export const ROWS = open({ rows: list(ROW), more: { ...FLAG, description: 'Further rows are left out.' } });

export const LIMIT: Schema = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_ROWS,
  description: 'The most rows of the answer; 20 if left out.',
};
export const USUAL_ROWS = 20;

export const CLIENT = text('Only of this client; for keys of an operator.', { maxLength: 64 });

/** The first rows, and whether there are more. */
export async function firstRows<Row>(
  rows: AsyncIterable<Row>,
  limit = USUAL_ROWS,
): Promise<{ readonly rows: readonly Row[]; readonly more: boolean }> {
  const first: Row[] = [];
  for await (const row of rows) {
    if (first.length === limit) return { rows: first, more: true };
    first.push(row);
  }
  return { rows: first, more: false };
}

/** Without the members that are undefined. */
export const given = <Value extends object>(value: Value): Given<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<Value>;

type Given<Value> = { [Name in keyof Value]: Exclude<Value[Name], undefined> };
