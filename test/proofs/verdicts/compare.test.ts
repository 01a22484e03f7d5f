import assert from 'node:assert/strict';
import { compare, type Comparison, NOT_RUN, sameAcceptance, sameLayers, type Verdict } from './compare.ts';

/** A document is the verdicts of the engine and of the judge. */
interface Pair {
  readonly ours: Verdict | undefined;
  readonly judged: Verdict | undefined;
}

const compared = (pairs: readonly Pair[], more: Partial<Comparison<Pair>> = {}) =>
  compare<Pair>({
    corpus: pairs.map((document, n) => ({ name: `document ${n}`, document })),
    engines: { 'our rules': ({ ours }) => ours },
    judge: ({ judged }) => judged,
    ...more,
  });

const linesOf = async (...args: Parameters<typeof compared>): Promise<readonly (readonly string[])[]> =>
  (await compared(...args)).differences.map(({ lines }) => lines);

describe('a proof of verdicts', () => {
  it('names what only one side finds, and how often', async () => {
    assert.deepEqual(
      await linesOf([
        { ours: ['BR-01'], judged: ['BR-01'] },
        { ours: ['BR-01', 'BR-02'], judged: ['BR-03', 'BR-01'] },
        { ours: ['BR-01', 'BR-01'], judged: ['BR-01'] },
      ]),
      [['+BR-02', '-BR-03'], ['+BR-01']],
    );
  });

  it('names the document and the engine that differs', async () => {
    const engines = { compiled: () => ['BR-01'], closures: () => [] };
    const { differences } = await compared([{ ours: [], judged: ['BR-01'] }], { engines });
    assert.deepEqual(
      differences.map(({ name, engine }) => [name, engine]),
      [['document 0', 'closures']],
    );
  });

  it('counts what the judge refuses, accepts and cannot judge', async () => {
    const { differences, findings, ...counts } = await compared([
      { ours: [], judged: [] },
      { ours: ['BR-01'], judged: ['BR-01'] },
      { ours: ['BR-01', 'BR-02'], judged: ['BR-01', 'BR-02'] },
      { ours: ['BR-01'], judged: undefined },
    ]);
    assert.deepEqual(counts, { compared: 3, refused: 2, notJudged: 1, accepted: 1, excused: 0 });
    assert.deepEqual([...findings], [['BR-01', 2], ['BR-02', 1]]); // prettier-ignore
    assert.deepEqual(differences, []);
  });

  it('has a difference if an engine has no verdict on what the judge can judge', async () => {
    assert.deepEqual(await linesOf([{ ours: undefined, judged: [] }]), [['no verdict']]);
  });

  it('takes another reason for a refusal if only the acceptance counts', async () => {
    const pairs = [
      { ours: ['line 3'], judged: ['line 4'] },
      { ours: ['line 3'], judged: [] },
      { ours: [], judged: ['line 3'] },
    ];
    assert.deepEqual(await linesOf(pairs, { by: sameAcceptance }), [['+line 3'], ['-line 3']]);
  });

  it('compares layers that ran on both sides', async () => {
    const pairs = [
      { ours: [`xsd ${NOT_RUN}`, 'en16931 BR-01'], judged: ['xsd refuses', 'en16931 BR-01'] },
      { ours: ['xsd refuses', 'en16931 BR-01'], judged: ['xsd refuses', `en16931 ${NOT_RUN}`] },
      { ours: [`xsd ${NOT_RUN}`, 'en16931 BR-01'], judged: ['en16931 BR-02'] },
    ];
    assert.deepEqual(await linesOf(pairs, { by: sameLayers }), [['+en16931 BR-01', '-en16931 BR-02']]);
  });

  it('excuses a known difference in the documents that it names, as often as it allows', async () => {
    const differing = { ours: ['BR-01', 'BR-02'], judged: ['BR-02'] };
    const exception = { difference: /^\+BR-01$/, cause: 'a test' };
    const excused = await compared([differing], { exceptions: [exception] });
    assert.deepEqual([excused.excused, excused.differences], [1, []]);
    for (const narrower of [{ of: /^document [^0]/ }, { atMost: 0 }, { difference: /^-BR-01$/ }])
      assert.deepEqual(await linesOf([differing], { exceptions: [{ ...exception, ...narrower }] }), [
        ['+BR-01'],
      ]);
    assert.equal(
      (await linesOf([differing, differing], { exceptions: [{ ...exception, atMost: 1 }] })).length,
      1,
    );
  });
});
