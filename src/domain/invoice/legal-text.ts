/** BT-33, the one place for all legal information. */
export function legalText(said: {
  readonly register?: string | undefined;
  readonly managingDirectors?: string | undefined;
  readonly legalInfo?: string | undefined;
}): string | undefined {
  const texts = [said.register, said.managingDirectors, said.legalInfo].filter((text) => text !== undefined);
  return texts.length > 0 ? texts.join('; ') : undefined;
}
