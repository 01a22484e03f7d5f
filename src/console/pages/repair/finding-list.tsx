import { useLayoutEffect, useRef } from 'preact/hooks';
import { titleOf } from '../../app/figures.ts';
import { clockOf } from '../../app/format.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Finding as FindingArticle } from '../../components/finding.tsx';
import { Empty } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { IconWord } from '../../components/states.tsx';
import type Words from '../../words/en/repair.json';
import { type Draft, findingsOf } from './draft.ts';
import type { UseAll } from './foot-bar.tsx';
import { type Form, fieldOf } from './form-fields.ts';
import type { Finding } from './refused.ts';
import { lineOf, placeNow } from './places-now.ts';
import { remediesIn, RemedyButtons } from './remedy-buttons.tsx';
import type { Remedy } from './remedies.ts';

const say = wordsOf<typeof Words>('repair');

interface Props {
  readonly draft: Draft;
  /** If it is open. */
  readonly form: Form | undefined;
  /** The field that has the focus. */
  readonly fieldAt: string | undefined;
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** On a narrow screen, where it stands behind a tab. */
  readonly onForm: (() => void) | undefined;
  /** Left out if nothing may be changed. */
  readonly onUse: ((index: number, remedy: Remedy) => void) | undefined;
  /** Left out if it stands elsewhere. */
  readonly useAll: UseAll | undefined;
}

/** What had the focus is gone. */
export const focusList = (): void => document.querySelector<HTMLElement>('.finding-list')?.focus();

/** What is open, then what is solved: small, at the end, so that nothing jumps. */
export function FindingList({ draft, form, fieldAt, selected, onSelect, onForm, onUse, useAll }: Props) {
  const { open, solved, unjudged } = findingsOf(draft);
  const list = useRef<HTMLDivElement>(null);
  const checked = draft.check.value;
  const all = open.length + unjudged.length + solved.length;
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <Panel
      title={
        open.length === 0
          ? say('none-open')
          : say(open.length === all ? 'open-all' : 'open-of', { n: open.length, all })
      }
      acts={
        useAll &&
        useAll.n > 1 && (
          <Button size="small" onClick={useAll.run}>
            {say('use-all', { n: useAll.n })}
          </Button>
        )
      }
      beside={checked && say('checked', { at: clockOf(checked.at, language.value, { seconds: true }) })}
    >
      <div class="finding-list" ref={list} tabIndex={0} role="group" aria-label={say('findings')}>
        {checked?.isPassed && <Empty title={say('all-passed')} />}
        {open.map((finding, index) => (
          <OpenFinding
            key={index}
            draft={draft}
            field={fieldOf(form, finding)?.pointer}
            fieldAt={fieldAt}
            finding={finding}
            isSelected={index === selected}
            onGo={() => onSelect(index)}
            onForm={onForm}
            onUse={onUse && ((remedy) => onUse(index, remedy))}
          />
        ))}
        {unjudged.map((finding, index) => (
          <p key={index} class="solved">
            <IconWord
              icon="clock"
              role="warn"
              word={say(draft.refused.next ? 'unjudged.buyer' : 'unjudged')}
            />{' '}
            <code>{finding.code}</code>
            <span class="text">{titleOf(finding)}</span>
          </p>
        ))}
        {solved.map((finding, index) => (
          <p key={index} class="solved">
            <IconWord icon="checkDisc" role="ok" word={say('solved')} /> <code>{finding.code}</code>
            <span class="text">{titleOf(finding)}</span>
          </p>
        ))}
      </div>
    </Panel>
  );
}

interface OpenProps {
  readonly draft: Draft;
  /** Its pointer, if the form has one for it. */
  readonly field: string | undefined;
  readonly fieldAt: string | undefined;
  readonly finding: Finding;
  readonly isSelected: boolean;
  readonly onGo: () => void;
  readonly onForm: (() => void) | undefined;
  readonly onUse: ((remedy: Remedy) => void) | undefined;
}

function OpenFinding({ draft, field, fieldAt, finding, isSelected, onGo, onForm, onUse }: OpenProps) {
  const place = placeNow(draft, finding);
  const hasField = field !== undefined;
  const remedies = onUse ? remediesIn(draft, finding) : [];
  return (
    <FindingArticle
      finding={finding}
      isReceived={draft.refused.call === 'POST /received'}
      isSelected={isSelected}
    >
      {onUse && <RemedyButtons remedies={remedies} onUse={onUse} />}
      {hasField && (
        // Words take its room, so that nothing moves below a pointer that leaves the field.
        <span class={field === fieldAt ? 'no-go' : undefined}>
          <Button size="small" kind={remedies.length > 0 ? 'quiet' : 'plain'} onClick={onGo}>
            {say('go-to.field')}
          </Button>
          {field === fieldAt && <span class="meta">{say('go-to.here')}</span>}
        </span>
      )}
      {place && !hasField && (
        <Button size="small" kind={remedies.length > 0 ? 'quiet' : 'plain'} onClick={onGo}>
          {say(place.ghost === undefined ? 'go-to' : 'go-to.missing', {
            line: lineOf(draft.text.value, place.at),
          })}
        </Button>
      )}
      {onForm && !hasField && !place && (
        <Button size="small" onClick={onForm}>
          {say('go-to.form')}
        </Button>
      )}
    </FindingArticle>
  );
}
