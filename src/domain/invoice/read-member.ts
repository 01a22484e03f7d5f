import { say, type Text } from 'en16931-rules/vocabulary/message.ts';
import { rowOf } from 'en16931-rules/vocabulary/row-of.ts';
import { quotedName } from 'en16931-rules/vocabulary/quoted.ts';
import type { Finding, NonEmpty } from 'en16931-rules/vocabulary/finding.ts';
import { MAX_SCHEMA_FINDINGS, schemaFinding } from '../findings/schema-finding.ts';
import { JsonNumber } from '../json/json-number.ts';
import { isReadObject } from '../json/json-object.ts';
import { PastLimit } from '../json/past-limit.ts';
import type { CodeMember, GroupMember, ListMember, Member, NumberMember, TextMember } from './members.ts';
import { LIMITS } from './limits.ts';
import { addHint, hintOf, kindOf, unknownFieldHint } from './member-hints.ts';
import { readBinary, readNumber } from './read-number.ts';
import { judgeOr, refuseMember } from './unjudged.ts';
import { Decimal } from 'en16931-rules/vocabulary/decimal.ts';
import { isLongerThan, textAsRead, withoutBlanks } from '../vocabulary/text.ts';

/** Stands for a refused value; `undefined` for one that was left out. */
export const REFUSED = Symbol('refused');
type Refused = typeof REFUSED;

export interface SchemaFaults {
  readonly findings: NonEmpty<Finding>;
  /** The findings are about values past a limit. */
  readonly pastLimit: boolean;
}

/**
 * Reads JSON values by the schema and collects findings. Paths count from 0: `lines[2].unit_price`. A value that is left out, or an empty
 * text, reads as undefined; `null` is a wrong type. A refused member of a group or list throws when it is read (`refuseMember`); the others
 * do not.
 */
export class SchemaReader {
  readonly findings: Finding[] = [];
  /** Those about a number, text or list that is longer than the limits allow. */
  readonly limits: Finding[] = [];
  /** The document itself: a name that is unknown in one of its groups may be one of another. */
  private whole: GroupMember | undefined;

  /** @returns `REFUSED` for a value that does not fit the schema. */
  read(member: Member, value: unknown, path: string): unknown {
    // Further findings would not be reported, so the rest of a large document that is wrong throughout is not read.
    if (this.findings.length >= MAX_SCHEMA_FINDINGS) return REFUSED;
    if (value === undefined) return this.absent(member, path);
    if (value instanceof PastLimit)
      return this.past(
        path,
        member,
        path
          ? say('invoice.has-more-than-entries', { field: path, n: value.most })
          : say('invoice.document-has-more-than-entries', { n: value.most }),
      );
    switch (member.kind) {
      case 'text':
        return this.text(member, value, path);
      case 'date':
        return this.date(member, value, path);
      case 'code':
        return this.code(member, value, path);
      case 'number':
        return this.number(member, value, path);
      case 'boolean':
        return typeof value === 'boolean'
          ? value
          : this.wrongKind(path, member, say('invoice.true-or-false'), value);
      case 'group':
        return this.group(member, value, path);
      case 'list':
        return this.list(member, value, path);
    }
  }

  private absent(member: Member, path: string): unknown {
    return member.required
      ? this.refuse(path, member, say('invoice.is-missing', { field: path }), addHint(member))
      : leftOut(member);
  }

  private text(member: TextMember, value: unknown, path: string): unknown {
    if (typeof value !== 'string') return this.wrongKind(path, member, say('invoice.text'), value);
    const clean = CLEANED[member.clean](textAsRead(value));
    if (clean.trim() === '') return member.mayBeBlank ? '' : this.absent(member, path);
    if (member.maxLength !== undefined && isLongerThan(clean, member.maxLength))
      return this.past(
        path,
        member,
        say('invoice.is-longer-than-characters', { field: path, n: member.maxLength }),
        say('invoice.shorten-it-to-characters', { n: member.maxLength }),
      );
    if (member.pattern && !member.pattern.regexp.test(clean))
      return this.refuse(path, member, say('invoice.must-be', { field: path, says: member.pattern.says }));
    return clean;
  }

