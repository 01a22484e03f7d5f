import { useEffect, useRef } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { changeQuery } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollFrame } from '../../components/table.tsx';
import { type Change, changesBetween } from '../../app/source/line-diff.ts';
import type Words from '../../words/en/repair.json';
import { send } from './calls.ts';
import type { Draft } from './draft.ts';
import { focusList } from './finding-list.tsx';
import { WayNote } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Step 2: only what changed, old beside new. */
export function Compare({ draft }: { readonly draft: Draft }) {
  const { busy, error, run } = useAct();
  const table = useRef<HTMLDivElement>(null);
  // Not on the button: a key that is held down would send what was not read.
  useEffect(() => table.current?.focus(), []);
  const back = (): void => {
    changeQuery({ step: undefined }, { replace: true });
    setTimeout(focusList);
  };
  const sendNow = (): Promise<void> =>
    run('send', async () => {
      const sent = await send(draft);
      confirm(sent ? say('sent') : say('refused-again'));
      if (!sent) back();
    });
  return (
    <>
      <WayNote refused={draft.refused} />
      <div ref={table} tabIndex={-1}>
        <Changes draft={draft} newHead={say('compare.new')} />
      </div>
      {error ? <Problem error={error} /> : null}
      <div class="repair-foot">
        <p class="meta">{say('compare.help')}</p>
        <Button onClick={back}>{say('back')}</Button>
        <Button kind="primary" isBusy={busy === 'send'} onClick={() => void sendNow()}>
          {say('send')}
        </Button>
      </div>
    </>
  );
}

interface ChangesProps {
  readonly draft: Draft;
  readonly newHead: string;
}

/** Nothing if there is no other text to compare with. */
export function Changes({ draft, newHead }: ChangesProps) {
  const changes = changesBetween(draft.original, draft.text.value);
  if (changes.length === 0) return null;
  return (
    <Panel title={say('compare.title')} beside={say('changed', { n: changes.length })}>
      <ScrollFrame name={say('compare.title')}>
        <table class="compare">
          <caption class="unseen">{say('compare.title')}</caption>
          <thead>
            <tr>
              <th scope="col" class="right">
                {say('compare.line')}
              </th>
              <th scope="col">{say('compare.old')}</th>
              <th scope="col">{newHead}</th>
            </tr>
          </thead>
          <tbody>{changes.map((change) => rowsOf(change))}</tbody>
        </table>
      </ScrollFrame>
    </Panel>
  );
}

function rowsOf({ oldFrom, oldLines, newFrom, newLines }: Change) {
  const count = Math.max(oldLines.length, newLines.length);
  return Array.from({ length: count }, (_, index) => {
    const [before, after] = [oldLines[index], newLines[index]];
    return (
      <tr key={`${oldFrom} ${newFrom} ${index}`}>
        <th scope="row" class="right">
          {after === undefined ? oldFrom + index : newFrom + index}
        </th>
        <td class="old">
          {before === undefined ? <span class="quiet">–</span> : <del>{before.trim()}</del>}
        </td>
        <td class="new">{after === undefined ? <span class="quiet">–</span> : <ins>{after.trim()}</ins>}</td>
      </tr>
    );
  });
}
