import { failing, pattern, rule } from './trial.ts';

/** A pack, a document and the rules that fire: each for a class of faults that almost no real invoice exposes. */
export interface Probe {
  readonly it: string;
  readonly pack: string;
  readonly xml: string;
  readonly fires: string;
}

const at = (context: string, ...tests: readonly string[]): string =>
  pattern(rule(context, tests.map((test, index) => failing(`T${index + 1}`, test)).join('')));

export const PROBES: readonly Probe[] = [
  {
    it: 'adds decimals exactly',
    pack: at('a', 'xs:decimal(b) + xs:decimal(c) = xs:decimal(d)', 'xs:decimal(b) * 3 = xs:decimal(e)'),
    xml: '<a><b>0.1</b><c>0.2</c><d>0.3</d><e>0.3</e></a>',
    fires: '',
  },
  {
    it: 'does not round decimals of more digits than a double has',
    pack: at('a', 'xs:decimal(b) = xs:decimal(c)', 'xs:decimal(b) - xs:decimal(c) = 0'),
    xml: '<a><b>100000000000000000.01</b><c>100000000000000000.02</c></a>',
    fires: 'T1 T2',
  },
  {
    it: 'adds untyped amounts as doubles, as the author wrote them',
    pack: at('a', 'b + c = d', 'sum((b | c)) = xs:decimal(d)'),
    xml: '<a><b>0.1</b><c>0.2</c><d>0.3</d></a>',
    fires: 'T1 T2',
  },
  {
    it: 'takes the remainder of a number of IBAN length',
    pack: at('a', 'xs:integer(b) mod 97 = 1', "xs:integer(concat(b, '1')) mod 97 = 1"),
    xml: '<a><b>370400440532013000131489</b></a>',
    fires: 'T2',
  },
  {
    it: 'ends when a text is no boolean',
    pack: at('a', 'b = true()'),
    xml: '<a><b>yes</b></a>',
    fires: 'error FORG0001',
  },
  {
    it: 'finds the true item before it meets one that is no boolean',
    pack: at('a', 'b = true()'),
    xml: '<a><b>true</b><b>yes</b></a>',
    fires: '',
  },
  {
    it: 'ends when a text is no number',
    pack: at('a', 'b &gt; 0'),
    xml: '<a><b>x</b></a>',
    fires: 'error FORG0001',
  },
  {
    it: 'has no number for a text when it is asked with number()',
    pack: at('a', 'not(number(b) &gt; 0)', 'number(b) = number(b)'),
    xml: '<a><b>x</b></a>',
    fires: 'T2',
  },
  {
    it: 'runs only the first rule of a pattern that matches',
    pack: pattern(rule('b[@x]', failing('X', 'false()')), rule('b', failing('B', 'false()'))),
    xml: '<a><b x=""/><b/></a>',
    fires: 'X B',
  },
  {
    it: 'takes an error in a context for no match',
    pack: pattern(rule('b[. &gt; 0]', failing('N', 'false()')), rule('b', failing('B', 'false()'))),
    xml: '<a><b>1</b><b>x</b></a>',
    fires: 'N B',
  },
  {
    it: 'ends when a second item stands where one is expected',
    pack: at('a', "normalize-space(b) = 'x'"),
    xml: '<a><b>x</b><b>y</b></a>',
    fires: 'error XPTY0004',
  },
  {
    it: 'ends when a comment makes two text nodes of one',
    pack: at('a', "normalize-space(b/text()) = 'xy'", "normalize-space(b) = 'xy'"),
    xml: '<a><b>x<!-- -->y</b></a>',
    fires: 'error XPTY0004',
  },
  {
    it: 'has no boolean value for two strings',
    pack: at('a', 'b/substring(., 1, 1)'),
    xml: '<a><b>x</b><b>y</b></a>',
    fires: 'error FORG0006',
  },
  {
    it: 'compares amounts of text exactly as long as both are text',
    pack: at('a', 'b = c', 'b = 1'),
    xml: '<a><b>1.0</b><c>1</c></a>',
    fires: 'T1',
  },
  {
    it: 'rounds a half towards plus infinity',
    pack: at('a', 'round(-2.5) = -2', 'round(2.5) = 3', 'round(xs:decimal(b) * 100) div 100 = 1.01'),
    xml: '<a><b>1.005</b></a>',
    fires: '',
  },
  {
    it: 'tells //x[1] from (//x)[1]',
    pack: at('a', 'count(//c[1]) = 2', 'count((//c)[1]) = 1'),
    xml: '<a><b><c/><c/></b><b><c/></b></a>',
    fires: '',
  },
  {
    it: 'counts a parent that is reached twice once',
    pack: at('a', 'count(b/..) = 1', 'count(//b//c) = 1'),
    xml: '<a><b/><b><b><c/></b></b></a>',
    fires: '',
  },
  {
    it: 'divides by the sum of nothing as by an integer',
    pack: at('a', '1 div sum(b) = 1'),
    xml: '<a/>',
    fires: 'error FOAR0001',
  },
];
