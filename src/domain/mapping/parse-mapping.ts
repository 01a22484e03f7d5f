import { sayEnglish, type Text } from 'en16931-rules/vocabulary/message.ts';
import {
  CELLS,
  type Condition,
  type Computation,
  type CsvColumn,
  type CsvForm,
  type ExportObject,
  type FieldRule,
  type LineRules,
  type Mapping,
  MAPPING_STATUSES,
  READERS,
  type RefusedValue,
  type Scalar,
  TOTAL_NAMES,
} from './mapping.ts';

/** The columns of the VAT rate and of each percentage that an amount is computed from or that the invoice states. */
function percentagesOf({ fields, vat }: LineRules, others: readonly FieldRule[]): readonly string[] {
  const computed = fields.flatMap(({ computed: how }) => (how?.how === 'percent-of' ? [how.percent] : []));
  const stated = [...fields, ...others].flatMap(({ to, from }) => (IS_PERCENTAGE.test(to) ? from : []));
  return [vat.rate, ...computed, ...stated];
}

const IS_PERCENTAGE = /(?:percent|vat_rate)$/;

type Raw = Readonly<Record<string, unknown>>;

/**
 * Reads a mapping file.
 * @param file its name, for errors.
 * @throws Error naming the wrong member.
 */
export function parseMapping(json: unknown, file: string): Mapping {
  const read = new MappingReader(file);
  return read.mapping(json);
}

const MEMBERS = {
  mapping:
    'connector version status title changes sources reads csv empty objects refused fields lines totals units vatCategories example',
  csv: 'delimiter decimal dates number columns',
  column: 'headings as of required',
  object: 'name recognised unless fields lines',
  condition: 'member is isNot entitySet orMembers because',
  refused: 'member label is because',
  field: 'to from label as value setting required omitZero routes if unless computed',
  computed: 'how product percent amount minuend subtrahend',
  lines: 'kind notes noteText skipped fields unit vat refused allocation signToQuantity',
  unit: 'from label',
  vat: 'rate rateLabel code codeLabel category',
  allocation: 'from label reason',
  total: 'name from label',
} as const;

class MappingReader {
  constructor(private readonly file: string) {}

  mapping(json: unknown): Mapping {
    const raw = this.object(json, '', 'mapping');
    const reads = raw.reads === undefined ? 'json' : this.oneOf(raw.reads, 'reads', ['json', 'csv']);
    const [lines, fields] = [this.lines(raw.lines), this.fields(raw.fields, 'fields')];
    const objects = this.list(raw.objects, 'objects', (one, at) => this.exportObject(one, at));
    const others = [...objects.flatMap((one) => one.fields), ...fields];
    return {
      connector: this.matching(raw.connector, 'connector', /^[a-z][a-z0-9-]{0,31}$/),
      version: this.matching(raw.version, 'version', /^v[0-9]{1,6}$/),
      status: this.oneOf(raw.status, 'status', MAPPING_STATUSES),
      title: this.text(raw.title, 'title'),
      changes: this.texts(raw.changes, 'changes'),
      sources: this.texts(raw.sources, 'sources'),
      reads,
      ...(reads === 'csv' && { csv: this.csv(raw.csv, percentagesOf(lines, others)) }),
      empty: this.scalars(raw.empty, 'empty'),
      objects,
      refused: this.list(raw.refused, 'refused', (one, at) => this.refuse(one, at)),
      fields,
      lines,
      totals: this.list(raw.totals, 'totals', (one, at) => {
        const total = this.object(one, at, 'total');
        return {
          name: this.oneOf(total.name, `${at}.name`, TOTAL_NAMES),
          from: this.text(total.from, `${at}.from`),
          label: this.text(total.label, `${at}.label`),
        };
      }),
      units: this.table(raw.units, 'units'),
      vatCategories: this.table(raw.vatCategories, 'vatCategories'),
      example: raw.example === undefined ? {} : this.plain(raw.example, 'example'),
    };
  }

  private csv(json: unknown, percentages: readonly string[]): CsvForm {
    const raw = this.object(json, 'csv', 'csv');
    return {
      delimiter: this.matching(raw.delimiter, 'csv.delimiter', /^[,;|\t]$/),
      decimal: this.oneOf(raw.decimal, 'csv.decimal', [',', '.'] as const),
      dates: this.texts(raw.dates, 'csv.dates'),
      number: this.text(raw.number, 'csv.number'),
      columns: Object.fromEntries(
        Object.entries(this.plain(raw.columns, 'csv.columns')).map(([name, column]) => [
          this.matching(name, `csv.columns.${name}`, /^[a-z][a-z0-9_]*$/),
          this.column(column, `csv.columns.${name}`),
        ]),
      ),
      percentages,
    };
  }

