import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import { type Layer, outcomeOf } from 'en16931-rules/vocabulary/layer.ts';

const PRE_CHECK = { layer: 'pre-check', source: 'pre-check', pack: null, durationMs: 0 } as const;

/**
 * The layers with what looks wrong as the client wants it: a doubt that refuses makes the pre-check invalid, as the intake would refuse.
 * @param beside doubts that no layer has.
 */
export async function doubtedLayers(
  layers: readonly Layer[],
  beside: readonly Finding[],
  asWanted: (findings: readonly Finding[]) => Promise<readonly Finding[]>,
): Promise<readonly Layer[]> {
  const own = layers.find(({ layer }) => layer === PRE_CHECK.layer);
  const matchingFindings = own?.findings ?? [];
  const findings = await asWanted([...matchingFindings, ...beside]);
  if (
    findings.length === matchingFindings.length &&
    findings.every((one, index) => one === matchingFindings[index])
  )
    return layers;
  const judged: Layer = { ...(own ?? PRE_CHECK), ...outcomeOf(findings) } as Layer;
  return own ? layers.map((layer) => (layer === own ? judged : layer)) : [...layers, judged];
}
