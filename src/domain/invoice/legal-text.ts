/** BT-33, the one place for all legal information. */
export function legalText(parts: {
  readonly register?: string | undefined;
  readonly managingDirectors?: string | undefined;
  readonly legalInfo?: string | undefined;
}): string | undefined {
  const texts = [parts.register, parts.managingDirectors, parts.legalInfo].filter(
    (text) => text !== undefined,
  );
  return texts.length > 0 ? texts.join('; ') : undefined;
}
