import { type Message, say } from '../../vocabulary/message.ts';
import { rowOf } from '../../vocabulary/row-of.ts';
import { Budget, LIMITS } from '../read/budget.ts';
import { END, Lexer, Word } from '../read/lexer.ts';
import { PdfBroken, PdfOverLimit } from '../read/failure.ts';
import type { PdfDict, PdfStream } from '../read/objects.ts';
import { PdfName, type PdfObject, PdfString } from '../read/objects.ts';
import type { PdfFile } from '../read/pdf-file.ts';
import { TEXT, OPERATORS, PAINT } from './operators.ts';
import type { Page } from './pages.ts';

/** A shown text, with its font. */
export interface ShownText {
  readonly font: PdfDict;
  readonly bytes: Uint8Array;
  /** Mode 3 draws nothing: a text layer over a scan. */
  readonly isVisible: boolean;
  readonly page: number;
}

/** The effects of all pages' content, without drawing it. */
export interface Drawn {
  readonly texts: ShownText[];
  /** Colour spaces of painting operators: names of device spaces, or the space's array. */
  readonly spaces: Set<PdfObject | string>;
  readonly states: Set<PdfDict>;
  readonly unknownOperators: Set<string>;
  readonly intents: Set<string>;
  /** Some painted content is transparent. */
  hasTransparency: boolean;
  /** Deepest nesting of `q`. */
  depth: number;
  /** Content that inherits resources although it names some. */
  inherits: boolean;
  /** Content that is unreadable before its end. */
  readonly broken: Message[];
  /** Filters of inline images. */
  readonly inlineFilters: Set<string>;
}

const MAX_CONTENT_BYTES = 4_000_000;
const DEEPEST_FORM = 12;

export function readDrawn(file: PdfFile, pages: readonly Page[]): Drawn {
  const drawn: Drawn = {
    texts: [],
    spaces: new Set(),
    states: new Set(),
    unknownOperators: new Set(),
    intents: new Set(),
    hasTransparency: false,
    depth: 0,
    inherits: false,
    broken: [],
    inlineFilters: new Set(),
  };
  const painter = new Painter(file, drawn);
  for (const [number, page] of pages.entries()) painter.page(page, number);
  return drawn;
}

interface State {
  readonly fill: PdfObject | string;
  readonly stroke: PdfObject | string;
  readonly font: PdfDict | undefined;
  readonly mode: number;
  readonly hasTransparency: boolean;
}

const BLACK: State = {
  fill: 'DeviceGray',
  stroke: 'DeviceGray',
  font: undefined,
  mode: 0,
  hasTransparency: false,
};

/** Reads content streams and the forms that they use, each once. */
class Painter {
  private readonly forms = new Set<PdfStream>();
  private readonly budget = new Budget(LIMITS.contentValues);
  private spent = 0;
  private operators = 0;
  private pageNumber = 0;

  constructor(
    private readonly file: PdfFile,
    private readonly drawn: Drawn,
  ) {}

  page({ dict, resources, hasOwnResources }: Page, number: number): void {
    this.pageNumber = number;
    const contents = dict.entries.get('Contents');
    const single = this.file.stream(contents);
    const streams = single
      ? [single]
      : this.file.array(contents).flatMap((one) => this.file.stream(one) ?? []);
    const bytes = streams.map((stream) => this.contentOf(stream));
    this.run(join(bytes), resources, BLACK, 0, hasOwnResources);
  }

  private contentOf(stream: PdfStream): Uint8Array {
    try {
      const bytes = this.file.decoded(stream);
      this.spent += bytes.length;
      if (this.spent > MAX_CONTENT_BYTES) throw new PdfOverLimit(say('pdfa.its-pages-have-too-much-content'));
      return bytes;
    } catch (error) {
      if (!(error instanceof PdfBroken)) throw error;
      this.drawn.broken.push(error.reason);
      return new Uint8Array();
    }
  }

  private run(
    bytes: Uint8Array,
    resources: PdfDict | undefined,
    state: State,
    depth: number,
    isOwn: boolean,
  ): void {
    const lexer = new Lexer(bytes, 0, this.budget);
    const run = new Run(this.file, this.drawn, { resources, isOwn, page: this.pageNumber }, state);
    try {
      for (;;) {
        const token = lexer.next();
        if (token === END) break;
        if (!(token instanceof Word)) run.push(token);
        else if ((this.operators += 1) > LIMITS.operators)
          throw new PdfOverLimit(say('pdfa.its-pages-have-too-many-operators'));
        else if (token.text === 'BI') run.inlineImage(lexer);
        else {
          const form = run.operator(token.text);
          if (form) this.form(form, run, depth);
        }
      }
    } catch (error) {
      if (!(error instanceof PdfBroken)) throw error;
      this.drawn.broken.push(error.reason);
    }
  }

