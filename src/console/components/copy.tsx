import { useState } from 'preact/hooks';
import { confirm } from '../app/announce.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { IconButton } from './button.tsx';

const say = wordsOf<typeof Words>('common');

const SHOWN_MS = 1500;

interface Props {
  readonly text: string;
  readonly name?: string;
}

/** An id with its button, which never stands alone on a line. */
export const CodeToCopy = (props: Props) => (
  <span class="to-copy">
    <code>{props.text}</code> <Copy {...props} />
  </span>
);

export function Copy({ text, name = text }: Props) {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    confirm(say('copied'));
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={isDone ? 'check' : 'copy'}
      name={say('copy', { what: name })}
      onClick={() => void copy()}
    />
  );
}
