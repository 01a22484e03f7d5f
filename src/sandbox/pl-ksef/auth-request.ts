import { ParseOption, XmlDocument, type XmlElement } from 'libxml2-wasm';
import { NAMESPACES, requestFaults } from './auth-request-schema.ts';
import { type Context, CONTEXT_TYPES } from './bearers.ts';
import { refuse } from './errors.ts';

const PARSING = ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_XXE;
const DS = 'http://www.w3.org/2000/09/xmldsig#';

/** The content of a signed log-in request. */
export interface AuthRequest {
  readonly challenge: string;
  readonly context: Context;
  readonly subjectType: 'certificateSubject' | 'certificateFingerprint';
  /** The signature's element, with the namespaces in scope. */
  readonly signature: string;
}

/**
 * Reads a request with an enveloped or an enveloping signature.
 * @throws KsefRefused if it is not one.
 */
export function readAuthRequest(xml: string): AuthRequest {
  const document = parse(xml);
  try {
    const signatures = document.root.find('descendant-or-self::ds:Signature', { ds: DS }) as XmlElement[];
    const request = requestIn(document.root);
    if (!request) throw refuse(9101);
    const [signature] = signatures;
    if (!signature) throw refuse(9102);
    if (signatures.length > 1) throw refuse(9103);
    return { signature: write(signature), ...contentOf(request) };
  } finally {
    document.dispose();
  }
}

function parse(xml: string): XmlDocument {
  if (/<!DOCTYPE/i.test(xml)) throw refuse(21001);
  try {
    return XmlDocument.fromString(xml, { option: PARSING });
  } catch {
    throw refuse(21001);
  }
}

/** The document itself, or the content of its signature. */
function requestIn(root: XmlElement): XmlElement | undefined {
  const hasKnownName = (element: XmlElement): boolean => element.name === 'AuthTokenRequest';
  if (hasKnownName(root)) return root;
  return (root.find('/ds:Signature/ds:Object/*', { ds: DS }) as XmlElement[]).find(hasKnownName);
}

/** The element with its namespaces, so that it can be parsed alone. */
function write(element: XmlElement): string {
  for (const [prefix, uri] of Object.entries(element.namespaces))
    if (element.nsDeclarations[prefix] === undefined) element.addNsDeclaration(uri, prefix);
  return element.toString({ format: false });
}

function contentOf(request: XmlElement): Omit<AuthRequest, 'signature'> {
  const namespace = NAMESPACES.find((each) => each === request.namespaceUri);
  if (!namespace) throw refuse(21401, `Nieznana przestrzeń nazw ${request.namespaceUri}.`);
  // The schema does not allow the signature.
  for (const signature of request.find('ds:Signature', { ds: DS })) signature.remove();
  const alone = XmlDocument.fromString(write(request));
  try {
    const faults = requestFaults(alone, namespace);
    if (faults.length > 0) throw refuse(21401, ...faults);
  } finally {
    alone.dispose();
  }
  const text = (path: string): string => request.get(path, { t: namespace })?.content.trim() ?? '';
  const type = CONTEXT_TYPES.find((each) => text(`t:ContextIdentifier/t:${each}`) !== '') ?? 'Nip';
  return {
    challenge: text('t:Challenge'),
    context: { type, value: text(`t:ContextIdentifier/t:${type}`) },
    subjectType: text('t:SubjectIdentifierType') as AuthRequest['subjectType'],
  };
}
