import type { Call } from '../network.ts';
import { refuse } from './errors.ts';

/** Members of a JSON body. Each reader refuses (21405) a value of another kind. */
export class Members {
  constructor(
    private readonly values: Readonly<Record<string, unknown>>,
    private readonly path: string = '',
  ) {}

  /** A text that is not empty; undefined if it is absent. */
  optionalText(name: string): string | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value !== 'string' || value === '') throw this.wrong(name, 'musi być tekstem');
    return value;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.missing(name);
  }

  whole(name: string): number {
    const value = this.values[name] ?? this.missing(name);
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
      throw this.wrong(name, 'musi być liczbą całkowitą większą od zera');
    return value;
  }

  optionalWhole(name: string): number | undefined {
    const value = this.optionalNumber(name);
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
      throw this.wrong(name, 'musi być liczbą całkowitą');
    return value;
  }

  optionalNumber(name: string): number | undefined {
    const value = this.values[name] ?? undefined;
    if (value !== undefined && typeof value !== 'number') throw this.wrong(name, 'musi być liczbą');
    return value;
  }

  optionalFlag(name: string): boolean | undefined {
    const value = this.values[name] ?? undefined;
    if (value !== undefined && typeof value !== 'boolean')
      throw this.wrong(name, 'musi być wartością logiczną');
    return value;
  }

  /** @param length in bytes, if it is fixed. */
  base64(name: string, length?: number): Buffer {
    return this.optionalBase64(name, length) ?? this.missing(name);
  }

  optionalBase64(name: string, length?: number): Buffer | undefined {
    const text = this.optionalText(name);
    if (text === undefined) return undefined;
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) throw this.wrong(name, 'musi być zakodowane w Base64');
    if (length !== undefined && bytes.length !== length)
      throw this.wrong(name, `musi mieć długość ${length} bajtów`);
    return bytes;
  }

  members(name: string): Members {
    return this.optionalMembers(name) ?? this.missing(name);
  }

  optionalMembers(name: string): Members | undefined {
    const value = this.values[name] ?? undefined;
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.wrong(name, 'musi być obiektem');
    return new Members(value, `${this.path}${name}.`);
  }

  list(name: string): readonly Members[] {
    return this.rawList(name).map((each, n) =>
      isObject(each) ? new Members(each, `${this.path}${name}[${n}].`) : this.missing(`${name}[${n}]`),
    );
  }

  optionalTexts(name: string): readonly string[] | undefined {
    if ((this.values[name] ?? undefined) === undefined) return undefined;
    return this.rawList(name).map((each) => {
      if (typeof each !== 'string') throw this.wrong(name, 'musi zawierać teksty');
      return each;
    });
  }

  private rawList(name: string): readonly unknown[] {
    const value = this.values[name] ?? this.missing(name);
    if (!Array.isArray(value)) throw this.wrong(name, 'musi być listą');
    return value as readonly unknown[];
  }

  private missing(name: string): never {
    throw this.wrong(name, 'jest wymagane');
  }

  private wrong(name: string, says: string): Error {
    return refuse(21405, `'${this.path}${name}' ${says}.`);
  }
}

export function bodyOf({ body }: Pick<Call, 'body'>): Members {
  const value = jsonIn(body);
  if (!isObject(value)) throw refuse(21405, 'Treść żądania musi być obiektem JSON.');
  return new Members(value);
}

/** Since API 2.9 an unreadable body has a code of its own. */
function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw refuse(21001);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