  private column(json: unknown, at: string): CsvColumn {
    const raw = this.object(json, at, 'column');
    return {
      headings: this.texts(raw.headings, `${at}.headings`),
      as: raw.as === undefined ? 'text' : this.oneOf(raw.as, `${at}.as`, CELLS),
      of: this.oneOf(raw.of, `${at}.of`, ['invoice', 'line']),
      required: this.flag(raw.required, `${at}.required`),
    };
  }

  private exportObject(json: unknown, at: string): ExportObject {
    const raw = this.object(json, at, 'object');
    return {
      name: this.text(raw.name, `${at}.name`),
      recognised: this.list(raw.recognised, `${at}.recognised`, (one, place) => this.condition(one, place)),
      unless: this.list(raw.unless, `${at}.unless`, (one, place) => ({
        ...this.condition(one, place),
        because: this.reason(this.plain(one, place).because, `${place}.because`),
      })),
      fields: this.fields(raw.fields, `${at}.fields`),
      lines: this.text(raw.lines, `${at}.lines`),
    };
  }

  private condition(json: unknown, at: string): Condition {
    const raw = this.object(json, at, 'condition');
    return {
      member: this.text(raw.member, `${at}.member`),
      ...(raw.is !== undefined && { is: this.scalars(raw.is, `${at}.is`) }),
      ...(raw.isNot !== undefined && { isNot: this.scalars(raw.isNot, `${at}.isNot`) }),
      ...(raw.entitySet !== undefined && { entitySet: this.text(raw.entitySet, `${at}.entitySet`) }),
      ...(raw.orMembers !== undefined && { orMembers: this.texts(raw.orMembers, `${at}.orMembers`) }),
    };
  }

  private refuse(json: unknown, at: string): RefusedValue {
    const raw = this.object(json, at, 'refused');
    return {
      member: this.text(raw.member, `${at}.member`),
      label: this.text(raw.label, `${at}.label`),
      is: this.scalars(raw.is, `${at}.is`),
      because: this.reason(raw.because, `${at}.because`),
    };
  }

  private fields(json: unknown, at: string): readonly FieldRule[] {
    return this.list(json, at, (one, place) => this.field(one, place));
  }

  private field(json: unknown, at: string): FieldRule {
    const raw = this.object(json, at, 'field');
    const from = typeof raw.from === 'string' ? [raw.from] : this.texts(raw.from, `${at}.from`);
    if (from.length === 0 && raw.value === undefined) throw this.wrong(`${at}.from`, 'must name a field');
    return {
      to: this.matching(raw.to, `${at}.to`, /^[a-z][a-z0-9_]*(?:(?:\.[a-z][a-z0-9_]*)|(?:\[\d+\]))*$/),
      from,
      label: raw.label === undefined ? '' : this.text(raw.label, `${at}.label`),
      as: raw.as === undefined ? 'text' : this.oneOf(raw.as, `${at}.as`, READERS),
      ...(raw.value !== undefined && { value: this.scalars([raw.value], `${at}.value`)[0]! }),
      ...(raw.setting !== undefined && { setting: this.text(raw.setting, `${at}.setting`) }),
      required: this.flag(raw.required, `${at}.required`),
      omitZero: this.flag(raw.omitZero, `${at}.omitZero`),
      routes: this.texts(raw.routes, `${at}.routes`),
      if: this.texts(raw.if, `${at}.if`),
      unless: this.texts(raw.unless, `${at}.unless`),
      ...(raw.computed !== undefined && { computed: this.compute(raw.computed, `${at}.computed`) }),
    };
  }

  private compute(json: unknown, at: string): Computation {
    const raw = this.object(json, at, 'computed');
    const text = (name: string): string => this.text(raw[name], `${at}.${name}`);
    const how = this.oneOf(raw.how, `${at}.how`, ['percent-of', 'product-less', 'less'] as const);
    const product = how === 'less' ? [] : this.texts(raw.product, `${at}.product`);
    switch (how) {
      case 'percent-of':
        return { how, product, percent: text('percent') };
      case 'product-less':
        return { how, product, amount: text('amount') };
      case 'less':
        return { how, minuend: text('minuend'), subtrahend: text('subtrahend') };
    }
  }

