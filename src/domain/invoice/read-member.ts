import type { Finding } from '../findings/finding.ts';
import { MOST_SCHEMA_FINDINGS, schemaFinding } from '../findings/schema-finding.ts';
import type { Decimal } from '../vocabulary/decimal.ts';
import { JsonNumber } from '../json/json-number.ts';
import { PastLimit } from '../json/past-limit.ts';
import type { CodeMember, GroupMember, ListMember, Member, NumberMember, TextMember } from './members.ts';
import { readNumber } from './read-number.ts';
import { isLongerThan, withoutBlanks, xmlText } from '../vocabulary/text.ts';

/**
 * Reads JSON values by the schema and collects what is wrong with them. Paths count from 0: `lines[2].unit_price`.
 * Values left out and empty text read as undefined; `null` is a wrong type.
 */
export class SchemaReader {
  readonly findings: Finding[] = [];
  /** True once a number, text or list was longer than the limits allow. */
  pastLimit = false;

  read(member: Member, value: unknown, path: string): unknown {
    // What would be found is not told any more: of a large document that is wrong throughout the rest is not read.
    if (this.findings.length >= MOST_SCHEMA_FINDINGS) return undefined;
    if (value === undefined) return this.#absent(member, path);
    if (value instanceof PastLimit)
      return this.#past(path, member, `${path || 'The document'} has more than ${value.most} entries.`);
    switch (member.kind) {
      case 'text':
        return this.#text(member, value, path);
      case 'date':
        return this.#date(member, value, path);
      case 'code':
        return this.#code(member, value, path);
      case 'number':
        return this.#number(member, value, path);
      case 'group':
        return this.#group(member, value, path);
      case 'list':
        return this.#list(member, value, path);
    }
  }

  #absent(member: Member, path: string): unknown {
    return member.required ? this.#refuse(path, member, `${path} is missing.`) : leftOut(member);
  }

  #text(member: TextMember, value: unknown, path: string): string | undefined {
    if (typeof value !== 'string') return this.#refuse(path, member, `${path} must be text.`);
    const clean = CLEANED[member.clean](xmlText(value));
    if (clean.trim() === '') return this.#absent(member, path) as undefined;
    if (member.maxLength !== undefined && isLongerThan(clean, member.maxLength))
      return this.#past(path, member, `${path} is longer than ${member.maxLength} characters.`);
    if (member.pattern && !member.pattern.regexp.test(clean))
      return this.#refuse(path, member, `${path} must be ${member.pattern.says}.`);
    return clean;
  }

  #date(member: Member, value: unknown, path: string): string | undefined {
    if (typeof value === 'string' && value.trim() === '') return this.#absent(member, path) as undefined;
    return typeof value === 'string' && isCalendarDate(value.trim())
      ? value.trim()
      : this.#refuse(path, member, `${path} must be a date of the calendar, written YYYY-MM-DD.`);
  }

  #code(member: CodeMember, value: unknown, path: string): string | undefined {
    const written =
      value instanceof JsonNumber ? value.text : typeof value === 'number' ? String(value) : value;
    if (typeof written !== 'string') return this.#refuse(path, member, `${path} must be a code.`);
    const trimmed = written.trim();
    if (trimmed === '') return this.#absent(member, path) as string | undefined;
    return member.list.has(trimmed)
      ? trimmed
      : this.#refuse(path, member, `${path} holds a code that is not among the ${member.listName}.`);
  }

  #number(member: NumberMember, value: unknown, path: string): Decimal | undefined {
    if (typeof value === 'string' && value.trim() === '') return this.#absent(member, path) as undefined;
    const read = readNumber(value);
    if (read === 'not-a-number')
      return this.#refuse(
        path,
        member,
        `${path} must be a number with a decimal point, without thousands separators.`,
      );
    if (read === 'past-limit')
      return this.#past(path, member, `${path} has more than 15 digits before or 8 after the decimal point.`);
    if (member.sign === 'positive' && !read.gt(0))
      return this.#refuse(path, member, `${path} must be above zero.`);
    if (member.sign === 'not-negative' && read.lt(0))
      return this.#refuse(path, member, `${path} must not be negative.`);
    return read;
  }

  #group(member: GroupMember, value: unknown, path: string): object | undefined {
    if (!isObject(value)) return this.#refuse(path, member, `${path || 'The document'} must be an object.`);
    for (const name of Object.keys(value)) if (!member.members.has(name)) this.#unknown(join(path, name));
    const read: Record<string, unknown> = {};
    for (const [name, { property, member: inner }] of member.members) {
      const own = Object.hasOwn(value, name) ? value[name] : undefined;
      // Most members of most invoices are absent: no path is made for them.
      const got =
        own === undefined && !inner.required ? leftOut(inner) : this.read(inner, own, join(path, name));
      if (got !== undefined) read[property] = got;
    }
    return read;
  }

  #list(member: ListMember, value: unknown, path: string): unknown[] | undefined {
    if (!Array.isArray(value)) return this.#refuse(path, member, `${path} must be a list.`);
    if (member.maxItems !== undefined && value.length > member.maxItems)
      return this.#past(path, member, `${path} has more than ${member.maxItems} entries.`);
    if (value.length < member.minItems)
      return this.#refuse(path, member, `${path} must have at least one entry.`);
    const required = { ...member.of, required: true };
    return value.map((item: unknown, index) => this.read(required, item ?? null, `${path}[${index}]`));
  }

  #unknown(path: string): void {
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    this.add(schemaFinding(shown, `${shown} is not a field of the canonical invoice.`));
  }

  #past(path: string, member: Member, message: string): undefined {
    this.pastLimit = true;
    return this.#refuse(path, member, message);
  }

  #refuse(path: string, { term }: Member, message: string): undefined {
    this.add(schemaFinding(path, message, { term }));
  }

  add(finding: Finding): void {
    if (this.findings.length < MOST_SCHEMA_FINDINGS) this.findings.push(finding);
  }
}

const CLEANED: Record<TextMember['clean'], (value: string) => string> = {
  trim: (value) => value.trim(),
  blanks: withoutBlanks,
  identifier: (value) => withoutBlanks(value).toUpperCase(),
  keep: (value) => value,
};

function leftOut(member: Member): unknown {
  if (member.kind === 'list') return [];
  return member.kind === 'code' ? member.default : undefined;
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber);

/** Days that do not exist (30 February) are refused too. */
export function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
