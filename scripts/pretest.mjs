// Tests start real processes as built and judge with the built-in packs. What the kills of a delivery put into those processes
// is translated beside them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { prepare } from './prepare.mjs';

const PUT_INTO_PROCESSES = ['mortal', 'beating', 'points', 'swaps', 'with-methods'];

prepare();
const inProject = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const compilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};
mkdirSync(inProject('dist/test/delivery'), { recursive: true });
for (const name of PUT_INTO_PROCESSES) {
  const source = readFileSync(inProject(`test/delivery/${name}.ts`), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions });
  writeFileSync(inProject(`dist/test/delivery/${name}.js`), outputText);
}
