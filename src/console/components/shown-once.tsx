import { wordsOf } from '../app/words.ts';
import type Words from '../words/en/common.json';
import { Button } from './button.tsx';
import { Copy } from './copy.tsx';
import { Dialog } from './dialog.tsx';

const say = wordsOf<typeof Words>('common');

interface Props {
  readonly title: string;
  readonly name: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** A secret that no later answer has. A press beside the dialog does not close it. */
export function ShownOnce({ title, name, secret, onClose }: Props) {
  return (
    <Dialog title={title}>
      <p>{say('shown-once')}</p>
      <p class="secret">
        <code>{secret}</code> <Copy text={secret} name={name} />
      </p>
      <div class="acts">
        <Button kind="primary" onClick={onClose}>
          {say('have-it')}
        </Button>
      </div>
    </Dialog>
  );
}