  private lines(json: unknown): LineRules {
    const raw = this.object(json, 'lines', 'lines');
    const unit = this.object(raw.unit, 'lines.unit', 'unit');
    const vat = this.object(raw.vat, 'lines.vat', 'vat');
    const allocation =
      raw.allocation === undefined
        ? undefined
        : this.object(raw.allocation, 'lines.allocation', 'allocation');
    const text = (of: Raw, at: string, name: string): string => this.text(of[name], `${at}.${name}`);
    return {
      ...(raw.kind !== undefined && { kind: this.text(raw.kind, 'lines.kind') }),
      notes: this.scalars(raw.notes, 'lines.notes'),
      noteText: raw.noteText === undefined ? '' : this.text(raw.noteText, 'lines.noteText'),
      skipped: this.scalars(raw.skipped, 'lines.skipped'),
      fields: this.fields(raw.fields, 'lines.fields'),
      unit: { from: text(unit, 'lines.unit', 'from'), label: text(unit, 'lines.unit', 'label') },
      vat: {
        rate: text(vat, 'lines.vat', 'rate'),
        rateLabel: text(vat, 'lines.vat', 'rateLabel'),
        code: text(vat, 'lines.vat', 'code'),
        codeLabel: text(vat, 'lines.vat', 'codeLabel'),
        ...(vat.category !== undefined && { category: text(vat, 'lines.vat', 'category') }),
      },
      refused: this.list(raw.refused, 'lines.refused', (one, at) => this.refuse(one, at)),
      ...(allocation && {
        allocation: {
          from: text(allocation, 'lines.allocation', 'from'),
          label: text(allocation, 'lines.allocation', 'label'),
          reason: text(allocation, 'lines.allocation', 'reason'),
        },
      }),
      signToQuantity: this.flag(raw.signToQuantity, 'lines.signToQuantity'),
    };
  }

  /** An object with known members only: a misspelt one would silently change the result. */
  private object(json: unknown, at: string, kind: keyof typeof MEMBERS): Raw {
    const raw = this.plain(json, at || 'the file');
    const members = MEMBERS[kind].split(' ');
    const unknown = Object.keys(raw).find((name) => !members.includes(name));
    if (unknown !== undefined)
      throw this.wrong(at ? `${at}.${unknown}` : unknown, 'is no member of a mapping');
    return raw;
  }

  private plain(json: unknown, at: string): Raw {
    if (typeof json !== 'object' || json === null || Array.isArray(json))
      throw this.wrong(at, 'must be an object');
    return json as Raw;
  }

  private list<T>(json: unknown, at: string, read: (one: unknown, at: string) => T): readonly T[] {
    if (json === undefined) return [];
    if (!Array.isArray(json)) throw this.wrong(at, 'must be a list');
    return json.map((one: unknown, index) => read(one, `${at}[${index}]`));
  }

  private text(json: unknown, at: string): string {
    if (typeof json !== 'string' || json === '') throw this.wrong(at, 'must be a text');
    return json;
  }

  /** Mappings are in English; the reasons in those of the service have translations by their words. */
  private reason(json: unknown, at: string): Text {
    return sayEnglish('mapping-reasons', this.text(json, at));
  }

  private texts(json: unknown, at: string): readonly string[] {
    return this.list(json, at, (one, place) => this.text(one, place));
  }

  private matching(json: unknown, at: string, pattern: RegExp): string {
    const text = this.text(json, at);
    if (!pattern.test(text)) throw this.wrong(at, `must match ${pattern.source}`);
    return text;
  }

  private oneOf<const T extends string>(json: unknown, at: string, values: readonly T[]): T {
    const matchingValue = values.find((value) => value === json);
    if (matchingValue === undefined) throw this.wrong(at, `must be one of ${values.join(', ')}`);
    return matchingValue;
  }

  private flag(json: unknown, at: string): boolean {
    if (json === undefined) return false;
    if (typeof json !== 'boolean') throw this.wrong(at, 'must be true or false');
    return json;
  }

  private scalars(json: unknown, at: string): readonly Scalar[] {
    return this.list(json, at, (one, place) => {
      if (one === null || ['string', 'number', 'boolean'].includes(typeof one)) return one as Scalar;
      throw this.wrong(place, 'must be a text, a number, true, false or null');
    });
  }

  private table(json: unknown, at: string): Readonly<Record<string, string>> {
    if (json === undefined) return {};
    const entries = Object.entries(this.plain(json, at));
    return Object.fromEntries(entries.map(([name, value]) => [name, this.text(value, `${at}.${name}`)]));
  }

  private wrong(at: string, message: string): Error {
    return new Error(`${this.file}: ${at} ${message}`);
  }
}
