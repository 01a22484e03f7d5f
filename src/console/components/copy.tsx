import { useState } from 'preact/hooks';
import { confirm } from '../app/announce.ts';
import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { IconButton } from './button.tsx';

const say = wordsOf<typeof Words>('common');

const SHOWN_MS = 1500;

export function Copy({ text, name = text }: { readonly text: string; readonly name?: string }) {
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
