import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileForSaxon } from 'en16931-rules/engine/saxon/compile.ts';
import { ALL_SIZES, type BenchDocument, type Documents, type Size, kilobytesOf } from './documents.ts';
import { emptyFolder } from './empty-folder.ts';
import { documentsFor } from './layer-documents.ts';
import { OwnPeer } from './own-peer.ts';
import type { BenchPack, Peer } from './peer.ts';
import type { BenchEntry, BenchRules } from './rules-folder.ts';
import { SaxonHePeer } from './saxon-he.ts';
import { median, printTable, roundTo } from './table.ts';

const ROUNDS = 3;
/** The length of a round, which takes at least one document. */
const ROUND_MS = 500;
const WARM_UP_MS = { compiled: 4_000, saxonHe: 8_000, otherLayer: 1_500 } as const;
const NOTHING = '–';

/** Rules with parse against Saxon-HE and SaxonJS, on official packs if they are available. */
export async function engine(rules: BenchRules, documents: Documents): Promise<void> {
  const saxonHe = SaxonHePeer.start();
  if (typeof saxonHe === 'string') console.log(`Without Saxon-HE: ${saxonHe}.`);
  const he = typeof saxonHe === 'string' ? undefined : saxonHe;
  try {
    const en = ublPack(rules, 'en16931');
    await againstSaxonHe('EN 16931 UBL, parse + evaluate (goal: 4×)', [en], documents, he);
    await againstSaxonHe(
      'EN 16931 + XRechnung UBL, one parse (goal: 5×)',
      [en, ublPack(rules, 'xrechnung')],
      documents,
      he,
    );
    await againstSaxonJs(en, documents);
    await eachLayer(rules.entries, documents, he);
  } finally {
    he?.stop();
  }
}

function ublPack({ entries }: BenchRules, layer: string): BenchPack {
  const matchingEntry = entries.find(
    (entry) => entry.layer === layer && entry.syntaxes.includes('ubl-invoice'),
  );
  if (!matchingEntry) throw new Error(`no compiled ${layer} pack for UBL`);
  return matchingEntry.pack;
}

const moduleOf = ({ module }: BenchPack): string => module;

async function againstSaxonHe(
  title: string,
  packs: readonly BenchPack[],
  documents: Documents,
  he: Peer | undefined,
): Promise<void> {
  const own = new OwnPeer('compiled', moduleOf);
  try {
    for (const pack of packs) await own.load(pack);
    await own.learn(packs);
    for (const pack of packs) if (he && !(await he.load(pack))) throw new Error('Saxon-HE refuses the pack');
    await own.run(packs, documents.of('21 KB'), WARM_UP_MS.compiled);
    await he?.run(packs, documents.of('21 KB'), WARM_UP_MS.saxonHe);
    const rows: string[][] = [];
    for (const size of ALL_SIZES) {
      const [ours, theirs] = await rounds(he ? [own, he] : [own], packs, documents.of(size));
      rows.push([
        kilobytes(documents.of(size)),
        roundTo(ours!, 3),
        theirs === undefined ? NOTHING : roundTo(theirs),
        theirs === undefined ? NOTHING : `${roundTo(theirs / ours!, 1)}×`,
      ]);
    }
    printTable(
      `${title}, ms per document; Saxon-HE on XSLT of our transpiler with full reports`,
      ['document', 'compiled', 'Saxon-HE', 'faster'],
      rows,
    );
  } finally {
    own.stop();
  }
}

const kilobytes = (documents: readonly BenchDocument[]): string => `${roundTo(kilobytesOf(documents), 0)} KB`;

/** All peers in turn, in each of the rounds. @returns the median of each. */
async function rounds(
  peers: readonly Peer[],
  packs: readonly BenchPack[],
  documents: readonly BenchDocument[],
  budgetMs = ROUND_MS,
): Promise<readonly number[]> {
  const taken = peers.map((): number[] => []);
  // Code for this size of document is not yet warm.
  for (const peer of peers) await peer.run(packs, documents, budgetMs / 2);
  for (let round = 0; round < ROUNDS; round++)
    for (const [at, peer] of peers.entries()) taken[at]!.push(await peer.run(packs, documents, budgetMs));
  return taken.map(median);
}

/** SaxonJS as the service runs it. It needs seconds for 1 MB, so one document is a round. */
async function againstSaxonJs(pack: BenchPack, documents: Documents): Promise<void> {
  const folder = emptyFolder();
  const sef = join(folder, 'program.sef.json');
  writeFileSync(sef, JSON.stringify(await compileForSaxon(pack.schema)));
  const own = new OwnPeer('compiled', moduleOf);
  const js = new OwnPeer('saxon', () => sef);
  try {
    for (const peer of [own, js]) await peer.load(pack);
    await own.learn([pack]);
    await own.run([pack], documents.of('21 KB'), WARM_UP_MS.compiled);
    await js.run([pack], documents.of('21 KB'), WARM_UP_MS.compiled);
    const rows: string[][] = [];
    for (const size of ['21 KB', '1 MB'] as const satisfies readonly Size[]) {
      const [ours, theirs] = await rounds([own, js], [pack], documents.of(size));
      rows.push([
        kilobytes(documents.of(size)),
        roundTo(ours!, 3),
        roundTo(theirs!, 1),
        `${roundTo(theirs! / ours!, 0)}×`,
      ]);
    }
    printTable(
      'EN 16931 UBL against SaxonJS (goal: 200×), ms per document',
      ['document', 'compiled', 'SaxonJS', 'faster'],
      rows,
    );
  } finally {
    own.stop();
    js.stop();
  }
}

async function eachLayer(
  entries: readonly BenchEntry[],
  documents: Documents,
  he: Peer | undefined,
): Promise<void> {
  const rows: string[][] = [];
  for (const entry of entries) rows.push(await layerRow(entry, documents, he));
  printTable(
    'Each layer alone with parse, ms per document; growth from 1 to 5 MB (goal: at most 6.5×)',
    ['layer', 'fired at 21 KB', '21 KB', '1 MB', '5 MB', 'growth', 'Saxon-HE, 21 KB', 'faster'],
    rows,
  );
}

async function layerRow(
  { pack, syntaxes, customizations }: BenchEntry,
  documents: Documents,
  he: Peer | undefined,
): Promise<string[]> {
  const of = documentsFor({ syntaxes, customizations }, documents);
  const own = new OwnPeer('compiled', moduleOf);
  try {
    await own.load(pack);
    if (!syntaxes.includes('cii')) await own.learn([pack]);
    const theirs = (await he?.load(pack)) ? he : undefined;
    await own.run([pack], of('21 KB'), WARM_UP_MS.otherLayer);
    await theirs?.run([pack], of('21 KB'), WARM_UP_MS.otherLayer);
    const [small, saxon] = await rounds(theirs ? [own, theirs] : [own], [pack], of('21 KB'), ROUND_MS / 2);
    const { fired } = own;
    const [large] = await rounds([own], [pack], of('1 MB'), ROUND_MS / 2);
    const [largest] = await rounds([own], [pack], of('5 MB'), ROUND_MS / 2);
    return [
      pack.name,
      String(fired),
      roundTo(small!, 3),
      roundTo(large!, 1),
      roundTo(largest!, 1),
      `${roundTo(largest! / large!, 1)}×`,
      saxon === undefined ? NOTHING : roundTo(saxon, 1),
      saxon === undefined ? NOTHING : `${roundTo(saxon / small!, 1)}×`,
    ];
  } finally {
    own.stop();
  }
}
