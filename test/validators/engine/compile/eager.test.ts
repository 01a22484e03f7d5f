import assert from 'node:assert/strict';
import { judged, pattern, rule, summary } from './trial.ts';

const DOCUMENT = '<r><x>1</x><x>2</x><one>y</one></r>';
/** Raises on the document: two items where one is expected. */
const V = `<let name="v" value="normalize-space(x)"/>`;
/** A use that is never evaluated. */
const unreached = (id: string, test: string) =>
  `<report id="${id}" test="exists(none) and ${test}">m</report>`;
const twice = unreached('A', `$v = 'a'`) + unreached('B', `$v = 'b'`);

/** The result of Saxon-HE 9.9 for each. */
const ENDS_THE_LAYER = {
  'read twice': V + twice,
  'read once in a predicate': `${V}<report id="A" test="none[. = $v]">m</report>`,
  'read once by every item of a loop': V + unreached('A', '(every $i in none satisfies $i = $v)'),
  'read once in a step': `${V}<report id="A" test="none/concat(., $v) = 'x'">m</report>`,
  'read twice by a message that is not shown': `${V}<report id="A" test="exists(none)"><value-of select="$v"/><value-of select="$v"/></report>`,
  'read twice through another let': `${V}<let name="w" value="concat($v, $v)"/>${unreached('A', `$w = 'a'`)}`,
};
const IS_LEFT_ALONE = {
  'read once': V + unreached('A', `$v = 'a'`),
  'never read': `${V}<report id="A" test="exists(none)">m</report>`,
  'read by a let that is never read': `${V}<let name="w" value="concat($v, $v)"/><report id="A" test="exists(none)">m</report>`,
  'a sequence': `<let name="v" value="one/xs:decimal(.)"/>${unreached('A', '$v = 1')}${unreached('B', '$v = 2')}`,
  'hidden by a later one of its name': `${V}<let name="v" value="'a'"/>${twice}`,
};

/** A function whose variable `v` raises on the document, and which is called with it. */
const calling = (body: string) =>
  `<xsl:function name="u:f" as="xs:boolean"><xsl:param name="t"/>${body}</xsl:function>` +
  pattern(rule('r', '<assert id="A" test="u:f(one)">m</assert>'));
const R = '<xsl:variable name="v" select="xs:decimal(string($t))"/>';
const result = (select: string) => `<xsl:sequence select="${select}"/>`;

/** The result of Saxon-HE 9.9 for each. */
const FUNCTION_ENDS_THE_LAYER = {
  'read twice': R + result(`string($t) = 'y' or $v = 1 or $v = 2`),
  'read twice by another variable that is read': `${R}<xsl:variable name="w" select="if ($v = 1) then 31 else $v"/>${result(`string($t) = 'y' or $w = 1`)}`,
  'read twice by another one with content': `${R}<xsl:variable name="w" as="xs:boolean"><xsl:choose><xsl:when test="$v = 1"><xsl:sequence select="true()"/></xsl:when><xsl:otherwise><xsl:sequence select="$v = 2"/></xsl:otherwise></xsl:choose></xsl:variable>${result(`string($t) = 'y' or $w`)}`,
  'a condition that is read twice': `<xsl:variable name="v" select="xs:decimal(string($t)) = 1"/>${result(`string($t) = 'y' or $v or not($v)`)}`,
};
const FUNCTION_GOES_ON = {
  'read once': R + result(`string($t) = 'y' or $v = 1`),
  'never read': R + result('true()'),
  'read twice by a variable that is never read': `${R}<xsl:variable name="w" select="$v + $v"/>${result('true()')}`,
  'a sequence': `<xsl:variable name="v" select="$t/xs:decimal(string(.))"/>${result(`string($t) = 'y' or $v = 1 or $v = 2`)}`,
};

describe('an error in a variable of a function', () => {
  for (const [what, body] of Object.entries(FUNCTION_ENDS_THE_LAYER))
    it(`ends the layer although no result needs the variable: ${what}`, async () => {
      assert.match(summary(await judged(calling(body), DOCUMENT)), /^error/);
    });

  for (const [what, body] of Object.entries(FUNCTION_GOES_ON))
    it(`is not raised if the variable is ${what}`, async () => {
      assert.equal(summary(await judged(calling(body), DOCUMENT)), '');
    });
});

describe('an error in a let', () => {
  for (const [what, content] of Object.entries(ENDS_THE_LAYER))
    it(`ends the layer although no test reads the let: ${what}`, async () => {
      assert.match(summary(await judged(pattern(rule('r', content)), DOCUMENT)), /^error/);
    });

  for (const [what, content] of Object.entries(IS_LEFT_ALONE))
    it(`is not raised if the let is ${what}`, async () => {
      assert.equal(summary(await judged(pattern(rule('r', content)), DOCUMENT)), '');
    });

  it('ends no layer if the rule is not reached', async () => {
    const content = pattern(rule('other', V + twice) + rule('r', ''));
    assert.equal(summary(await judged(content, DOCUMENT)), '');
  });
});
