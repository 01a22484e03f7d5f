import { useState } from 'preact/hooks';
import { type components, type ConversionTarget, ServiceProblem } from '../../../client/client.ts';
import { useAct } from '../../app/act.ts';
import { changeQuery, query } from '../../app/router.ts';
import { service } from '../../app/session.ts';
import { wordsOf } from '../../app/words.ts';
import { FileField } from '../../components/file-field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { Select } from '../../components/inputs.tsx';
import { Finding } from '../../components/finding.tsx';
import { Problem } from '../../components/notice.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import type Words from '../../words/en/convert.json';
import { Converted } from './converted.tsx';

const say = wordsOf<typeof Words>('convert');

const TARGETS = [
  'canonical',
  'xrechnung-ubl',
  'xrechnung-cii',
  'ubl',
  'cii',
  'facturx',
  'fa3',
  'view',
] as const satisfies readonly ConversionTarget[];

const ACCEPTED = '.xml,.pdf,.json,application/xml,application/pdf,application/json';

/** What a press of the button brought. */
interface Result {
  readonly name: string;
  readonly conversion: components['schemas']['Conversion'];
}

/** An invoice in another form, and what that form does not say. The form is in the address; the file is not. */
export default function ConvertPage() {
  const to = TARGETS.find((each) => each === query.value.get('to')) ?? 'canonical';
  const [file, setFile] = useState<File>();
  const [result, setResult] = useState<Result>();
  const { busy, error, run } = useAct();
  const convert = (): Promise<void> =>
    run('convert', async () => {
      if (!file) return;
      setResult(undefined);
      const conversion = await service().convert(file, to, { attachments: 'inline' });
      setResult({ name: file.name.replace(/\.[^.]*$/, ''), conversion });
    });
  return (
    <>
      <PageHead title={say('page')} name={say('page')} below={say('below')} />
      <div class="stack">
        <Panel title={say('invoice')} beside={say('stores-nothing')}>
          <Form class="body form file-check" onSubmit={() => void convert()}>
            <FileField
              label={say('file')}
              accept={ACCEPTED}
              onChange={(next) => {
                setFile(next);
                setResult(undefined);
              }}
            />
            <Select
              label={say('to')}
              value={to}
              options={TARGETS.map((each) => [each, say(`to.${each}`)] as const)}
              onChange={(next) => {
                changeQuery({ to: next }, { replace: true });
                setResult(undefined);
              }}
            />
            <Submit isBusy={busy === 'convert'} reason={file ? undefined : say('no-file')}>
              {say('convert')}
            </Submit>
            <Refused error={error} />
          </Form>
        </Panel>
        {result && <Converted {...result} to={to} />}
      </div>
    </>
  );
}

/** Why the file is not converted. */
const Refused = ({ error }: { readonly error: unknown }) => (
  <div role="status">
    {error instanceof ServiceProblem && error.findings.length > 0
      ? error.findings.map((finding, index) => <Finding key={index} finding={finding} />)
      : error !== undefined && <Problem error={error} />}
  </div>
);
