import { join } from 'node:path';
import { PROJECT } from '../../../scripts/bench/service-process.ts';

export type PeerVerdict = 'valid' | 'invalid';

export interface PeerProgram {
  readonly name: string;
  /** What it checks. */
  readonly checks: string;
  /** Documents of 21 KB that it checks in the same run before those that are measured: a virtual machine compiles what runs often. */
  readonly warmUp?: number;
  /** The judge that it is installed as; undefined: it is this project. */
  readonly judge?: string;
  /** A file names the documents, one in each line. */
  readonly command: (given: Given) => readonly [program: string, ...args: string[]];
  /** By file; a file without a verdict is left out. */
  readonly verdicts: (output: string) => ReadonlyMap<string, PeerVerdict>;
}

export interface Given {
  readonly files: readonly string[];
  readonly list: string;
  /** Of the judge. */
  readonly folder: string;
  /** Packs for this project. */
  readonly rules: string;
  /** Published schemas. */
  readonly official: string;
}

const HERE = join(PROJECT, 'test/judges/peers');

/** Lines such as `valid <tab> file`. */
const byLine = (output: string): ReadonlyMap<string, PeerVerdict> =>
  new Map(
    [...output.matchAll(/^(valid|invalid)\t(.+)$/gm)].map(([, verdict, file]) => [
      file ?? '',
      verdict as PeerVerdict,
    ]),
  );

const asVerdict = (isValid: boolean): PeerVerdict => (isValid ? 'valid' : 'invalid');

export const PEER_PROGRAMS: readonly PeerProgram[] = [
  {
    name: 'ids check (this project)',
    checks: 'schema, EN 16931, XRechnung',
    warmUp: 4_000,
    command: ({ files, rules }) => [
      ...([
        process.execPath,
        join(PROJECT, 'bin/ids'),
        'check',
        '--route',
        'DE-XRECHNUNG',
        '--json',
      ] as const),
      ...['--rules', rules, ...files],
    ],
    verdicts: (output) => {
      const checked = JSON.parse(output) as readonly { readonly file: string; readonly valid: boolean }[];
      return new Map(checked.map(({ file, valid }) => [file, asVerdict(valid)]));
    },
  },
  {
    name: 'en16931-cli 0.8.0 (Rust)',
    checks: 'EN 16931, XRechnung',
    judge: 'en16931-cli',
    command: ({ files, folder }) => [join(folder, 'bin/en16931'), 'validate', '--format', 'json', ...files],
    verdicts: (output) => {
      const checked = JSON.parse(output) as readonly { readonly source: string; readonly valid?: boolean }[];
      return new Map(
        checked.flatMap(({ source, valid }) => (valid === undefined ? [] : [[source, asVerdict(valid)]])),
      );
    },
  },
  {
    name: 'phive 4.2.3 (Java)',
    checks: 'schema, EN 16931, XRechnung',
    judge: 'phive',
    warmUp: 500,
    command: ({ folder, list }) => [
      'java',
      '-Xss16m',
      '-cp',
      join(folder, '*'),
      join(HERE, 'Phive.java'),
      list,
    ],
    verdicts: byLine,
  },
  {
    name: 'factur-x 7.8 (Python)',
    checks: 'schema and Schematron of Factur-X, CII only',
    judge: 'factur-x',
    command: ({ folder, list }) => [join(folder, 'bin/python'), join(HERE, 'facturx_check.py'), list],
    verdicts: byLine,
  },
  {
    name: 'libxml2 alone (lxml)',
    checks: 'schema',
    judge: 'factur-x',
    command: ({ folder, list, official }) => [
      ...([join(folder, 'bin/python'), join(HERE, 'lxml_check.py')] as const),
      ...[list, official],
    ],
    verdicts: byLine,
  },
  {
    name: 'Mustang 2.20.0 (Java)',
    checks: 'schema, EN 16931, XRechnung; PDF',
    judge: 'mustang',
    command: ({ folder, files }) => [
      ...(['java', '-Xss16m', '-cp', join(folder, '*')] as const),
      join(PROJECT, 'test/proofs/facturx/mustang/Judge.java'),
      ...files,
    ],
    verdicts: (output) =>
      new Map(
        [...output.matchAll(/^status (valid|invalid) (.+)$/gm)].map(([, verdict, file]) => [
          file ?? '',
          verdict as PeerVerdict,
        ]),
      ),
  },
];

/** Peers without a row, and why. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'KoSIT validator':
    'its configuration for XRechnung is in no registry; phive runs the same schemas and rules',
  'Saxon-HE, SaxonJS':
    'run by phive and Mustang, and measured on the rules alone by `npm run bench -- engine`',
  'node-zugferd': 'makes documents and PDFs, and gives no verdict on a file',
};
