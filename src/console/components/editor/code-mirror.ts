import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, LRLanguage } from '@codemirror/language';
import { Compartment, EditorState, type Range, RangeSet, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  gutter,
  GutterMarker,
  highlightActiveLine,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { parser as json } from '@lezer/json';
import { parser as xml } from '@lezer/xml';
import { LOOK } from './look.ts';

/**
 * The editor, loaded when a page first needs it (`code-editor.tsx`). It writes its styles itself: into a document by an element, which
 * the policy of the console forbids, and into a shadow root by sheets that scripts make, which it allows.
 */

export type Syntax = 'json' | 'xml';

/** A line with a sign and, below it, a note. */
export interface Mark {
  /** Anywhere in the line. */
  readonly at: number;
  readonly look: 'bad' | 'warn' | 'ok' | 'changed';
  readonly note?: string;
  /** What is not in the text, shown as a line above the note, as deep as the line that follows. */
  readonly ghost?: string;
}

interface Options {
  readonly parent: ShadowRoot;
  readonly text: string;
  readonly syntax: Syntax;
  /** Read aloud. */
  readonly name: string;
  readonly isReadOnly: boolean;
  readonly onChange: (text: string) => void;
  /** Keys of the page that work in the text, such as `Mod-Enter`. */
  readonly keys: readonly { readonly key: string; readonly run: () => void }[];
}

export interface Editor {
  readonly setMarks: (marks: readonly Mark[]) => void;
  readonly setReadOnly: (isReadOnly: boolean) => void;
  /** Replaces what differs, as one step that can be undone, and puts the caret there. */
  readonly setText: (text: string) => void;
  readonly goTo: (at: number, isFocused: boolean) => void;
  readonly destroy: () => void;
}

const SIGNS = { bad: '!', warn: '!', ok: '✓', changed: '•' } as const;

class Sign extends GutterMarker {
  constructor(private readonly look: Mark['look']) {
    super();
  }

  override eq(other: Sign): boolean {
    return other.look === this.look;
  }

  override toDOM(): Node {
    const sign = document.createElement('span');
    sign.className = `sign-${this.look}`;
    sign.textContent = SIGNS[this.look];
    return sign;
  }
}

class NoteBelow extends WidgetType {
  constructor(private readonly mark: Mark) {
    super();
  }

  override eq({ mark }: NoteBelow): boolean {
    const { look, note, ghost } = this.mark;
    return mark.look === look && mark.note === note && mark.ghost === ghost;
  }

  override toDOM(): HTMLElement {
    const { look, note, ghost } = this.mark;
    const box = document.createElement('div');
    box.className = `note ${look}`;
    for (const [name, text] of [
      ['ghost', ghost],
      ['words', note],
    ] as const) {
      if (text === undefined) continue;
      const line = document.createElement('div');
      line.className = name;
      line.textContent = text;
      box.append(line);
    }
    return box;
  }
}

interface Marks {
  readonly decorations: DecorationSet;
  readonly signs: RangeSet<GutterMarker>;
}

const newMarks = StateEffect.define<readonly Mark[]>();

/** Between two settings the marks move with their lines. */
const marksOf = StateField.define<Marks>({
  create: () => ({ decorations: Decoration.none, signs: RangeSet.empty }),
  update: (marks, { changes, effects, state }) => {
    const set = effects.findLast((effect) => effect.is(newMarks));
    if (set) return marksIn(state, set.value as readonly Mark[]);
    if (changes.empty) return marks;
    return { decorations: marks.decorations.map(changes), signs: marks.signs.map(changes) };
  },
  provide: (field) => EditorView.decorations.from(field, ({ decorations }) => decorations),
});

/** Of several marks of a line the gravest gives the sign, and each its note. */
const GRAVEST_FIRST = ['bad', 'warn', 'ok', 'changed'] as const;

function marksIn({ doc }: EditorState, marks: readonly Mark[]): Marks {
  const byLine = new Map<number, Mark[]>();
  for (const mark of marks) {
    const { number } = doc.lineAt(Math.min(mark.at, doc.length));
    byLine.set(number, [...(byLine.get(number) ?? []), mark]);
  }
  const decorations: Range<Decoration>[] = [];
  const signs: Range<GutterMarker>[] = [];
  for (const [number, inLine] of byLine) {
    const { from, to } = doc.line(number);
    const look = GRAVEST_FIRST.find((each) => inLine.some((mark) => mark.look === each)) ?? 'changed';
    const notes = inLine.filter(({ note }) => note !== undefined);
    // The line around a place where something is missing is not wrong itself.
    if (inLine.some(({ ghost }) => ghost === undefined)) {
      decorations.push(Decoration.line({ class: `line-${look}` }).range(from));
      signs.push(new Sign(look).range(from));
    }
    const next = number < doc.lines ? doc.line(number + 1).text : '';
    const depth = /^\s*/.exec(next)?.[0] ?? '';
    for (const mark of notes) {
      const { ghost } = mark;
      const widget = new NoteBelow(ghost === undefined ? mark : { ...mark, ghost: depth + ghost });
      decorations.push(Decoration.widget({ widget, block: true, side: 1 }).range(to));
    }
  }
  return { decorations: Decoration.set(decorations, true), signs: RangeSet.of(signs, true) };
}

const LANGUAGES = {
  json: LRLanguage.define({ name: 'json', parser: json }),
  xml: LRLanguage.define({ name: 'xml', parser: xml }),
} as const satisfies Readonly<Record<Syntax, LRLanguage>>;

export function openEditor({ parent, text, syntax, name, isReadOnly, onChange, keys }: Options): Editor {
  const readOnly = new Compartment();
  const view = new EditorView({
    parent,
    root: parent,
    doc: text,
    extensions: [
      lineNumbers(),
      marksOf,
      gutter({ class: 'signs', markers: ({ state }) => state.field(marksOf).signs }),
      history(),
      bracketMatching(),
      highlightActiveLine(),
      LANGUAGES[syntax],
      LOOK,
      readOnly.of(readOnlyIf(isReadOnly)),
      // It is a tab stop by itself; axe looks for the attribute.
      EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
      keymap.of(keys.map(({ key, run }) => ({ key, run: () => (run(), true), preventDefault: true }))),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
  return {
    setMarks: (marks) => view.dispatch({ effects: newMarks.of(marks) }),
    setReadOnly: (next) => view.dispatch({ effects: readOnly.reconfigure(readOnlyIf(next)) }),
    setText: (next) => replaceWhatDiffers(view, next),
    goTo: (at, isFocused) => {
      const anchor = Math.min(at, view.state.doc.length);
      // The editor between the bars of the page, then the place in its middle.
      parent.host.scrollIntoView({ block: 'nearest' });
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      if (isFocused) view.focus();
    },
    destroy: () => view.destroy(),
  };
}

/** A phone shows no keyboard for what cannot be changed; the caret still moves. */
const readOnlyIf = (isReadOnly: boolean) => [
  EditorState.readOnly.of(isReadOnly),
  isReadOnly ? EditorView.contentAttributes.of({ 'aria-readonly': 'true', inputmode: 'none' }) : [],
];

function replaceWhatDiffers(view: EditorView, next: string): void {
  const now = view.state.doc.toString();
  if (now === next) return;
  let from = 0;
  const most = Math.min(now.length, next.length);
  while (from < most && now[from] === next[from]) from += 1;
  let end = 0;
  while (end < most - from && now.at(-1 - end) === next.at(-1 - end)) end += 1;
  const insert = next.slice(from, next.length - end);
  view.dispatch({
    changes: { from, to: now.length - end, insert },
    selection: { anchor: from + insert.length },
    scrollIntoView: true,
    userEvent: 'input.patch',
  });
}
