const inside = (from, ...also) => ({
  name: `${from} reaches out`,
  severity: 'error',
  from: { path: `^${from}/` },
  to: { pathNot: [from, ...also].map((p) => `^${p}/`) },
});

/** Domain arithmetic is decimal.js: pure, no input or output (ADR 2). */
const DECIMAL = 'node_modules/decimal.js';

/** What a finding, a layer and a syntax are: of the validators, and as pure as the domain. */
const JUDGED = ['validators/vocabulary', 'validators/layers'];

/** What the bundle of the console consists of (ADR 41). */
const CONSOLE_PACKAGES = 'node_modules/(preact|@preact/signals|uplot|@codemirror|@lezer|fflate)';

/** The protocol between assistants and tools (ADR 52). */
const AGENT_PACKAGE = 'node_modules/@modelcontextprotocol/server';

module.exports = {
  forbidden: [
    inside('src/domain', ...JUDGED, DECIMAL),
    inside('validators/vocabulary', DECIMAL),
    inside('validators/layers', 'validators/vocabulary'),
    inside('src/ports', 'src/domain', ...JUDGED, DECIMAL),
    inside('src/application', 'src/ports', 'src/domain', ...JUDGED, DECIMAL),
    inside('src/client', 'node_modules/openapi-fetch'),
    inside('src/console', 'src/client', CONSOLE_PACKAGES),
    inside('src/agents', 'src/client', 'src/ports', 'validators/vocabulary', AGENT_PACKAGE),
    {
      name: 'the service knows of its client',
      comment: 'Of src, only the console, the tools of agents and the commands use it.',
      severity: 'error',
      from: { path: '^src/(domain|ports|application|adapters|processes|sandbox)/' },
      to: { path: '^src/client/' },
    },
    {
      name: 'an adapter imports another adapter',
      comment: 'All of them read the XML of others by the same rules.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/([^/]+)/', pathNot: ['^src/adapters/$1/', '^src/adapters/xml/'] },
    },
    {
      name: 'an adapter reaches into processes',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/processes/' },
    },
    {
      name: 'the sandbox shares code with the service',
      comment: 'Shared code would misread a protocol on both sides alike.',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^(src|validators|scripts|test)/', pathNot: '^src/sandbox/' },
    },
    {
      name: 'the service knows of the sandbox',
      severity: 'error',
      from: { path: '^(src|validators)/', pathNot: '^src/(sandbox/|processes/sandbox\\.ts$)' },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'a network of the sandbox imports another',
      severity: 'error',
      from: { path: '^src/sandbox/([^/]+)/' },
      to: { path: '^src/sandbox/([^/]+)/', pathNot: '^src/sandbox/$1/' },
    },
    {
      name: 'an adapter decides for whom a call acts',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/application/access/tenancy' },
    },
    {
      name: 'validators import the service',
      comment: 'They are a library of their own.',
      severity: 'error',
      from: { path: '^validators/' },
      to: { path: '^(src|scripts|test)/' },
    },
    {
      name: 'the rule engine reaches out',
      severity: 'error',
      from: { path: '^validators/engine/' },
      to: {
        path: '^(src|validators)/',
        pathNot: '^validators/(engine/|vocabulary/(message|uncounted)\\.ts$)',
      },
    },
    {
      name: 'inversify is for wiring, in processes and tests only',
      severity: 'error',
      from: { pathNot: '^(src/processes|test)/' },
      to: { path: 'node_modules/inversify/' },
    },
    {
      name: 'src imports scripts or tests',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(scripts|test)/' },
    },
    { name: 'cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'knot', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
    },
  },
};
