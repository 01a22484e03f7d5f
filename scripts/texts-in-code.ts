import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFolder } from '../validators/packs/project-folder.ts';

/** Where the code makes texts that people read in answers. */
export const TEXT_FOLDERS = [
  'src/domain',
  'src/application',
  'src/adapters/http',
  'src/adapters/outbound',
  'src/adapters/peppol-lookup',
  'src/adapters/piscina',
  'src/adapters/rails',
];

/** Files whose texts no answer has, and why. */
const OTHER_FILES: readonly (readonly [files: RegExp, why: string])[] = [
  [/early-rules\/written|written-rules|what-rule-says/, 'texts of rule packs, by their ids'],
  [/\/words\//, 'words by their names, with English as one of their files'],
  [/everyday-units|parse-mapping/, 'names that are looked up'],
  [/pre-check\/vat-rates/, 'sources of rates'],
  [
    /fa3\/(?:adjustment-texts|cash-discount|describe|descriptions|settlement|third-parties|vat-rates)\.ts/,
    'written into documents, in the language of the document',
  ],
  [/invoice\/exemptions\.ts|page\/line-table|usual-invoice/, 'written into documents, too'],
  [/page\/names|fr-pa\/(?:lifecycle|write-cdar)/, 'names of a register, in its language'],
  [/adapters\/pdf/, 'metadata of PDFs'],
  [/application\/proof/, 'answers of `ids verify`'],
  [
    /access\/refuse-call|received\/collect-received|export-under-way|client\/limits/,
    'keys of budgets and leases',
  ],
  [/messages\/pull-answers|exports\/end-lost-exports|report-health/, 'lines of the log and of health'],
  [/http\/(?:api|console|reference\/(?:code-samples|mark|invoice-html|reference-page))/, 'code and markup'],
  [
    /webhooks\/(?:deliver-events|webhook-call)|outbound\/read-answer/,
    '`last_error` of a delivery, for developers',
  ],
  [/peppol-lookup\//, 'why a look-up is repeated: a line of the log'],
  [
    /receiving\/(?:export-package|tar-files|exports)\.ts/,
    'why a package is fetched again: a line of the log',
  ],
  [/fr-pa\/codes/, 'joined with a text of the same file; codes are counted by themselves'],
];

/** The texts that the code of a folder makes, with `{}` for each value that is filled in. */
export const textsInCode = (folder: string): readonly string[] =>
  sourcesIn(folder)
    .filter((file) => !OTHER_FILES.some(([others]) => others.test(file)))
    .flatMap(textsOf);

const sourcesIn = (folder: string): readonly string[] =>
  readdirSync(join(projectFolder(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.c?ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFolder().length).replace(/^\//, ''))
    .toSorted();

function textsOf(file: string): readonly string[] {
  const content = readFileSync(join(projectFolder(), file), 'utf8');
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isNoText(node)) return;
    const text = textOf(node);
    if (text !== undefined && isPhrase(text) && !OTHER_TEXTS.test(text)) found.push(text.trim());
    if (text === undefined || !ts.isBinaryExpression(node)) ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A literal, a template, or literals that are joined with `+`. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? '{}'}${right ?? '{}'}`;
}

const isPhrase = (text: string): boolean =>
  /\p{Ll}{2,}[,.:;)]* [^ ]/u.test(text) && !/[\n<]|^\w+:\/\//.test(text);

/** Members that hold no text of an answer: names of rows, sources of facts, settings. */
const OTHER_MEMBERS = new Set([
  'name',
  'source',
  'networkStatus',
  'of',
  'default',
  'takes',
  'meaning',
  'noun',
  'Authorization',
  'help',
  'key',
]);

/** Literals that are no texts: headers, keys, the source of a fact, words of a network that are recognised. */
const OTHER_TEXTS =
  /^(?:[\w-]+\/[\w.+-]+; |attachment; |public, |private, |noindex, |HTTP\/1|Content-|Connection: |Accept, |const button|(?:export|collected|withdrawn|paid|collective|log) (?:in|\{\})|\{\} rail|XP Z12|phax\/|recommand\/|e-invoice-be|Peppol MLS|CIRFMF|InvoiceStatusInfo:|ANAF e-Factura|OCA\/|\/upload: |this service$|rule of a pack$|Invoice Delivery Service |care row$|the table$|Failed to send|Indemnité|Pénalités|Pas d'escompte|ok; |the lease of |no thread has|report refused$|refused by the buyer$|a search is refused$|a (?:page could not be printed|document could not be read|transaction cannot be read)$|history too long$|part missing$|unknown session$|too many$|as written$|without line breaks$|canonical form$|signed copy$|must match format|must be (?:array|object|string|integer|number|boolean)$)/;

/** Calls whose texts are for developers and operators. */
const OTHER_CALLS =
  /^(?:super|.*Error|Escape|Unjudged|Late|.*[lL]og\.(?:info|warn|error|debug)|.*[gG]auge|.*say|.*\.(?:enable|set|startsWith|includes|split|fail|span|take|fold)|traceStep)$/;

function isNoText(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return true;
  if (ts.isPropertyAssignment(node)) return OTHER_MEMBERS.has(node.name.getText().replaceAll(/['"]/g, ''));
  if (ts.isCallExpression(node) || ts.isNewExpression(node))
    return OTHER_CALLS.test(node.expression.getText());
  if (ts.isTaggedTemplateExpression(node)) return true;
  const { parent } = node;
  if (ts.isStringLiteralLike(node) && parent)
    return (ts.isPropertyAssignment(parent) && parent.name === node) || isCompared(parent);
  return false;
}

const isCompared = (node: ts.Node): boolean =>
  ts.isCaseClause(node) ||
  (ts.isBinaryExpression(node) &&
    [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
      node.operatorToken.kind,
    ));