  private date(member: Member, value: unknown, path: string): unknown {
    if (typeof value !== 'string') return this.wrongKind(path, member, say('invoice.date'), value);
    const written = value.trim();
    if (written === '') return this.absent(member, path);
    return isCalendarDate(written)
      ? written
      : this.refuse(path, member, say('invoice.must-be-date-of-calendar-written-yyyy-mm', { field: path }));
  }

  private code(member: CodeMember, value: unknown, path: string): unknown {
    const written = value instanceof JsonNumber || typeof value === 'number' ? wholeText(value) : value;
    if (typeof written !== 'string') return this.wrongKind(path, member, say('invoice.code'), value);
    const trimmed = written.trim();
    if (trimmed === '') return this.absent(member, path);
    const code = member.anyCase ? trimmed.toUpperCase() : trimmed;
    if (member.list.has(code)) return code;
    const message = say('invoice.holds-code-that-is-not-among', { field: path, list: member.listName });
    const meant = meantCode(code, member);
    return this.refuse(path, member, message, meant && hintTo(meant, member), meant);
  }

  private number(member: NumberMember, value: unknown, path: string): unknown {
    if (typeof value === 'string' && value.trim() === '') return this.absent(member, path);
    const read = readNumber(value);
    if (read === 'not-a-number') return this.noNumber(path, member, value);
    if (read === 'past-limit') {
      const meant = readBinary(value);
      const { digitsBeforePoint, digitsAfterPoint } = LIMITS;
      return meant === undefined
        ? this.past(
            path,
            member,
            say('invoice.has-more-than-digits-before-or-after-decimal', {
              field: path,
              expected: digitsBeforePoint,
              stated: digitsAfterPoint,
            }),
            say('invoice.round-it-to-decimals-split-larger-number-over', { n: digitsAfterPoint }),
          )
        : this.past(
            path,
            member,
            say('invoice.is-number-that-only-binary-arithmetic-makes-is', { field: path, value: meant }),
            say('invoice.write-round-in-decimal-arithmetic-before-you-send', { value: meant }),
          );
    }
    if (member.sign === 'positive' && !read.gt(0))
      return this.refuse(path, member, say('invoice.must-be-above-zero', { field: path }));
    if (member.sign === 'not-negative' && read.lt(0))
      return this.refuse(path, member, say('invoice.must-not-be-negative', { field: path }));
    return read;
  }

  private noNumber(path: string, member: NumberMember, value: unknown): Refused {
    if (typeof value !== 'string') return this.wrongKind(path, member, say('invoice.number'), value);
    const message = say('invoice.must-be-number-with-decimal-point-without-thousands', { field: path });
    return this.refuse(path, member, message);
  }

  private group(member: GroupMember, value: unknown, path: string): unknown {
    if (typeof value === 'string' && member.shorthand !== undefined)
      return this.inShort(member, member.shorthand, value, path);
    if (!isReadObject(value)) return this.wrongKind(path, member, say('invoice.object'), value);
    this.whole ??= member;
    for (const name of Object.keys(value))
      if (!member.members.has(name))
        this.unknown(join(path, name), unknownFieldHint(name, member, this.whole));
    const read: Record<string, unknown> = {};
    for (const [name, { property, member: asDescribed }] of member.members) {
      const inner = isExcused(asDescribed, read) ? { ...asDescribed, required: false } : asDescribed;
      const own = rowOf(value, name);
      // Most members of most invoices are absent: no path is built for them.
      const got =
        own === undefined && !inner.required ? leftOut(inner) : this.read(inner, own, join(path, name));
      if (got === REFUSED) refuseMember(read, property);
      else if (got !== undefined) read[property] = got;
    }
    return read;
  }

  private inShort(member: GroupMember, name: string, value: string, path: string): unknown {
    const inner = member.members.get(name);
    const read = inner && this.read(inner.member, value, path);
    return !inner || read === REFUSED ? REFUSED : { [inner.property]: read };
  }