  private form(form: PdfStream, run: Run, depth: number): void {
    if (this.forms.has(form) || depth >= DEEPEST_FORM) return;
    this.forms.add(form);
    const own = this.file.dict(form.dict.entries.get('Resources'));
    this.run(this.contentOf(form), own ?? run.resources, run.state, depth + 1, own !== undefined);
  }
}

const join = (parts: readonly Uint8Array[]): Uint8Array =>
  parts.length === 1 ? parts[0]! : Buffer.concat(parts.flatMap((part) => [part, SPACE]));
const SPACE = Buffer.from('\n');

const MAX_TEXTS = 200_000;
/** More are not reported. */
const MAX_UNKNOWN = 10;

interface Surroundings {
  readonly resources: PdfDict | undefined;
  /** The resources belong to the content itself. */
  readonly isOwn: boolean;
  readonly page: number;
}

/** One content stream. */
class Run {
  private operands: PdfObject[] = [];
  private saved: State[] = [];

  constructor(
    private readonly file: PdfFile,
    private readonly drawn: Drawn,
    private readonly around: Surroundings,
    public state: State,
  ) {}

  get resources(): PdfDict | undefined {
    return this.around.resources;
  }

  push(value: PdfObject): void {
    if (this.operands.length < 64) this.operands.push(value);
  }

  /** @returns the form that it draws. */
  operator(name: string): PdfStream | undefined {
    const operands = this.operands;
    this.operands = [];
    const paints = rowOf(PAINT, name);
    if (paints) this.paint(paints);
    const change = rowOf(CHANGES, name);
    if (change) {
      this.state = change(this.state, operands, (space) => this.space(space));
      return undefined;
    }
    switch (name) {
      case 'q':
        this.saved.push(this.state);
        this.drawn.depth = Math.max(this.drawn.depth, this.saved.length);
        return undefined;
      case 'Q':
        this.state = this.saved.pop() ?? this.state;
        return undefined;
      case 'Tf':
        this.state = { ...this.state, font: this.dictOf('Font', operands[0]) };
        return undefined;
      case 'gs':
        this.graphicsState(operands[0]);
        return undefined;
      case 'ri':
        this.drawn.intents.add(this.file.name(operands[0]) ?? '');
        return undefined;
      case 'Do':
        return this.object(operands[0]);
      case 'sh':
        this.use(this.file.entry(this.findResource('Shading', operands[0]), 'ColorSpace'));
        return undefined;
      default:
        if (!OPERATORS.has(name)) this.unknown(name);
        else if (name in TEXT) this.show(operands);
        return undefined;
    }
  }

  private unknown(name: string): void {
    if (this.drawn.unknownOperators.size < MAX_UNKNOWN) this.drawn.unknownOperators.add(name);
  }

  private paint(what: string): void {
    if (what.includes('f')) this.use(this.state.fill);
    if (what.includes('s')) this.use(this.state.stroke);
  }

  private show(operands: readonly PdfObject[]): void {
    const { font, mode } = this.state;
    if (!font) return;
    if (mode !== 3) this.use(mode === 1 ? this.state.stroke : this.state.fill);
    for (const operand of operands.flat())
      if (operand instanceof PdfString) {
        if (this.drawn.texts.length > MAX_TEXTS)
          throw new PdfOverLimit(say('pdfa.its-pages-have-too-much-text'));
        this.drawn.texts.push({
          font,
          bytes: operand.bytes,
          isVisible: mode !== 3,
          page: this.around.page,
        });
      }
  }

  private use(space: PdfObject | string): void {
    this.drawn.hasTransparency ||= this.state.hasTransparency;
    if (space !== null && space !== 'Pattern') this.drawn.spaces.add(this.resolveSpace(space));
  }

  /** The space that the resources put in place of a device space (ISO 32000-1, 8.6.5.6). */
  private resolveSpace(space: PdfObject | string): PdfObject | string {
    const name = typeof space === 'string' ? space : this.file.name(space);
    if (!name?.startsWith('Device')) return space;
    const instead = this.file.entry(this.resources ?? null, 'ColorSpace', name.replace('Device', 'Default'));
    return instead ?? name;
  }

  private space(operand: PdfObject | undefined): PdfObject | string {
    const name = this.file.name(operand) ?? '';
    if (name.startsWith('Device') || name === 'Pattern') return name;
    return this.findResource('ColorSpace', operand);
  }

