import SaxonJS from 'saxon-js';

interface Saxon {
  getResource(source: { text: string; type: 'xml' }): Promise<unknown>;
  readonly XPath: {
    evaluate(
      expression: string,
      context: unknown,
      options: { namespaceContext: Readonly<Record<string, string>> },
    ): unknown;
  };
}

const saxon = SaxonJS as unknown as Saxon;
const OPTIONS = { namespaceContext: { xs: 'http://www.w3.org/2001/XMLSchema' } };

/** A document in which SaxonJS evaluates XPath. */
export class SaxonDocument {
  private constructor(private readonly document: unknown) {}

  static async parse(xml: string): Promise<SaxonDocument> {
    return new SaxonDocument(await saxon.getResource({ text: xml, type: 'xml' }));
  }

  /**
   * The string value at a node; "error" if the expression raises, undefined if SaxonJS refuses to compile it or fails by itself.
   */
  stringValue(expression: string, at: string): string | undefined {
    try {
      const node = saxon.XPath.evaluate(at, this.document, OPTIONS);
      return saxon.XPath.evaluate(`string(${expression})`, node, OPTIONS) as string;
    } catch (error) {
      const { code } = error as { code?: string };
      return code === undefined || code.startsWith('XPST') ? undefined : 'error';
    }
  }
}
