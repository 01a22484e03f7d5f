import type { Layer } from '../vocabulary/layer.ts';
import { DocumentCheck } from './document-check.ts';
import type { LoadedPacks } from './loaded-packs.ts';
import type { OpenedFile } from './opened-file.ts';
import type { CheckAnswer, CheckOrder } from './task.ts';
import { withoutInvoice } from './without-invoice.ts';

/** One document, its layers in order. */
export async function judgeFile(
  file: OpenedFile,
  order: CheckOrder,
  packs: LoadedPacks,
): Promise<CheckAnswer> {
  if ('refused' in file) return withoutInvoice(file.refused, order);
  const document = new DocumentCheck(file, order, packs);
  const layers: Layer[] = [];
  for (const layer of order.layers) layers.push(await document.run(layer));
  const { differences, faults, packGone } = document;
  const tallies = order.tallies && { tallies: order.layers.map((layer) => document.tallies.get(layer)) };
  const report = order.report && { report: await document.report(order.report) };
  return { layers, differences, faults, packGone, ...tallies, ...report };
}
