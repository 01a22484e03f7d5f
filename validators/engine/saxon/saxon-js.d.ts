/** The part of SaxonJS 2.7 that is used here; the package brings no types. */
declare module 'saxon-js' {
  /** A document of SaxonJS. */
  export interface SaxonNode {
    readonly nodeType: number;
  }
  export class XError extends Error {
    readonly code: string;
  }
  interface SaxonJS {
    getResource(options: { type: 'xml'; text: string }): Promise<SaxonNode>;
    transform(options: { stylesheetInternal: unknown; sourceNode: SaxonNode; destination: 'serialized' }): {
      readonly principalResult: string;
    };
    readonly XError: typeof XError;
  }
  const saxon: SaxonJS;
  export default saxon;
}
