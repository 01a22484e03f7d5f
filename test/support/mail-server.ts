import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { findJudge } from './judges.ts';
import { until } from './until.ts';

const PROGRAM = fileURLToPath(new URL('../adapters/smtp/mail_server.py', import.meta.url));

/** A mail as the library of Python reads it. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  readonly files: readonly { readonly name: string; readonly type: string; readonly sha256: string }[];
  readonly defects: readonly string[];
  /** Of the whole mail. */
  readonly sha256: string;
  readonly longest: number;
}

export interface MailServer {
  readonly port: number;
  /** In order; a mail whose answer was lost is one of them. The last one may come a moment behind its answer. */
  readonly arrived: readonly ArrivedMail[];
  /** The mails that a call brings. */
  arrivals(count: number, bring: () => Promise<unknown>): Promise<readonly ArrivedMail[]>;
  stop(): void;
}

/**
 * aiosmtpd. The local part of a recipient says what becomes of the mail: `refused`, `later`, `content`, `lost` (the first answer about
 * each), `always-lost`, `hanging`.
 */
export async function startMailServer(...words: readonly 'auth'[]): Promise<MailServer> {
  const python = join(findJudge('aiosmtpd').folder, 'bin/python');
  const child = spawn(python, ['-W', 'ignore', PROGRAM, ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  const arrived: ArrivedMail[] = [];
  const port = await new Promise<number>((found) => {
    createInterface(child.stdout).on('line', (line) => {
      if (/^\d+$/.test(line)) found(Number(line));
      else arrived.push(JSON.parse(line) as ArrivedMail);
    });
  });
  const arrivals: MailServer['arrivals'] = async (count, bring) => {
    const before = arrived.length;
    await bring();
    await until(() => arrived.length >= before + count, `${count} mails`);
    return arrived.slice(before);
  };
  return { port, arrived, arrivals, stop: () => void child.kill() };
}

export const headerOf = ({ headers }: ArrivedMail, name: string): string | undefined =>
  headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
