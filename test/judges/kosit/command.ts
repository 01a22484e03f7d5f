// `npx tsx test/judges/kosit/command.ts --validator DIR --configuration DIR` builds KoSIT's validator and its configuration for XRechnung from
// clones of their repositories (itplr-kosit/validator, itplr-kosit/validator-configuration-xrechnung; Apache-2.0), and lets it report on the
// recorded cases. The proof `kosit` compares with these reports. Neither release can be had from a registry.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { argumentsOf } from '../../../scripts/command-line.ts';
import { findJudge } from '../../support/judges.ts';
import { KOSIT_REPORTS, KOSIT_SUITES } from '../../support/kosit-reports.ts';
import { REFERENCE_DATA } from '../../support/reference-data.ts';

const USAGE = 'npx tsx test/judges/kosit/command.ts --validator CLONE --configuration CLONE';
const { values } = argumentsOf(
  { options: { validator: { type: 'string' }, configuration: { type: 'string' } } },
  USAGE,
);
const { validator, configuration } = values;
const { folder: libraries, missing } = findJudge('kosit-libraries');
const work = join(KOSIT_REPORTS, '../build');
const classes = join(work, 'classes');
const repository = join(work, 'repository');
const resources = join(repository, 'resources');
/** SchXslt is a jar of stylesheets. */
const schxslt = join(work, 'schxslt');

function main(): number {
  if (validator === undefined || configuration === undefined || missing !== undefined) {
    console.error(missing ?? USAGE);
    return 2;
  }
  rmSync(work, { recursive: true, force: true });
  for (const folder of [classes, schxslt, `${work}/made`]) mkdirSync(folder, { recursive: true });
  build(validator);
  configure(configuration);
  for (const suite of KOSIT_SUITES) reportOn(suite);
  return 0;
}

