/** A schema uses what this engine does not know. It is then checked by libxml2: nothing of a schema is ever skipped. */
export class SchemaRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'SchemaRefused';
  }
}

/** What an element of a document needs is not known here, so the whole document goes to libxml2. It is never a verdict. */
export class CheckEscaped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CheckEscaped';
  }
}
