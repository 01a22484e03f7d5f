/**
 * The row of a table under a name that another party gave: a file, a caller, a network. Undefined for names that every object inherits,
 * such as `constructor`.
 */
export const rowOf = <Row>(table: Readonly<Record<string, Row>>, name: string): Row | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
