import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { giveFocusBack } from '../app/keyboard.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Button, IconButton } from './button.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly title: string;
  /** Left out if nothing but an act ends it. */
  readonly onClose?: () => void;
  readonly children: ComponentChildren;
}

/** The choice of a language, below More, is not what a dialog is about. */
const FIELDS = ':is(input, select, textarea):not(.language *)';

/**
 * The browser keeps the focus inside and closes it on Esc; then the focus goes back to what opened it. It begins in the first field: what is
 * typed at once is not taken for keys of the page.
 */
export function Dialog({ title, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const [box, opener] = [dialog.current, document.activeElement];
    box?.showModal();
    const first = box?.querySelector<HTMLElement>('[autofocus]') ?? box?.querySelector<HTMLElement>(FIELDS);
    first?.focus();
    return () => {
      box?.close();
      // The browser gives it back only if the dialog is still on the page.
      giveFocusBack(opener);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={({ target }) => target === dialog.current && onClose?.()}
    >
      <div class="dialog">
        <div class="head">
          <h2 id={titleId}>{title}</h2>
          {onClose && <IconButton icon="cross" name={say('close')} onClick={onClose} />}
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** Asks once, and names what goes. */
export function Question(props: Props & { readonly act: string; readonly onAct: () => void }) {
  return (
    <Dialog {...props}>
      {props.children}
      <div class="acts">
        <Button kind="danger" onClick={props.onAct}>
          {props.act}
        </Button>
        <Button onClick={props.onClose}>{say('keep')}</Button>
      </div>
    </Dialog>
  );
}
