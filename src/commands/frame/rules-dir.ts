/** The folder of installed packs, for commands that need no other setting of the service. */
export const rulesDirOf = (options: { readonly rules?: string }, env: NodeJS.ProcessEnv): string =>
  options.rules ?? (env['RULES_DIR'] || './rules');
