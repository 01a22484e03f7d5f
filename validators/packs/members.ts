/** A file of a pack has the wrong form. The message is one sentence that names file and place. */
export class WrongShape extends Error {
  constructor(
    readonly where: string,
    readonly reason: string,
  ) {
    super(`${where}: ${reason}`);
    this.name = 'WrongShape';
  }
}

/** @throws WrongShape if the text is no JSON. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongShape(where, `not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** The items of a JSON list, each with its place. @throws WrongShape */
export function eachOf<T>(
  json: unknown,
  where: string,
  read: (item: unknown, where: string) => T,
): readonly T[] {
  if (!Array.isArray(json)) throw new WrongShape(where, 'not a list');
  return json.map((item, i) => read(item, `${where}[${i}]`));
}

/** A path with `/` that stays below its folder. */
const isInside = (path: string): boolean =>
  !/[\\\0]|^[A-Za-z]:/.test(path) && path.split('/').every((step) => !['', '.', '..'].includes(step));

const countIn = (value: unknown, max: number): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= max ? value : undefined;

/** The members of a JSON object, each read as its expected type. */
export class Members {
  private readonly object: Readonly<Record<string, unknown>>;

  /** @param where file and place, for the message. @throws WrongShape */
  constructor(
    json: unknown,
    private readonly where: string,
  ) {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw new WrongShape(where, 'not an object');
    this.object = json as Readonly<Record<string, unknown>>;
  }

  has(name: string): boolean {
    return this.own(name) !== undefined && this.own(name) !== null;
  }

  text(name: string): string {
    const value = this.own(name);
    return typeof value === 'string' && value !== '' ? value : this.wrong(name, 'not a text');
  }

  /** @param read undefined for what is no text. */
  read<T>(name: string, read: (value: unknown) => T | undefined): T {
    return read(this.own(name)) ?? this.wrong(name, 'not a text');
  }

  textOrNull(name: string): string | null {
    return this.has(name) ? this.text(name) : null;
  }

  /** An id or version: it becomes part of a folder's name. */
  name(name: string): string {
    const value = this.text(name);
    return /^[A-Za-z0-9][A-Za-z0-9.-]*$/.test(value)
      ? value
      : this.wrong(name, 'letters, digits, dots and dashes only');
  }

  path(name: string): string {
    const value = this.text(name);
    return isInside(value) ? value : this.wrong(name, 'not a path inside its folder');
  }

  sha256(name: string): string {
    const value = this.text(name);
    return /^[0-9a-f]{64}$/.test(value) ? value : this.wrong(name, 'not a SHA-256 in hexadecimal');
  }

  date(name: string): string | null {
    if (!this.has(name)) return null;
    const value = this.text(name);
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : this.wrong(name, 'not a date');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    return (
      values.find((value) => value === this.own(name)) ?? this.wrong(name, `none of ${values.join(', ')}`)
    );
  }

  /** At least one. */
  someOf<T extends string>(name: string, values: readonly T[]): readonly T[] {
    const chosen = this.anyOf(name, values);
    return chosen.length > 0 ? chosen : this.wrong(name, 'an empty list');
  }

  anyOf<T extends string>(name: string, values: readonly T[]): readonly T[] {
    return this.texts(name).map(
      (text) =>
        values.find((value) => value === text) ?? this.wrong(name, `${text} is none of ${values.join(', ')}`),
    );
  }

  /** At least one. */
  textList(name: string): readonly string[] {
    const texts = this.texts(name);
    return texts.length > 0 ? texts : this.wrong(name, 'an empty list');
  }

  texts(name: string): readonly string[] {
    const value = this.own(name);
    const isTextList = Array.isArray(value) && value.every((item) => typeof item === 'string');
    return isTextList ? (value as readonly string[]) : this.wrong(name, 'not a list of texts');
  }

  /** A whole number from 1 to `max`. */
  count(name: string, max: number): number {
    return countIn(this.own(name), max) ?? this.wrong(name, `not a whole number from 1 to ${max}`);
  }

  /** At least one. */
  counts(name: string, max: number): readonly [number, ...number[]] {
    const value = this.own(name);
    const counts = Array.isArray(value) ? value.map((item: unknown) => countIn(item, max)) : [];
    const [first, ...others] = counts.filter((count) => count !== undefined);
    if (first === undefined || others.length + 1 < counts.length)
      this.wrong(name, `not a list of whole numbers from 1 to ${max}`);
    return [first, ...others];
  }

  list(name: string): readonly Members[] {
    return this.listOf(name, (item, where) => new Members(item, where));
  }

  listOf<T>(name: string, read: (item: unknown, where: string) => T): readonly T[] {
    return eachOf(this.own(name), `${this.where}.${name}`, read);
  }

  members(name: string): Members {
    return new Members(this.own(name), `${this.where}.${name}`);
  }

  /** All members, read in the same way: a map whose keys the file chooses. */
  each<T>(read: (members: Members, name: string) => T): Readonly<Record<string, T>> {
    return Object.fromEntries(Object.keys(this.object).map((name) => [name, read(this, name)]));
  }

  /** The same if the names are paths below the folder. */
  eachPath<T>(read: (members: Members, name: string) => T): Readonly<Record<string, T>> {
    for (const path of Object.keys(this.object))
      if (!isInside(path)) this.wrong(path, 'not a path inside its folder');
    return this.each(read);
  }

  /** Refuses any other member. In YAML a comma in a text without quotation marks begins one. @throws WrongShape */
  only(names: readonly string[]): this {
    for (const name of Object.keys(this.object)) if (!names.includes(name)) this.wrong(name, 'not a member');
    return this;
  }

  /** @throws WrongShape */
  wrong(name: string, reason: string): never {
    throw new WrongShape(`${this.where}.${name}`, reason);
  }

  private own(name: string): unknown {
    return Object.hasOwn(this.object, name) ? this.object[name] : undefined;
  }
}
