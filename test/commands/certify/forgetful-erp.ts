import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const LOOK_MS = 150;

/** Submits each invoice until it has a 202, each time under a new Idempotency-Key, and reads its end. */
export async function runForgetfulErp(url: string, key: string, files: readonly string[]): Promise<void> {
  const call = (path: string, more: RequestInit = {}) =>
    fetch(url + path, {
      ...more,
      headers: {
        Authorization: `Bearer ${key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
      },
    });
  await Promise.all(
    files.map(async (file) => {
      const body = readFileSync(file, 'utf8');
      for (;;) {
        const answer = await call('/invoices', { method: 'POST', body }).catch(() => undefined);
        if (answer?.status !== 202) {
          await pause(LOOK_MS);
          continue;
        }
        const { id } = (await answer.json()) as { id: string };
        for (let state = ''; state !== 'delivered'; await pause(LOOK_MS))
          ({ state } = (await (await call(`/invoices/${id}`)).json()) as { state: string });
        return;
      }
    }),
  );
}
