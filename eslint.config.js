import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** In the program; tests may name what a rule or a person says. */
const HEARSAY = {
  selector:
    'Identifier[name=/^([sS]aid|[tT]old|[hH]eard|[wW]hoever|SAID|TOLD|handsIn|[hH]andedIn|HANDED_IN|.*[a-z](Said|Told))$/]',
  message: 'Name the thing: response, message, origin, reason, submission.',
};

const VAGUE = '/^(found|asked|known|told|said|heard)(Again)?$/';

/** A participle says what is the case, not what is done. */
const VERBS = {
  selector: [
    `FunctionDeclaration[id.name=${VAGUE}]`,
    `MethodDefinition[kind="method"][key.name=${VAGUE}]`,
    `TSMethodSignature[key.name=${VAGUE}]`,
    `VariableDeclarator[id.name=${VAGUE}][init.type=/Function/]`,
  ].join(', '),
  message: 'Call a function by a verb: find, require, select, collect.',
};

const SPREAD_LITERAL = {
  selector: 'ObjectExpression > SpreadElement > ObjectExpression',
  message: 'Write the members themselves, one below the other.',
};

/** What something needs is named for what it is for. Tools are those of assistants (MCP). */
const TOOLS = {
  selector: [
    'ExportNamedDeclaration > :matches(TSInterfaceDeclaration, TSTypeAliasDeclaration)[id.name=/[a-z]Tools$/]',
    'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.name=/[a-z]Tools$/]',
  ].join(', '),
  message: 'Name it for what it is for: SendingPorts, FileChecks, LeaseClocks.',
};

/** Of every file of the program. */
const IN_PROGRAM = [HEARSAY, VERBS, TOOLS];

const RESTRICTED = [
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
  {
    selector: ':not(TSParameterProperty)[accessibility="public"]',
    message: 'Write nothing for what is public.',
  },
  {
    selector: ':matches(PropertyDefinition, MethodDefinition) > PrivateIdentifier',
    message: 'Write private name; #name is for keys alone, which hold at run time, too.',
  },
  {
    selector:
      'Identifier[name=/(^|_)(MOST|LONGEST|LEAST|FEWEST|SHORTEST)_|^(most|longest|least|fewest|shortest)(Bytes|Ms|Mb|Pages|Cells|AtOnce|Waiting|Beside|Per[A-Z].*)$/]',
    message: 'Call a limit MAX_… or MIN_…, with its unit last.',
  },
  {
    selector:
      'Identifier[name=/^(Taking|Workbench|Paperwork|BodyScale|ClientPlaces|HearCallback|LookAround|withWhatIsTold|lookAgainOrResend|mendCare|takeOff|stopGivingOut|emptyLooks)$/]',
    message: 'Use the word of the field: the glossary has it.',
  },
];

/** A test that fails on a busy machine is wrong; the limit is against one that hangs. */
const SHORT_TIMEOUT = {
  selector:
    'CallExpression[callee.property.name="timeout"][callee.object.name!="AbortSignal"] > Literal[value<=600000]',
  message: 'Each test has ten minutes (.mocharc.cjs), against those that hang alone.',
};

/** What comes after a sleep may come later on a busy machine. */
const SLEEP = {
  selector: [
    'CallExpression[callee.name=/^(pause|setTimeout)$/] > Literal.arguments:first-child[value>=50]',
    'NewExpression[callee.name="Promise"] > ArrowFunctionExpression > CallExpression[callee.name="setTimeout"] > Literal[value>=50]',
  ].join(', '),
  message:
    'A wait ends on an event: until, untilPasses. What must not happen gets its time by leaveTime. A pace has a name.',
};

/** How long something may take is a question of the machine. */
const SPEED = {
  selector:
    'CallExpression[callee.object.name="assert"] BinaryExpression[operator=/^</] > :matches(CallExpression.left, BinaryExpression.left > CallExpression.left)[callee.object.name=/^(Date|performance)$/][callee.property.name="now"]',
  message: 'Take a clock of the test (sinon, whileTimeStands), or wait for the event: until.',
};

/** Other files of the process have fakes, too. */
const FAKES_OF_ALL = {
  selector: 'CallExpression[callee.object.name="sinon"][callee.property.name=/^(restore|reset)/]',
  message: 'Restore the fakes of this file alone: sinon.createSandbox().',
};

const LOOKS =
  '/^(count|isVisible|isHidden|isChecked|isDisabled|isEnabled|isEditable|textContent|innerText|allInnerTexts|allTextContents|inputValue|getAttribute|boundingBox|url)$/';