  private graphicsState(operand: PdfObject | undefined): void {
    const dict = this.dictOf('ExtGState', operand);
    if (!dict) return;
    this.drawn.states.add(dict);
    this.state = {
      ...this.state,
      hasTransparency: shinesThrough(this.file, dict, this.state.hasTransparency),
    };
    const font = this.file.dict(this.file.array(dict.entries.get('Font'))[0]);
    if (font) this.state = { ...this.state, font };
  }

  private object(operand: PdfObject | undefined): PdfStream | undefined {
    const stream = this.file.stream(this.findResource('XObject', operand));
    if (!stream) return undefined;
    if (this.file.name(stream.dict.entries.get('Subtype')) === 'Form') return stream;
    const isMask = this.file.resolve(stream.dict.entries.get('ImageMask')) === true;
    if (isMask) this.use(this.state.fill);
    else this.use(this.file.resolve(stream.dict.entries.get('ColorSpace')));
    return undefined;
  }

  private dictOf(kind: string, operand: PdfObject | undefined): PdfDict | undefined {
    return this.file.dict(this.findResource(kind, operand));
  }

  private findResource(kind: string, operand: PdfObject | undefined): PdfObject {
    if (!(operand instanceof PdfName)) return null;
    if (!this.around.isOwn) this.drawn.inherits = true;
    return this.file.entry(this.resources ?? null, kind, operand.text);
  }

  /** Skips to its end: white space, `EI`, white space. */
  inlineImage(lexer: Lexer): void {
    const entries = new Map<string, PdfObject>();
    for (let key = lexer.next(); key !== END && !(key instanceof Word); key = lexer.next())
      if (key instanceof PdfName) entries.set(key.text, lexer.value());
    const { bytes } = lexer;
    const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let end = view.indexOf('EI', lexer.at);
    while (
      end >= 0 &&
      !(/\s/.test(String.fromCharCode(bytes[end - 1] ?? 0)) && /\s|^$/.test(charAt(bytes, end + 2)))
    )
      end = view.indexOf('EI', end + 2);
    lexer.at = end < 0 ? bytes.length : end + 2;
    const filter = entries.get('F') ?? entries.get('Filter') ?? null;
    for (const one of [filter].flat()) if (one instanceof PdfName) this.drawn.inlineFilters.add(one.text);
    if (entries.get('IM') === true || entries.get('ImageMask') === true) return this.use(this.state.fill);
    const space = entries.get('CS') ?? entries.get('ColorSpace') ?? null;
    const name = space instanceof PdfName ? (rowOf(SHORT_SPACES, space.text) ?? space.text) : '';
    this.use(name.startsWith('Device') ? name : this.findResource('ColorSpace', space));
  }
}

const charAt = (bytes: Uint8Array, at: number): string =>
  bytes[at] === undefined ? '' : String.fromCharCode(bytes[at]);

const SHORT_SPACES: Readonly<Record<string, string>> = {
  G: 'DeviceGray',
  RGB: 'DeviceRGB',
  CMYK: 'DeviceCMYK',
};

/** Opacity, blend mode and mask of a graphics state; entries that it leaves out stay. */
function shinesThrough(file: PdfFile, { entries }: PdfDict, before: boolean): boolean {
  const modes = [file.resolve(entries.get('BM'))]
    .flat()
    .map((mode) => file.name(mode as PdfObject) ?? 'Normal');
  const mask = file.resolve(entries.get('SMask'));
  const sees =
    (entries.has('BM') && modes.some((mode) => mode !== 'Normal' && mode !== 'Compatible')) ||
    (mask !== null && file.name(mask) !== 'None') ||
    ['CA', 'ca'].some((key) => (file.number(entries.get(key)) ?? 1) < 1);
  const isReset = ['BM', 'SMask', 'CA', 'ca'].some((key) => entries.has(key));
  return sees || (before && !isReset);
}

type FindsSpace = (operand: PdfObject | undefined) => PdfObject | string;
const fill =
  (space: string) =>
  (state: State): State => ({ ...state, fill: space });
const stroke =
  (space: string) =>
  (state: State): State => ({ ...state, stroke: space });

const CHANGES: Readonly<
  Record<string, (state: State, operands: readonly PdfObject[], space: FindsSpace) => State>
> = {
  g: fill('DeviceGray'),
  rg: fill('DeviceRGB'),
  k: fill('DeviceCMYK'),
  G: stroke('DeviceGray'),
  RG: stroke('DeviceRGB'),
  K: stroke('DeviceCMYK'),
  cs: (state, [operand], space) => ({ ...state, fill: space(operand) }),
  CS: (state, [operand], space) => ({ ...state, stroke: space(operand) }),
  Tr: (state, [mode]) => ({ ...state, mode: typeof mode === 'number' ? mode : 0 }),
};
