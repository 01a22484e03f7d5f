import type { ComponentChildren } from 'preact';
import { useAct } from '../app/act.ts';
import { Button } from './button.tsx';
import { Problem } from './notice.tsx';

interface Props {
  readonly onDownload: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** Why a download failed stands beside it. */
export function DownloadButton({ onDownload, children }: Props) {
  const { busy, error, run } = useAct();
  return (
    <>
      <Button icon="download" isBusy={busy !== undefined} onClick={() => void run('download', onDownload)}>
        {children}
      </Button>
      {error ? <Problem error={error} /> : null}
    </>
  );
}
