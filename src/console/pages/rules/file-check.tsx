import { useState } from 'preact/hooks';
import type { components } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { dataOf } from '../../app/answer.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { Button } from '../../components/button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Select } from '../../components/inputs.tsx';
import { Problem } from '../../components/notice.tsx';
import { Panel } from '../../components/panel.tsx';
import { Report } from '../../components/report.tsx';
import { nameOfRoute, ROUTES, type RouteName } from '../../app/routes.ts';
import type Words from '../../words/en/rules.json';
import { Form } from '../../components/form.tsx';

const say = wordsOf<typeof Words>('rules');

type Checked = components['schemas']['ValidationReport'];

/** The checks that sending makes, without sending. */
export function FileCheck() {
  const [route, setRoute] = useState<string>('DE-XRECHNUNG');
  const [file, setFile] = useState<File>();
  const [report, setReport] = useState<Checked>();
  const { busy, error, run } = useAct();
  const check = (): Promise<void> =>
    run('check', async () => {
      if (!file) return;
      setReport(undefined);
      const isPdf = (await file.slice(0, 5).text()).startsWith('%PDF');
      const call = service().api.POST('/validate/xml', {
        params: { query: { route: route as RouteName } },
        headers: {
          Accept: 'application/json',
          'Content-Type': isPdf ? 'application/pdf' : 'application/xml',
        },
        body: file as never,
        bodySerializer: (bytes: unknown) => bytes as Blob,
      });
      setReport((await dataOf<unknown>(call)) as Checked);
    });
  return (
    <Panel title={say('try')} beside={say('try.beside')}>
      <Form class="body form file-check" onSubmit={() => void check()}>
        <FileField
          label={say('try.file')}
          accept=".xml,.pdf,application/xml,application/pdf"
          onChange={(next) => {
            setFile(next);
            setReport(undefined);
          }}
        />
        <Select
          label={say('try.route')}
          value={route}
          options={Object.keys(ROUTES).map((each) => [each, nameOfRoute(each)] as const)}
          onChange={(next) => {
            setRoute(next);
            setReport(undefined);
          }}
        />
        <div class="acts">
          <Button type="submit" isBusy={busy === 'check'} reason={file ? undefined : say('try.no-file')}>
            {say('check')}
          </Button>
        </div>
        {error ? <Problem error={error} /> : null}
        <div role="status">{report && <Report layers={report.layers} />}</div>
      </Form>
    </Panel>
  );
}
