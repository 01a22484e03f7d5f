/** The row of a table under a name that a file gave. Undefined for names that every object inherits, such as `constructor`. */
export const rowOf = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
