/** The parts of a rule pack that each form of a stylesheet below states. */
export interface Written {
  readonly patterns: readonly WrittenPattern[];
  /** Further declarations. */
  readonly declared?: string;
}

interface WrittenPattern {
  readonly id: string;
  readonly rules: readonly WrittenRule[];
}

interface WrittenRule {
  readonly context: string;
  /** XSLT before the tests. */
  readonly variables?: string;
  readonly tests: readonly WrittenTest[];
}

interface WrittenTest {
  readonly kind: 'assert' | 'report';
  readonly id: string;
  readonly test: string;
  readonly flag?: string;
  /** Content of `svrl:text`. */
  readonly text?: string;
}

const HEAD =
  'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:svrl="http://purl.oclc.org/dsdl/svrl" ' +
  'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:a="urn:a"';
const NS = '<svrl:ns-prefix-in-attribute-values prefix="a" uri="urn:a"/>';
const TAG = { assert: 'failed-assert', report: 'successful-report' } as const;

/** The order of rules is their priority, in a pattern or in the whole. */
const numbered = <T>(items: readonly T[]): readonly (readonly [T, number])[] =>
  items.map((item, i) => [item, items.length - 1 - i] as const);

/** As the ISO skeleton writes it, with `visits` after each rule. */
export function isoOf({ patterns, declared = '' }: Written, visits = '*'): string {
  const mode = (i: number): string => `M${i + 1}`;
  const walk = (i: number): string => `<xsl:apply-templates select="${visits}" mode="${mode(i)}"/>`;
  const test = ({ kind, id, test: condition, flag = 'fatal', text = 'It is so.' }: WrittenTest): string => {
    const fired = `<svrl:${TAG[kind]} test="${condition}"><xsl:attribute name="id">${id}</xsl:attribute><xsl:attribute name="flag">${flag}</xsl:attribute><xsl:attribute name="location"><xsl:apply-templates select="." mode="schematron-select-full-path"/></xsl:attribute><svrl:text>${text}</svrl:text></svrl:${TAG[kind]}>`;
    return kind === 'report'
      ? `<xsl:if test="${condition}">${fired}</xsl:if>`
      : `<xsl:choose><xsl:when test="${condition}"/><xsl:otherwise>${fired}</xsl:otherwise></xsl:choose>`;
  };
  return [
    `<xsl:stylesheet version="2.0" ${HEAD}><xsl:param name="archiveDirParameter"/>`,
    declared,
    '<xsl:template match="*" mode="schematron-select-full-path"><xsl:value-of select="name()"/></xsl:template>',
    '<xsl:template match="text()" priority="-1"/>',
    `<xsl:template match="/"><svrl:schematron-output title="made up">${NS}`,
    ...patterns.map(({ id }, i) => `<svrl:active-pattern><xsl:attribute name="id">${id}</xsl:attribute><xsl:apply-templates/></svrl:active-pattern><xsl:apply-templates select="/" mode="${mode(i)}"/>`), // prettier-ignore
    '</svrl:schematron-output></xsl:template>',
    ...patterns.flatMap(({ rules }, i) => [
      ...numbered(rules).map(([{ context, variables = '', tests }, number]) => `<xsl:template match="${context}" priority="${1000 + number}" mode="${mode(i)}"><svrl:fired-rule context="${context}"/>${variables}${tests.map(test).join('')}${walk(i)}</xsl:template>`), // prettier-ignore
      `<xsl:template match="text()" priority="-1" mode="${mode(i)}"/>`,
      `<xsl:template match="@*|node()" priority="-2" mode="${mode(i)}">${walk(i)}</xsl:template>`,
    ]),
    '</xsl:stylesheet>',
  ].join('\n');
}

const firedWith = ({ kind, id, test, flag = 'fatal', text = 'It is so.' }: WrittenTest, more = ''): string =>
  `<svrl:${TAG[kind]} location="{schxslt:location(.)}" flag="${flag}" id="${id}"${more}><xsl:attribute name="test">${test}</xsl:attribute><svrl:text>${text}</svrl:text></svrl:${TAG[kind]}>`;

const conditionOf = ({ kind, test }: WrittenTest): string => (kind === 'assert' ? `not(${test})` : test);

interface Placed {
  readonly pattern: string;
  readonly rule: WrittenRule;
}

const placed = (patterns: readonly WrittenPattern[]): readonly Placed[] =>
  patterns.flatMap(({ rules }, i) => rules.map((rule) => ({ pattern: `p${i}`, rule })));

