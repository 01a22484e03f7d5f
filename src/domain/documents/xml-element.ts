/** An element of a document as the reader sees it, whatever parsed it. */
export interface XmlElement {
  /** `{namespace}local`. */
  readonly name: string;
  /** Its text without comments and instructions, as written. */
  readonly text: string;
  /** By name, `{namespace}local` where it has a namespace; declarations of namespaces are none. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly elements: readonly XmlElement[];
}
