import { Fragment } from 'preact';
import { DAY_MS, dayOf } from '../../app/format.ts';
import { wordsBetween } from '../../app/source/word-diff.ts';
import { language, wordsOf } from '../../app/words.ts';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/rules.json';
import type { Aspect, Rule, RuleChange } from './changes.ts';
import type { Pack, Release } from './time-line.ts';

const say = wordsOf<typeof Words>('rules');

const MARKED: ReadonlySet<Aspect> = new Set(['words', 'test', 'severity']);

interface Props {
  readonly change: RuleChange;
  readonly before: Pack;
  readonly release: Release;
}

/** A rule of both releases, side by side. */
export function RuleTexts({ change, before, release: { pack, isComing } }: Props) {
  const lastDay = new Date(Date.parse(pack.since) - DAY_MS).toISOString();
  const day = (text: string): string => dayOf(text, language.value);
  return (
    <Panel title={change.rule} beside={change.syntaxes.join(', ')}>
      <div class="rule-texts">
        <section>
          <h3>{say('diff.until', { day: day(lastDay), version: before.version })}</h3>
          {change.before ? (
            <Says rule={change.before} change={change} side="before" />
          ) : (
            <p class="quiet">{say(isComing ? 'diff.not-yet' : 'diff.not-before')}</p>
          )}
        </section>
        <section>
          <h3>{say('diff.from', { day: day(pack.since), version: pack.version })}</h3>
          {change.after ? (
            <Says rule={change.after} change={change} side="after" />
          ) : (
            <p class="quiet">{say(isComing ? 'diff.no-more' : 'diff.not-yet')}</p>
          )}
        </section>
      </div>
      {change.in.some((each) => each === 'context' || each === 'declaration') && (
        <p class="change-foot meta">
          {say(change.in.includes('context') ? 'diff.context' : 'diff.declaration')}
        </p>
      )}
      {change.in.some((each) => MARKED.has(each)) && <p class="change-foot meta">{say('diff.legend')}</p>}
    </Panel>
  );
}

interface SaysProps {
  readonly rule: Rule;
  readonly change: RuleChange;
  readonly side: 'before' | 'after';
}

/** Its text always; condition and severity if they differ, or if the other pack has no such rule. */
function Says({ rule, change, side }: SaysProps) {
  const shows = (aspect: 'test' | 'severity'): boolean =>
    change.kind !== 'changed' || change.in.includes(aspect);
  return (
    <>
      {rule.text && (
        <p>
          <Marked change={change} side={side} member="text" />
        </p>
      )}
      {rule.severity && shows('severity') && (
        <p>
          <span class="meta">{say('diff.severity')}</span>{' '}
          <Marked change={change} side={side} member="severity" />
        </p>
      )}
      {rule.test && shows('test') && (
        <p>
          <span class="meta">{say('diff.test')}</span>{' '}
          <code>
            <Marked change={change} side={side} member="test" />
          </code>
        </p>
      )}
    </>
  );
}

interface MarkedProps {
  readonly change: RuleChange;
  readonly side: 'before' | 'after';
  readonly member: 'text' | 'severity' | 'test';
}

function Marked({ change: { kind, before, after }, side, member }: MarkedProps) {
  if (kind !== 'changed') return <>{(side === 'before' ? before : after)?.[member]}</>;
  const stretches = wordsBetween(before?.[member] ?? '', after?.[member] ?? '')[side];
  return (
    <>
      {stretches.map(({ text, isChanged }, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          {isChanged ? side === 'before' ? <del>{text}</del> : <ins>{text}</ins> : text}
        </Fragment>
      ))}
    </>
  );
}
