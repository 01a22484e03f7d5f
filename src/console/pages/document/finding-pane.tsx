import { useLayoutEffect, useRef } from 'preact/hooks';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { Finding } from '../../components/finding.tsx';
import { Empty } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/document.json';
import type { ReadDocument } from './read-document.ts';

const say = wordsOf<typeof Words>('document');

interface Props {
  readonly document: ReadDocument;
  readonly selected: number;
  readonly onShow: (index: number) => void;
}

export function FindingPane({ document, selected, onShow }: Props) {
  const { findings, layers, of } = document;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected]);
  return (
    <Panel
      title={say('findings')}
      beside={
        findings.length > 1 && (
          <>
            <kbd>j</kbd> {say('keys.next')}
          </>
        )
      }
    >
      <div class="finding-list" ref={list} tabIndex={0} role="group" aria-label={say('findings')}>
        {findings.length === 0 && <Empty title={say(layers.length > 0 ? 'all-passed' : 'not-checked')} />}
        {findings.map((finding, index) => (
          <Finding
            key={index}
            finding={finding}
            isReceived={of === 'received'}
            isSelected={index === selected && findings.length > 1}
          >
            <Button size="small" onClick={() => onShow(index)}>
              {say('show')}
            </Button>
          </Finding>
        ))}
      </div>
    </Panel>
  );
}
