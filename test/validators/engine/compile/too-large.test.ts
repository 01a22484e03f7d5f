import assert from 'node:assert/strict';
import { compileToSource } from 'en16931-rules/engine/compile.ts';
import { compileToClosures } from '../../../support/closures/compile.ts';
import { rowsOfProof } from '../../../support/volume.ts';
import { PackTooLarge } from 'en16931-rules/engine/load/limits.ts';
import { loadSchema } from 'en16931-rules/engine/load/load.ts';
import type { Schema } from 'en16931-rules/engine/load/schema.ts';

const SCHEMATRON = 'xmlns="http://purl.oclc.org/dsdl/schematron"';
const schema = (content: string): string =>
  `<schema ${SCHEMATRON} xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">\n<ns prefix="f" uri="f"/>\n${content}\n</schema>`;
const rule = (test: string, lets = ''): string =>
  schema(`<pattern><rule context="a">${lets}\n<assert id="A" test="${test}">no</assert></rule></pattern>`);
const times = (count: number, text: (i: number) => string, separator = ''): string =>
  Array.from({ length: count }, (_, i) => text(i)).join(separator);
const nested = (depth: number, open: string, inner: string, close: string): string =>
  open.repeat(depth) + inner + close.repeat(depth);

/** Each file but the last includes the next one twice. */
const includes = (levels: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, i) => [
      `${i}.sch`,
      i === levels
        ? `<rule ${SCHEMATRON} context="a"/>`
        : `<pattern ${SCHEMATRON}>${`<include href="${i + 1}.sch"/>`.repeat(2)}</pattern>`,
    ]),
  );

const HOSTILE: readonly {
  readonly what: string;
  readonly pack: string;
  readonly more?: Record<string, string>;
  readonly says: RegExp;
}[] = [
  {
    what: '2^22 includes',
    pack: schema('<include href="0.sch"/>'),
    more: includes(22),
    says: /^\d+\.sch:1: more than 100000 elements/,
  },
  {
    what: '300 files included in each other',
    pack: schema('<include href="0.sch"/>'),
    more: Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [
        `${i}.sch`,
        `<pattern ${SCHEMATRON}><include href="${i + 1}.sch"/></pattern>`,
      ]),
    ),
    says: /^\d+\.sch:1: more than 100 elements inside each other/,
  },
  {
    what: 'an abstract pattern that is taken a thousand times',
    pack: schema(
      `<pattern abstract="true" id="m">${'<rule context="a"/>'.repeat(1000)}</pattern>${'<pattern is-a="m"/>'.repeat(1000)}`,
    ),
    says: /^e\.sch:3: more than 100000 elements/,
  },
  {
    what: 'a parameter that is longer than any text once it is filled in',
    pack: schema(
      `<pattern abstract="true" id="m"><rule context="${'$p|'.repeat(10_000)}"/></pattern><pattern is-a="m"><param name="p" value="${'a'.repeat(100_000)}"/></pattern>`,
    ),
    says: /^e\.sch:3: more than 16000000 characters/,
  },
  // As the sum of choices, but it takes five seconds of processor time.
  ...rowsOfProof([
    {
      what: 'twenty lets whose branches read the one before',
      pack: rule(
        "$v19 = 'x'",
        times(
          20,
          (i) =>
            `\n<let name="v${i}" value="if (b${i}) then ${i ? `$v${i - 1}` : 1} else (if (c) then ${i ? `$v${i - 1}` : 2} else 'y')"/>`,
        ),
      ),
      says: /^e\.sch:\d+: an expression is written out again and again/,
    },
  ]),
  {
    what: 'a sum of choices',
    pack: rule(`1 = ${times(22, (i) => `(if (b${i}) then 1 else 1.5)`, ' + ')}`),
    says: /^e\.sch:4: an expression is written out/,
  },
  {
    what: 'a context that stands for 2^22 paths',
    pack: schema(`<pattern><rule context="${times(22, (i) => `(a${i}|b${i})`, '/')}"/></pattern>`),
    says: /^e\.sch:3: an expression is written out/,
  },
  ...[
    ['brackets', nested(3000, '(', 'b', ')')],
    ['calls', nested(3000, 'not(', 'b', ')')],
    ['predicates', nested(3000, 'b[', 'b', ']')],
    ['conditions', nested(3000, 'if (b) then 1 else ', '1', '')],
    ['alternatives', `b${' or b'.repeat(3000)}`],
    ['steps', `b${'/b'.repeat(3000)}`],
  ].map(([what, test = '']) => ({
    what: `3,000 ${what}`,
    pack: rule(test),
    says: /^e\.sch:4: nested too deeply in "/,
  })),
  {
    what: 'an expression of a megabyte',
    pack: rule(`b = (${times(200_000, () => '1', ', ')})`),
    says: /^e\.sch:4: a longer expression/,
  },
  {
    what: 'elements inside each other, 3,000 deep',
    pack: schema(nested(3000, '<p>', '', '</p>')),
    says: /^e\.sch:3: more than 100 elements inside each other/,
  },
  {
    what: 'a code list 3,000 deep',
    pack: rule("document('d.xml')/a/b[@c = .]"),
    more: { 'd.xml': nested(3000, '<a>', '', '</a>') },
    says: /^d\.xml:1: more than 100 elements inside each other/,
  },
  {
    what: 'a regular expression that takes for ever',
    pack: rule("matches(., '^(a{0,60}){0,60}$')"),
    says: /^e\.sch:4: regular expression "\^\(a\{0,60\}\)\{0,60\}\$", character 2: /,
  },
];

describe('a pack made to keep the compiler busy', () => {
  for (const { what, pack, more = {}, says } of HOSTILE)
    it(`is refused completely, with file and line: ${what}`, () => {
      const files = new Map(
        Object.entries({ 'e.sch': pack, ...more }).map(([path, text]) => [
          path,
          new TextEncoder().encode(text),
        ]),
      );
      const isTooLarge = (error: unknown): true => {
        assert.ok(error instanceof PackTooLarge, String(error));
        assert.match(error.message, says);
        assert.ok(error.message.length < 600);
        return true;
      };
      let loaded: Schema;
      try {
        loaded = loadSchema(files, 'e.sch', 'elements');
      } catch (error) {
        isTooLarge(error);
        return;
      }
      for (const compile of [compileToSource, compileToClosures])
        assert.throws(() => compile(loaded), isTooLarge);
    });
});
