// What every program is given by the environment.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Given {
  readonly url: string;
  readonly key: string;
  readonly submission: { readonly route: 'DE-XRECHNUNG'; readonly document: never };
  /** Paths of files. */
  readonly xml: string;
  readonly batch: string;
  readonly delivery: Delivery;
}

interface Delivery {
  readonly signature: string;
  readonly body: string;
  readonly secret: string;
}

export const given = JSON.parse(readFileSync(process.env['GIVEN'] ?? '', 'utf8')) as Given;

export const bytesOf = (path: string): Blob => new Blob([readFileSync(path)]);

export const statusesIn = (lines: unknown): readonly number[] =>
  String(lines)
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly status: number }).status);

export function isSigned({ signature, body, secret }: Delivery): boolean {
  const parts = signature.split(',').map((part) => part.split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return parts.some(
    ([name, hex = '']) => name === 'v1' && timingSafeEqual(Buffer.from(hex, 'hex'), expected),
  );
}

export const show = (done: object): void => console.log(JSON.stringify(done));
