import { type Documents, kilobytesOf } from './documents.ts';
import { documentsFor } from './layer-documents.ts';
import { OwnPeer } from './own-peer.ts';
import type { BenchEntry, BenchRules } from './rules-folder.ts';
import { median, printTable, roundTo } from './table.ts';

const ROUNDS = 3;
const ROUND_MS = 300;
const WARM_UP_MS = 1_000;

/** The cost of five times the bytes in each layer: large documents slow down their own sender, not others. */
export async function growth({ entries }: BenchRules, documents: Documents): Promise<void> {
  const rows: string[][] = [];
  for (const entry of entries) rows.push(await layerRow(entry, documents));
  const [small, large] = (['1 MB', '5 MB'] as const).map((size) => kilobytesOf(documents.of(size)));
  printTable(
    `Each layer alone with parse, ms per document, where bytes grow ${roundTo(large! / small!, 1)}×`,
    ['layer', '1 MB', '5 MB', 'growth'],
    rows,
  );
}

async function layerRow(entry: BenchEntry, documents: Documents): Promise<string[]> {
  const { pack } = entry;
  const of = documentsFor(entry, documents);
  const own = new OwnPeer('compiled', () => pack.module);
  try {
    await own.load(pack);
    await own.run([pack], of('21 KB'), WARM_UP_MS);
    const [small, large] = [await time(own, pack, of('1 MB')), await time(own, pack, of('5 MB'))];
    return [pack.name, roundTo(small, 1), roundTo(large, 1), `${roundTo(large / small, 1)}×`];
  } finally {
    own.stop();
  }
}

async function time(
  own: OwnPeer,
  pack: BenchEntry['pack'],
  documents: Parameters<OwnPeer['run']>[1],
): Promise<number> {
  // Code for this size of document is not yet warm.
  await own.run([pack], documents, ROUND_MS);
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) taken.push(await own.run([pack], documents, ROUND_MS));
  return median(taken);
}