const run = (program: string, ...words: readonly string[]): string =>
  execFileSync(program, words, {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const jarsIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jar'))
    .map((name) => join(folder, name));

const classPath = (): string => [...jarsIn(libraries), classes].join(delimiter);
const java = (...words: readonly string[]): string => run('java', '-cp', classPath(), ...words);
const javac = (files: readonly string[]): string =>
  run('javac', '-encoding', 'UTF-8', '-nowarn', '-proc:none', '-cp', classPath(), '-d', classes, ...files);

const filesBelow = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

function edit(file: string, ...changes: readonly (readonly [RegExp, string])[]): void {
  const text = readFileSync(file, 'latin1');
  writeFileSync(
    file,
    changes.reduce((now, [what, instead]) => now.replaceAll(what, instead), text),
    'latin1',
  );
}

/** Its Maven build needs a plugin that registries lack: its classes of schemas are made by XJC, and get their base classes here. */
function build(clone: string): void {
  const sources = join(work, 'validator');
  mkdirSync(sources);
  run('sh', '-c', 'git -C "$0" archive HEAD | tar x -C "$1"', clone, sources);
  const main = join(sources, 'src/main');
  const made = join(work, 'made');
  const bindings = join(work, 'bindings.xjb');
  cpSync(join(main, 'model/binding/global.xjb'), bindings);
  edit(bindings, [/^.*inheritance:extends.*$/gm, ''], [/jaxb:extensionBindingPrefixes="inheritance"/g, ''], [/"\.\.\/xsd\//g, `"${main}/model/xsd/`]); // prettier-ignore
  javac(filesBelow(join(main, 'java'), 'StringTrimAdapter.java'));
  java('com.sun.tools.xjc.XJCFacade', ...['-extension', '-npa', '-nv', '-d', made, '-b', bindings], ...filesBelow(join(main, 'model/xsd'), '.xsd')); // prettier-ignore
  for (const [name, base] of [['XMLSyntaxError', 'BaseXMLSyntaxError'], ['SchematronOutput', 'BaseOutput']] as const) // prettier-ignore
    for (const file of filesBelow(made, `/${name}.java`))
      edit(file, [new RegExp(`public class ${name}\\b`, 'g'), `public class ${name} extends de.kosit.validationtool.impl.model.${base}`]); // prettier-ignore
  javac([...filesBelow(made, '.java'), ...filesBelow(join(main, 'java'), '.java')]);
  for (const folder of ['model', 'resources']) cpSync(join(main, folder), classes, { recursive: true });
  edit(join(classes, 'app-info.properties'), [/\$\{[a-z.]+\}/g, 'from-sources']);
}

const OFFICIAL = join(REFERENCE_DATA, 'official');
const XRECHNUNG = join(REFERENCE_DATA, 'official-2026-11/xrechnung-3.0.2-sch-2.6.0/as-published');
const BT24 = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0';
const CEN = 'https://github.com/ConnectingEurope/eInvoicing-EN16931/releases/download/validation-1.3.16';
const PACKAGES = 'https://projekte.kosit.org/api/v4/projects/356/packages/maven/de/xeinkauf';

/** What `build.xml` of the configuration fills in, for the releases of the reference data. */
const TOKENS: Readonly<Record<string, string>> = {
  'build.date': '2026-08-31',
  'cen.spec.id': 'urn:cen.eu:en16931:2017',
  'cen.rules.version': '1.3.16',
  'cen.download.url.ubl': `${CEN}/en16931-ubl-1.3.16.zip`,
  'cen.download.url.cii': `${CEN}/en16931-cii-1.3.16.zip`,
  'cii.version': 'D16B',
  'cii.download.url': `${PACKAGES}/D16B_SCRDM__Subset__CII/D16B/D16B_SCRDM__Subset__CII-D16B.zip`,
  'ubl.version': '2.1',
  'ubl.download.url': 'https://docs.oasis-open.org/ubl/os-UBL-2.1/UBL-2.1.zip',
  'xrechnung.version': '3.0.2',
  'xrechnung.rules.version.full': '2.6.0',
  'xrechnung.rules.version.major.minor': '2.6',
  'xrechnung.download.url': `${PACKAGES}/xrechnung-3.0.2-schematron/2.6.0/xrechnung-3.0.2-schematron-2.6.0.zip`,
  'xrechnung.spec.id': BT24,
  'xrechnung.extension.id': `${BT24}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`,
  'xrechnung.cvd.id': `${BT24}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`,
  'xrechnung.cvd.version.major.minor': '0.9',
};

/** The steps of its `build.xml`: schemas and rules from the reference data, CEN's compiled by SchXslt, both edited by its stylesheets. */
function configure(clone: string): void {
  const fileOf = (name: string): string => run('git', '-C', clone, 'show', `HEAD:${name}`);
  const put = (path: string, text: string): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, text);
  };
  const scenarios = fileOf('scenarios.xml').replace(
    /@([a-z0-9.]+)@/g,
    (all, token: string) => TOKENS[token] ?? all,
  );
  put(join(repository, 'scenarios.xml'), scenarios);
  for (const name of ['default-report.xsl', 'xrechnung-report.xsl'])
    put(join(resources, name), fileOf(`src/${name}`));
  for (const name of ['remove-dead-apply-templates.xsl', 'convert-dynamic-id-to-static.xsl'])
    put(join(work, name), fileOf(`src/${name}`));
  cpSync(join(OFFICIAL, 'ubl-2.1/xsd'), join(resources, 'ubl/2.1/xsd'), { recursive: true });
  for (const file of filesBelow(join(OFFICIAL, 'cii-d16b'), '.xsd'))
    cpSync(file, join(resources, 'cii/16b/xsd', file.slice(file.lastIndexOf('/') + 1)));
  const [jar] = jarsIn(libraries).filter((name) => name.includes('/schxslt-'));
  run('unzip', '-qo', jar ?? '', '-d', schxslt);
  for (const [syntax, folder] of [
    ['UBL', 'ubl/2.1'],
    ['CII', 'cii/16b'],
  ] as const) {
    // prettier-ignore
    const cen = join(work, `${syntax}.xsl`);
    transform(join(OFFICIAL, `en16931-1.3.16/EN16931-${syntax}-validation-preprocessed.sch`), join(schxslt, 'xslt/2.0/pipeline-for-svrl.xsl'), cen, 'generate-fired-rule=false', 'full-path-notation=3'); // prettier-ignore
    transform(cen, join(work, 'remove-dead-apply-templates.xsl'), join(resources, folder, `xsl/EN16931-${syntax}-validation.xsl`)); // prettier-ignore
    const own = `XRechnung-${syntax}-validation.xsl`;
    transform(join(XRECHNUNG, own), join(work, 'convert-dynamic-id-to-static.xsl'), join(resources, 'xrechnung/3.0.2/xsl', own)); // prettier-ignore
  }
}

const transform = (source: string, stylesheet: string, result: string, ...parameters: readonly string[]) =>
  java('net.sf.saxon.Transform', `-s:${source}`, `-xsl:${stylesheet}`, `-o:${result}`, ...parameters);

/** It ends with 1 if a document is rejected. */
function reportOn(suite: string): void {
  const reports = join(KOSIT_REPORTS, suite);
  mkdirSync(reports, { recursive: true });
  const cases = filesBelow(join(REFERENCE_DATA, 'conformance/cases', suite), '.xml');
  const words = ['-s', join(repository, 'scenarios.xml'), '-r', repository, '-o', reports, ...cases];
  try {
    java('de.kosit.validationtool.cmd.CommandLineApplication', ...words);
  } catch (error) {
    if (readdirSync(reports).length === 0) throw error;
  }
  console.log(`${suite}: ${readdirSync(reports).length} reports of ${cases.length} files`);
}

process.exitCode = main();
