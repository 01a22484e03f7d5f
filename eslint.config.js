import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'rules/', 'data/', 'coverage/', 'node_modules/'] },
  ...tseslint.configs.strict,
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    files: ['**/*.ts', '**/*.cts'],
    languageOptions: { parserOptions: { project: 'tsconfig.json', tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A promise that nobody awaits fails unheard, and what it was to do may not have happened.
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/no-redundant-type-constituents': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': [
        'error',
        { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
        // One way to keep a member to its class, and the one that holds at run time. Constructors have no other word for it.
        {
          selector:
            ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility=/private|public/]',
          message: 'Write #name for what is private, and nothing for what is public.',
        },
        { selector: 'TSParameterProperty', message: 'Declare the member, and set it in the constructor.' },
      ],
    },
  },
);
