import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerVerdict } from './peer-programs.ts';

interface Recorded {
  readonly case: string;
  readonly syntax: string;
  readonly customization: string | null;
  readonly xsd_valid: boolean;
  readonly layers: readonly RecordedLayer[];
}

interface RecordedLayer {
  readonly fired?: Readonly<Record<string, { readonly flag: string }>>;
  readonly error?: string;
  readonly binding?: boolean;
}

/** Severities that the publisher's configuration changes for documents of one kind; verdicts are recorded without them. */
interface Relabelled {
  readonly syntax: string;
  readonly customization: string;
  readonly flags: Readonly<Record<string, string>>;
}

/** The recorded cases that name XRechnung as their specification, with the verdict of the publishers' artefacts. */
export function xrechnungCases(reference: string): ReadonlyMap<string, PeerVerdict> {
  const folder = join(reference, 'conformance');
  const relabelled = readRelabelled(join(reference, 'official/packs.json'));
  const lines = readFileSync(join(folder, 'verdicts.jsonl'), 'utf8').split('\n');
  const recorded = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded);
  return new Map(
    recorded
      .filter(
        ({ customization }) =>
          customization?.includes(':xrechnung_3.0') && !customization.includes('extension'),
      )
      .map((one) => [join(folder, 'cases', one.case), isValid(one, relabelled) ? 'valid' : 'invalid']),
  );
}

function readRelabelled(packs: string): readonly Relabelled[] {
  const { packs: all } = JSON.parse(readFileSync(packs, 'utf8')) as {
    readonly packs: readonly { readonly severity_overrides?: { readonly rules: readonly Relabelled[] } }[];
  };
  return all.flatMap((pack) => pack.severity_overrides?.rules ?? []);
}

function isValid(
  { xsd_valid, layers, syntax, customization }: Recorded,
  relabelled: readonly Relabelled[],
): boolean {
  const own = relabelled.find((one) => one.syntax === syntax && one.customization === customization);
  const isFatal = ({ fired = {} }: RecordedLayer): boolean =>
    Object.entries(fired).some(([rule, { flag }]) => (own?.flags[rule] ?? flag) === 'fatal');
  return (
    xsd_valid &&
    layers.every((layer) => layer.binding === false || (layer.error === undefined && !isFatal(layer)))
  );
}
