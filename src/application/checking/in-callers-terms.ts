import type { CallerPlace, DocumentPlace } from '../../domain/documents/caller-place.ts';
import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';

/** Finds the members that the findings of a built document are about. */
type FindsPlaces = (places: readonly DocumentPlace[]) => Promise<readonly CallerPlace[]>;

/** Layers whose findings name the caller's member instead of a place in a document that the caller never wrote. */
export async function inCallersTerms(
  layers: readonly Layer[],
  findPlaces: FindsPlaces,
): Promise<readonly Layer[]> {
  const open = layers.flatMap(({ findings }) => findings).filter(isOpen);
  if (open.length === 0) return layers;
  const places = await findPlaces(open.map(toDocumentPlace));
  const named = new Map(open.map((finding, index) => [finding, places[index]]));
  return layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) => ({ ...finding, ...named.get(finding) })),
  })) as readonly Layer[];
}

const isOpen = ({ field }: Finding): boolean => field === undefined;

const toDocumentPlace = ({ location, term }: Finding): DocumentPlace => ({
  ...(location && { xpath: location.xpath }),
  ...(term !== undefined && { term }),
});