/** An equal count of none is for what must never be there. */
const LOOK_AT_ONCE = {
  selector: `CallExpression[callee.object.name="assert"]:not(CallExpression[callee.name="untilPasses"] *):has(:matches(AwaitExpression > CallExpression[callee.property.name=${LOOKS}], CallExpression[callee.property.name="url"][callee.object.name=/^(page|operator|other)$/])):not([callee.property.name="equal"][arguments.1.value=0])`,
  message: 'A page answers a press a moment later: untilPasses, countBecomes, parameterBecomes.',
};

const IN_TESTS = [...RESTRICTED, SHORT_TIMEOUT, FAKES_OF_ALL];

/** Of all but the proofs, which measure and wait for minutes. */
const IN_SHORT_TESTS = [SLEEP, SPEED];

/** Who sees a page presses at once: `useEffect` runs some frames after the drawing. */
const AFTER_THE_DRAWING = {
  selector:
    'CallExpression[callee.name="useEffect"]:has(:matches(CallExpression[callee.property.name=/^(focus|scrollIntoView|showModal)$/], CallExpression[callee.name="addEventListener"][arguments.0.value=/^(key|pointer|focus|click)/]))',
  message: 'What a press meets is with the drawing: useLayoutEffect.',
};

export default tseslint.config(
  // The programs for generated clients compile only beside what is generated.
  {
    ignores: [
      'dist/',
      'rules/',
      'data/',
      'coverage/',
      'runs/',
      'node_modules/',
      'test/proofs/clients/programs/',
    ],
  },
  ...tseslint.configs.strict,
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.cts'],
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'src/console/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A promise that nobody awaits fails unheard, and what it was to do may not have happened.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-redundant-type-constituents': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/parameter-properties': [
        'error',
        {
          allow: ['private', 'private readonly', 'protected', 'protected readonly', 'public', 'readonly'],
          prefer: 'parameter-property',
        },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', ...RESTRICTED],
    },
  },
  {
    files: ['{src,validators,scripts}/**/*.{ts,cts}'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED, ...IN_PROGRAM, SPREAD_LITERAL] },
  },
  {
    files: ['src/console/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED, AFTER_THE_DRAWING] },
  },
  {
    files: [
      'src/{ports,processes}/**',
      'src/adapters/{agenda,mongo,outbound,pdf,piscina,prometheus,sqlite}/**',
      'src/adapters/rails/{fr-pa,pl-ksef,ro-efactura}/**',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...RESTRICTED,
        ...IN_PROGRAM,
        SPREAD_LITERAL,
        {
          selector: 'Identifier[name=/^[pP]lace(s|Of)?$/]',
          message: 'A place is a location in a document. Call this a slot, cursor, position or address.',
        },
      ],
    },
  },
  // A function fits a screen; a longer one has parts with names of their own.
  {
    files: ['{src,validators,scripts}/**/*.{ts,tsx,cts}'],
    // `readBody` and `instantKsef` are each one object in the order of its members; `Parts` and `FieldOf` are pages.
    ignores: [
      'scripts/bench/instant-routes/ksef.ts',
      'src/console/pages/document/document-page.tsx',
      'src/console/pages/repair/form.tsx',
      'src/domain/documents/fa3/read-fa3.ts',
    ],
    rules: { 'max-lines-per-function': ['error', { max: 70 }] },
  },
  // Values are nouns of the trade.
  {
    files: ['{src,validators,scripts}/**/*.{ts,tsx}'],
    // The last ones name a column of the store, a member of the contract, and a meaning of an answer.
    ignores: [
      'src/client/api-types.ts',
      'src/adapters/agenda/{job-rows,sqlite-job-repository}.ts',
      'src/commands/restore.ts',
      'src/{domain/sending/outcomes,processes/delivery-page}.ts',
    ],
    rules: { 'id-denylist': ['error', 'found', 'kept', 'asked', 'held', 'wanted'] },
  },
  {
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...IN_TESTS, ...IN_SHORT_TESTS] },
  },
  { files: ['test/proofs/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...IN_TESTS] } },
  {
    files: ['test/console/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...IN_TESTS, ...IN_SHORT_TESTS, LOOK_AT_ONCE] },
  },
  {
    files: ['test/proofs/console/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...IN_TESTS, LOOK_AT_ONCE] },
  },
  // Tools of assistants are the protocol's word.
  // A text of others may have megabytes: no expression takes four times as long for twice the length.
  {
    files: ['{src,validators,scripts}/**/*.{ts,tsx,mjs}'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignoreSticky: true }],
    },
  },
  {
    files: ['src/agents/**/*.ts', 'src/ports/agent-tools.ts'],
    rules: { 'no-restricted-syntax': ['error', ...RESTRICTED, HEARSAY, VERBS, SPREAD_LITERAL] },
  },
  // The master key and what it opens.
  { files: ['src/adapters/sealing/**'], rules: { 'no-restricted-syntax': 'off' } },
);