/** As SchXslt writes it. */
export function schxsltOf({ patterns, declared = '' }: Written): string {
  const next = (patterns_: string): string =>
    `<xsl:next-match><xsl:with-param name="schxslt:patterns-matched" as="xs:string*" select="${patterns_}"/></xsl:next-match>`;
  const matched = '$schxslt:patterns-matched';
  return [
    `<xsl:transform version="2.0" ${HEAD} xmlns:schxslt="https://doi.org/10.5281/zenodo.1495494">${declared}`,
    '<xsl:param name="schxslt.validate.initial-document-uri" as="xs:string?"/>',
    `<xsl:template match="root()"><svrl:schematron-output title="made up">${NS}<xsl:call-template name="g"/></svrl:schematron-output></xsl:template>`,
    '<xsl:template match="text() | @*" mode="#all" priority="-10"/>',
    '<xsl:template match="/" mode="#all" priority="-10"><xsl:apply-templates mode="#current" select="node()"/></xsl:template>',
    '<xsl:template match="*" mode="#all" priority="-10"><xsl:apply-templates mode="#current" select="@*"/><xsl:apply-templates mode="#current" select="node()"/></xsl:template>',
    '<xsl:template name="g"><schxslt:document>',
    ...patterns.map(
      ({ id }, i) => `<schxslt:pattern id="p${i}"><svrl:active-pattern id="${id}"/></schxslt:pattern>`,
    ),
    '<xsl:apply-templates mode="g" select="root()"/></schxslt:document></xsl:template>',
    ...numbered(placed(patterns)).map(([{ pattern, rule }, number]) =>
      [
        `<xsl:template match="${rule.context}" priority="${number}" mode="g"><xsl:param name="schxslt:patterns-matched" as="xs:string*"/>`,
        rule.variables ?? '',
        `<xsl:choose><xsl:when test="${matched}[. = '${pattern}']"><schxslt:rule pattern="${pattern}"/>${next(matched)}</xsl:when>`,
        `<xsl:otherwise><schxslt:rule pattern="${pattern}"><svrl:fired-rule/>`,
        ...rule.tests.map((test) => `<xsl:if test="${conditionOf(test)}">${firedWith(test)}</xsl:if>`),
        `</schxslt:rule>${next(`(${matched}, '${pattern}')`)}</xsl:otherwise></xsl:choose></xsl:template>`,
      ].join(''),
    ),
    '</xsl:transform>',
  ].join('\n');
}

const OWN = 'Q{http://dmaus.name/ns/2023/schxslt}';

/** As SchXslt 2 writes it. */
export function schxslt2Of({ patterns, declared = '' }: Written): string {
  const severe = `Q{http://www.w3.org/2005/xpath-functions/map}get($${OWN}severity, 't') ge ${OWN}numeric-severity('info')`;
  const testOf = (test: WrittenTest, id: string): string =>
    `<xsl:choose><xsl:when test="${severe}"><xsl:if test="${conditionOf(test)}"><xsl:variable name="fired" as="element()">${firedWith(test, ` patternId="${id}"`)}</xsl:variable><xsl:sequence select="$fired"/></xsl:if></xsl:when><xsl:otherwise><svrl:skipped-assert id="${test.id}"/></xsl:otherwise></xsl:choose>`;
  const ids = patterns.map(({ id }) => id);
  return [
    `<xsl:stylesheet version="3.0" ${HEAD} expand-text="false"><xsl:variable name="${OWN}phase" select="'#ALL'"/>${declared}`,
    '<xsl:mode name="group.1" on-no-match="shallow-skip"/>',
    '<xsl:template match="*" mode="group.1" priority="-10"><xsl:apply-templates select="@*" mode="#current"/><xsl:apply-templates select="node()" mode="#current"/></xsl:template>',
    ...numbered(placed(patterns)).map(([{ pattern, rule }, number]) =>
      [
        `<xsl:template match="${rule.context}" mode="group.1" priority="${number}"><xsl:param name="${OWN}pattern" select="()"/><xsl:variable name="${OWN}rule-context" as="node()" select="."/>`,
        `<xsl:choose><xsl:when test="'${pattern}' = $${OWN}pattern"><svrl:suppressed-rule/><xsl:next-match/></xsl:when>`,
        `<xsl:otherwise><svrl:fired-rule/><xsl:variable name="${OWN}severity"/><xsl:for-each select=".">${rule.variables ?? ''}`,
        ...rule.tests.map((test) => testOf(test, ids[Number(pattern.slice(1))] ?? '')),
        `</xsl:for-each><xsl:next-match><xsl:with-param name="${OWN}pattern" select="('${pattern}', $${OWN}pattern)"/></xsl:next-match></xsl:otherwise></xsl:choose></xsl:template>`,
      ].join(''),
    ),
    `<xsl:template match="root()"><svrl:schematron-output>${NS}<xsl:apply-templates select="." mode="${OWN}validate"/></svrl:schematron-output></xsl:template>`,
    `<xsl:template match="root()" mode="${OWN}validate">${ids.map((id) => `<svrl:active-pattern id="${id}"/>`).join('')}<xsl:apply-templates select="." mode="group.1"/></xsl:template>`,
    '</xsl:stylesheet>',
  ].join('\n');
}

/** The same as Schematron. */
export function schematronOf({ patterns, declared = '' }: Written): string {
  // Variables of a function stay.
  const lets = (xslt: string): string => xslt.startsWith('<xsl:function') ? xslt : xslt.replace(/<xsl:(?:variable|param) name="([^"]*)" select="([^"]*)"\/>/g, '<let name="$1" value="$2"/>'); // prettier-ignore
  const text = (content: string): string => content.replace(/<xsl:text>([^<]*)<\/xsl:text>|<xsl:text\/>/g, '$1').replace(/<xsl:value-of/g, '<value-of'); // prettier-ignore
  return [
    '<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2"><ns prefix="a" uri="urn:a"/>',
    lets(declared),
    ...patterns.map(({ id, rules }) => `<pattern id="${id}">${rules.map(({ context, variables = '', tests }) => `<rule context="${context}">${lets(variables)}${tests.map(({ kind, id: name, test, flag = 'fatal', text: says = 'It is so.' }) => `<${kind} id="${name}" flag="${flag}" test="${test}">${text(says)}</${kind}>`).join('')}</rule>`).join('')}</pattern>`), // prettier-ignore
    '</schema>',
  ].join('\n');
}