  private list(member: ListMember, value: unknown, path: string): unknown {
    if (!Array.isArray(value)) return this.wrongKind(path, member, say('invoice.list'), value);
    if (member.maxItems !== undefined && value.length > member.maxItems)
      return this.past(
        path,
        member,
        say('invoice.has-more-than-entries', { field: path, n: member.maxItems }),
      );
    if (value.length < member.minItems)
      return this.refuse(
        path,
        member,
        say('invoice.must-have-at-least-one-entry', { field: path }),
        say('invoice.add-entry'),
      );
    const required = { ...member.of, required: true };
    const read = value.map((item: unknown, index) => this.read(required, item ?? null, `${path}[${index}]`));
    for (const [index, item] of read.entries()) if (item === REFUSED) refuseMember(read, index);
    return read;
  }

  private unknown(path: string, hint: Text): void {
    const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
    this.add(
      schemaFinding(shown, say('invoice.is-not-field-of-canonical-invoice', { field: quotedName(path) }), {
        fixHint: hint,
      }),
    );
  }

  private wrongKind(path: string, member: Member, expected: Text, value: unknown): Refused {
    const kinds = { expected, kind: kindOf(value) };
    return this.refuse(
      path,
      member,
      path
        ? say('invoice.must-be-not', { field: path, ...kinds })
        : say('invoice.document-must-be-not', kinds),
    );
  }

  private past(path: string, member: Member, message: Text, hint?: Text): Refused {
    const finding = schemaFinding(path, message, {
      term: member.term,
      fixHint: hint ?? say('invoice.stay-within-limits-of-canonical-invoice'),
    });
    this.add(finding);
    this.limits.push(finding);
    return REFUSED;
  }

  private refuse(
    path: string,
    member: Member,
    message: Text,
    hint: Text = hintOf(member),
    correction?: string,
  ): Refused {
    this.add(schemaFinding(path, message, { term: member.term, fixHint: hint, correction }));
    return REFUSED;
  }

  /**
   * What was refused; undefined if nothing was. Values past a limit are reported alone: no other check of the document runs
   * (contract 8).
   */
  faults(): SchemaFaults | undefined {
    const pastLimit = this.limits.length > 0;
    const [first, ...rest] = pastLimit ? this.limits : this.findings;
    return first && { findings: [first, ...rest], pastLimit };
  }

  add(finding: Finding): void {
    if (this.findings.length < MAX_SCHEMA_FINDINGS) this.findings.push(finding);
  }
}

/** The digits of a number that is whole, however it is written: 380.0 and 3.8e2 are the code 380. */
function wholeText(value: JsonNumber | number): string {
  const read = readNumber(value);
  if (read instanceof Decimal && read.isInteger()) return read.toFixed();
  return value instanceof JsonNumber ? value.text : String(value);
}

/** The code that is meant by a word or by small letters; undefined if the capitals may be the code of something else. */
function meantCode(code: string, { list, everyday }: CodeMember): string | undefined {
  if (everyday !== undefined) return rowOf(everyday, code.toLowerCase().replace(/\.$/, ''));
  const capitals = code.toUpperCase();
  return list.has(capitals) ? capitals : undefined;
}

const hintTo = (meant: string, { everyday }: CodeMember): Text =>
  everyday === undefined ? say('invoice.write-code-in-capitals') : say('invoice.write', { codes: meant });

const CLEANED: Record<TextMember['clean'], (value: string) => string> = {
  trim: (value) => value.trim(),
  blanks: withoutBlanks,
  identifier: (value) => withoutBlanks(value).toUpperCase(),
  keep: (value) => value,
};

/** @param read the members before it. */
const isExcused = ({ unless }: Member, read: Readonly<Record<string, unknown>>): boolean =>
  unless !== undefined && unless.among.has(judgeOr(() => read[unless.property] as string, ''));

function leftOut(member: Member): unknown {
  if (member.kind === 'list') return [];
  return member.kind === 'code' ? member.default : undefined;
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/** Days that do not exist (30 February) are refused too. */
function isCalendarDate(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false;
  const time = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
}
