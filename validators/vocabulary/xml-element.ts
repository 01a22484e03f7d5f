/** An element of a document as the reader gives it, with any parser. */
export interface XmlElement {
  /** `{namespace}local`. */
  readonly name: string;
  /** Its text without comments and instructions, as written. */
  readonly text: string;
  /** Its text that stands in none of the elements inside it; empty if that is only white space. */
  readonly ownText: string;
  /** By name, `{namespace}local` if it has a namespace; declarations of namespaces are left out. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: readonly XmlElement[];
  /** Its place in the file, as a finding names it, if the parser knows. */
  readonly location?: { readonly xpath: string; readonly line: number };
}
