import { useLayoutEffect, useRef } from 'preact/hooks';
import { useAct } from '../../app/act.ts';
import { confirm } from '../../app/announce.ts';
import { changeQuery } from '../../app/router.ts';
import { type Step, stepsOf } from '../../app/source/json-source.ts';
import { termAt } from '../../app/source/member-terms.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { ScrollFrame } from '../../components/table.tsx';
import { type Change, changesBetween } from '../../app/source/line-diff.ts';
import type Words from '../../words/en/repair.json';
import { send } from './calls.ts';
import { type Draft, hasForm, routeChange } from './draft.ts';
import { type FieldChange, fieldChanges, termChanges } from './field-changes.ts';
import { isFormats, labelOf, wordOfValue } from './field-label.ts';
import { focusList } from './finding-list.tsx';
import type { Finding } from './refused.ts';
import { WayNote } from './way-note.tsx';

const say = wordsOf<typeof Words>('repair');

/** Step 2: only what changed, old beside new. */
export function Compare({ draft }: { readonly draft: Draft }) {
  const { busy, error, run } = useAct();
  const table = useRef<HTMLDivElement>(null);
  // Not on the button: a key that is held down would send what was not read.
  useLayoutEffect(() => table.current?.focus(), []);
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
      <WayNote draft={draft} />
      <div ref={table} tabIndex={-1}>
        <Changes draft={draft} newHead={say('compare.new')} />
      </div>
      {error ? <Problem error={error} /> : null}
      <div class="repair-foot">
        <p class="meta">{say('compare.help')}</p>
        <Button onClick={back}>{say(hasForm(draft) ? 'back.form' : 'back')}</Button>
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

/** Field by field, with the texts behind a fold; the lines of a file stand open if its fields do not say all. */
export function Changes({ draft, newHead }: ChangesProps) {
  const { original, text, syntax, seen, opened } = draft;
  const lines = changesBetween(original, text.value);
  const route = routeChange(draft);
  const fields = [
    ...(route ? [{ path: ['route'], kind: 'route', ...route } as const] : []),
    ...((syntax === 'json'
      ? fieldChanges(original, text.value)
      : termChanges(original, text.value, seen.value, opened.value)) ?? []),
  ];
  if (lines.length + fields.length === 0) return null;
  const table = lines.length > 0 && <LineTable lines={lines} newHead={newHead} />;
  if (fields.length === 0)
    return (
      <Panel title={say('compare.title')} beside={say('changed', { n: lines.length })}>
        {table}
      </Panel>
    );
  return (
    <Panel title={say('compare.title')} beside={say('compare.fields', { n: fields.length })}>
      <FieldTable fields={fields} seen={seen.value} newHead={newHead} />
      {syntax === 'json' || (lines.length > 0 && lines.length <= fields.length) ? (
        <details class="compare-text">
          <summary>{say('compare.text')}</summary>
          {table}
        </details>
      ) : (
        table
      )}
    </Panel>
  );
}

interface FieldTableProps {
  readonly fields: readonly FieldChange[];
  /** A member without a term of its own may have that of a finding. */
  readonly seen: readonly Finding[];
  readonly newHead: string;
}

function FieldTable({ fields, seen, newHead }: FieldTableProps) {
  const shown = (kind: FieldChange['kind'], value: string | undefined) =>
    value === undefined ? undefined : wordOfValue(kind, value);
  return (
    <ScrollFrame name={say('compare.title')}>
      <table class="compare fields">
        <caption class="unseen">{say('compare.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            <th scope="col">{say('compare.old')}</th>
            <th scope="col">{newHead}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ path, kind, term = termOf(path, seen), before, after }) => (
            <tr key={path.join('.')}>
              <th scope="row">{labelOf(path, term, before ?? after)}</th>
              <OldCell text={shown(kind, before)} />
              <NewCell
                text={after === undefined && isFormats(path) ? say('compare.own-format') : shown(kind, after)}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function termOf(path: readonly Step[], seen: readonly Finding[]): string | undefined {
  const isHere = ({ field }: Finding): boolean =>
    field !== undefined &&
    [path, path.slice(1)].some((steps) => steps.join('.') === stepsOf(field).join('.'));
  return termAt(path) ?? seen.find(isHere)?.term;
}

const OldCell = ({ text }: { readonly text: string | undefined }) => (
  <td class="old">{text === undefined ? <span class="quiet">–</span> : <del>{text}</del>}</td>
);

const NewCell = ({ text }: { readonly text: string | undefined }) => (
  <td class="new">{text === undefined ? <span class="quiet">–</span> : <ins>{text}</ins>}</td>
);

interface LineTableProps {
  readonly lines: readonly Change[];
  readonly newHead: string;
}

function LineTable({ lines, newHead }: LineTableProps) {
  return (
    <ScrollFrame name={say('compare.text')}>
      <table class="compare">
        <caption class="unseen">{say('compare.text')}</caption>
        <thead>
          <tr>
            <th scope="col" class="right">
              {say('compare.line')}
            </th>
            <th scope="col">{say('compare.old')}</th>
            <th scope="col">{newHead}</th>
          </tr>
        </thead>
        <tbody>{lines.map((change) => rowsOf(change))}</tbody>
      </table>
    </ScrollFrame>
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
        <OldCell text={before?.trim()} />
        <NewCell text={after?.trim()} />
      </tr>
    );
  });
}
