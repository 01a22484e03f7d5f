/** A limit on a document, and its reason. */
interface DocumentLimit {
  readonly most: number;
  readonly of: string;
  readonly why: string;
}

/**
 * Limits on the work for a document; invoices stay two orders of magnitude below. If a file exceeds one, its sender has to correct it:
 * `EI-XML-SYNTAX`, with the limit and the place. `docs/engine.md` shows this table.
 */
export const DOCUMENT_LIMITS = {
  bytes: {
    most: 20_000_000,
    of: 'bytes of the file',
    why: 'four times what a caller may send: what comes out of a PDF or an archive is bounded here',
  },
  elements: {
    most: 600_000,
    of: 'elements',
    why: 'libxml2 keeps a node of 150 bytes for each in a memory that never shrinks; 20 MB of a real invoice have 500,000',
  },
  depth: {
    most: 256,
    of: 'elements inside each other',
    why: 'libxml2 refuses more, and both parsers have to agree',
  },
  attributes: {
    most: 1_000,
    of: 'attributes in one tag, namespace declarations included',
    why: 'each is compared with those before it',
  },
  names: {
    most: 10_000,
    of: 'different names, beyond those the rule packs know',
    why: 'a table of them is kept for each document; 50,000 namespaces need as many prefixes, which are names',
  },
  paths: {
    most: 20_000,
    of: 'different paths of names, beyond those the rule packs know',
    why: 'each is led through the automaton of each pack',
  },
  nameLength: {
    most: 1_000,
    of: 'characters of one name',
    why: 'the location of a finding repeats the names of all elements around it',
  },
  digits: {
    most: 10_000,
    of: 'characters of a number that a rule computes with',
    why: 'multiplying takes the square of their number',
  },
  squaredText: {
    most: 50_000,
    of: 'characters of a text that a rule compares with a pattern, where trying it may take the square of its length',
    why: 'regular expressions backtrack',
  },
  cubedText: {
    most: 10_000,
    of: 'the same, where it may take more than the square',
    why: 'e-mail addresses and telephone numbers of the German rules are such texts',
  },
} satisfies Readonly<Record<string, DocumentLimit>>;
