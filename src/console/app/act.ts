import { useState } from 'preact/hooks';

interface Act {
  /** The name of what runs. */
  readonly busy: string | undefined;
  readonly error: unknown;
  readonly run: (name: string, work: () => Promise<void>) => Promise<void>;
}

/** What the reader has asked for: one at a time, and why it failed. */
export function useAct(): Act {
  const [busy, setBusy] = useState<string>();
  const [error, setError] = useState<unknown>();
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    setBusy(name);
    setError(undefined);
    await work().catch(setError);
    setBusy(undefined);
  };
  return { busy, error, run };
}
