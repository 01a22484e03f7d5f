import type { Intake } from '../../../client/client.ts';
import { saveAs } from '../../app/download.ts';
import { changeQuery, query } from '../../app/router.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { CodeBlock } from '../../components/code-block.tsx';
import { Panel } from '../../components/panel.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type Words from '../../words/en/playground.json';
import { CALL_FORMS, callAs, FILE } from './calls.ts';
import type { Example } from './examples.ts';

const say = wordsOf<typeof Words>('playground');

const NAMES = { curl: 'curl', javascript: 'JavaScript', ids: 'ids' } as const;

interface Props {
  readonly submission: Example;
  readonly intake: Intake | undefined;
}

/** The call that the page makes, for the reader's own program. */
export function SameCall({ submission, intake }: Props) {
  const form = CALL_FORMS.find((each) => each === query.value.get('as')) ?? 'curl';
  const body = JSON.stringify(submission, undefined, 2);
  return (
    <Panel
      title={say('call')}
      acts={
        <Button
          size="small"
          icon="download"
          onClick={() => saveAs(new Blob([body], { type: 'application/json' }), FILE)}
        >
          {FILE}
        </Button>
      }
    >
      <div class="body same-call">
        <Tabs
          label={say('call')}
          tabs={CALL_FORMS.map((name) => ({ name, label: NAMES[name] }))}
          open={form}
          onOpen={(name) => changeQuery({ as: name === 'curl' ? undefined : name }, { replace: true })}
        >
          <CodeBlock name={NAMES[form]} text={callAs(form, { origin: location.origin, submission })} />
        </Tabs>
        {intake && (
          <p class="meta">
            {say('call.answer')} <code>{`202 {"id":"${intake.id}","state":"${intake.state}"}`}</code>
          </p>
        )}
        <p class="meta">{say('call.key')}</p>
        <details>
          <summary>{say('call.body', { file: FILE })}</summary>
          <CodeBlock name={FILE} text={body} />
        </details>
      </div>
    </Panel>
  );
}
