import { routesWithLayer } from '../../src/domain/routes/select-layers.ts';
import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type PackDescription, readDescription } from 'en16931-rules/packs/description.ts';
import { bringPack } from 'en16931-rules/packs/install/bring.ts';
import { sha256 } from 'en16931-rules/packs/hash.ts';
import { folderName, readInstalled } from 'en16931-rules/packs/installed.ts';
import type { Engine } from 'en16931-rules/packs/manifest.ts';
import { documentForms } from '../../src/domain/documents/forms-of-table.ts';
import { syntaxTable } from 'en16931-rules/vocabulary/syntax-table.ts';
import type { PackOrigin } from 'en16931-rules/vocabulary/layer.ts';
import { BT24, type PackLayer } from 'en16931-rules/layers/layer-selection.ts';

/** A small schema and rules; a document of theirs counts as `ubl-invoice`. */
export const SMALL_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:small" elementFormDefault="qualified">
  <xs:element name="Invoice"><xs:complexType><xs:sequence>
    <xs:element name="Total" type="xs:string"/>
    <xs:element name="Note" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

/** Rules of one pattern, as the content of a Schematron. */
export const smallRules = (inside: string): string =>
  `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="s" uri="urn:small"/>
  <pattern>${inside}</pattern>
</schema>`;

export const TOTAL_RULES = smallRules(
  `<rule context="s:Total">
    <assert id="S-1" flag="fatal" test="xs:decimal(.) >= 0">The total is <value-of select="."/>.</assert>
    <assert id="S-2" flag="warning" test="xs:decimal(.) != 0">Nothing to pay.</assert>
  </rule>`,
);

export const document = (total: string, more = ''): Uint8Array =>
  new TextEncoder().encode(`<Invoice xmlns="urn:small"><Total>${total}</Total>${more}</Invoice>`);

/** The fields read from such a document: its total as the number, its note as the specification. */
export const SMALL_FORMS = documentForms(
  syntaxTable({
    syntax: 'small',
    title: 'Small',
    namespaces: { s: 'urn:small' },
    documents: { 'ubl-invoice': { root: 's:Invoice' } },
    elements: [{ 's:Total': 'BT-1' }, { 's:Note': 'BT-24' }],
  }),
);

export interface SmallPack {
  readonly layer: PackLayer;
  /** An XSD for the layer `xsd`, otherwise a Schematron. */
  readonly text: string;
  readonly version?: string;
  /** `YYYY-MM-DD` */
  readonly validFrom?: string;
  /** BT-24 values; if left out, that of XRechnung and every other. */
  readonly customizations?: readonly string[];
  /** The description of its rules. */
  readonly catalogue?: unknown;
  readonly severityOverrides?: PackDescription['severityOverrides'];
  readonly origin?: PackOrigin;
}

const ANY = ['*', BT24.xrechnung];

/** Compiles the packs into `rulesDir`. */
export async function bringSmallPacks(
  rulesDir: string,
  packs: readonly SmallPack[],
  engines: readonly Engine[] = ['compiled'],
): Promise<void> {
  for (const {
    layer,
    text,
    version = '1',
    validFrom,
    customizations = ANY,
    catalogue,
    severityOverrides = [],
    origin = 'built-in',
  } of packs) {
    const path = layer === 'xsd' ? 'small.xsd' : 'small.sch';
    const pack = readDescription(
      {
        id: `small-${layer}`,
        version,
        ...(validFrom !== undefined && { valid_from: validFrom }),
        title: 'small',
        source: 'here',
        licence: 'none',
        layer,
        applies_to: customizations.map((customization) => ({ syntax: 'ubl-invoice', customization })),
        files: [{ path, role: layer === 'xsd' ? 'xsd' : 'schematron', entry: true, syntax: ['ubl-invoice'] }],
      },
      origin,
      'pack.json',
    );
    const contents = {
      [path]: text,
      ...(catalogue !== undefined && { 'catalogue.json': JSON.stringify(catalogue) }),
    };
    const files = new Map(
      Object.entries(contents).map(([name, content]) => [name, new TextEncoder().encode(content)]),
    );
    await bringPack(
      rulesDir,
      { pack: { ...pack, severityOverrides }, files: () => files },
      { engines, report: () => {}, routesOf: routesWithLayer },
    );
  }
}

/**
 * Changes the compiled module of a pack and all hashes that protect it: the output of a faulty compiler, which no
 * check of hashes can find.
 */
export async function withFaultyModule(
  rulesDir: string,
  layer: PackLayer,
  edit: (module: string) => string,
): Promise<void> {
  const { packs } = await readInstalled(rulesDir);
  const { folder, manifest } = packs.find((pack) =>
    pack.manifest.entries.some((entry) => entry.layer === layer),
  )!;
  const target = join(rulesDir, folder);
  const entries = manifest.entries.map((entry) => ({
    ...entry,
    programs: entry.programs.map((program) => {
      if (program.engine !== 'compiled') return program;
      const before = readFileSync(join(target, program.file), 'utf8');
      const text = edit(before);
      assert.notEqual(text, before, 'the edit changes nothing');
      const hash = sha256(text);
      const file = `${hash.slice(0, 32)}.mjs`;
      writeFileSync(join(target, file), text);
      return { ...program, file, sha256: hash };
    }),
  }));
  const changed = JSON.stringify({ ...manifest, entries });
  writeFileSync(join(target, 'manifest.json'), changed);
  renameSync(target, join(rulesDir, folderName(manifest, sha256(changed))));
}
