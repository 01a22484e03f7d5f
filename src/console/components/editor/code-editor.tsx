import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Problem, Skeleton } from '../notice.tsx';
import type { Editor, Mark, Syntax } from './code-mirror.ts';

/** Where the caret goes; a new object goes there again. */
export interface Target {
  readonly at: number;
  /** The caret is to be worked with, not only seen. */
  readonly isFocused: boolean;
}

interface Props {
  readonly name: string;
  readonly text: string;
  /** Changes when the page itself has changed the text; what is typed comes back by `onChange` alone. */
  readonly edition?: number;
  readonly syntax: Syntax;
  readonly marks: readonly Mark[];
  readonly target?: Target | undefined;
  readonly isReadOnly?: boolean;
  readonly onChange?: (text: string) => void;
  readonly keys?: readonly { readonly key: string; readonly run: () => void }[];
}

/** A text with its lines, marks and notes. Another edition replaces what differs; another name opens a new editor state. */
export function CodeEditor(props: Props) {
  const { name, edition, syntax, marks, target, isReadOnly = false, keys = [] } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [error, setError] = useState<unknown>();
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const parent = frame.current?.shadowRoot ?? frame.current?.attachShadow({ mode: 'open' });
    let opened: Editor | undefined;
    let isGone = false;
    // Loaded with the first text.
    import('./code-mirror.ts').then(({ openEditor }) => {
      if (isGone || !parent) return;
      opened = openEditor({
        parent,
        syntax,
        name,
        isReadOnly,
        text: latest.current.text,
        onChange: (next) => latest.current.onChange?.(next),
        keys: keys.map(({ key }, index) => ({ key, run: () => latest.current.keys?.[index]?.run() })),
      });
      setEditor(opened);
    }, setError);
    return () => {
      isGone = true;
      setEditor(undefined);
      opened?.destroy();
    };
  }, [name, syntax]);
  useLayoutEffect(() => editor?.setText(latest.current.text), [editor, edition]);
  useLayoutEffect(() => editor?.setReadOnly(isReadOnly), [editor, isReadOnly]);
  useLayoutEffect(() => editor?.setMarks(marks), [editor, marks]);
  useLayoutEffect(() => {
    if (target) editor?.goTo(target.at, target.isFocused);
  }, [editor, target]);
  return (
    <>
      {error ? <Problem error={error} /> : null}
      {!editor && !error && <Skeleton />}
      <div class="code-editor" ref={frame} />
    </>
  );
}
