import type { Finding } from 'en16931-rules/vocabulary/finding.ts';
import type { Layer } from 'en16931-rules/vocabulary/layer.ts';
import { say } from 'en16931-rules/vocabulary/message.ts';

/** Warnings of published rules about what the form of the document requires: no content of an invoice avoids them. */
const REQUIRED_BY_FORM: readonly { readonly code: RegExp; readonly at: RegExp }[] = [
  // The schema of CII requires the element, also of an invoice that states no delivery; the rule of XRechnung excepts it.
  { code: /^PEPPOL-EN16931-R008$/, at: /\/ram:ApplicableHeaderTradeDelivery(?:\[1\])?$/ },
  // Of two breakdowns of a category and rate, sums with and without their reasons cannot both fit; the rule itself takes either.
  { code: /^BR-F[RX]EXT-[A-Z]+-08(?:ini|rev)$/, at: /./ },
];

const isRequired = ({ code, severity, location }: Finding): boolean =>
  severity === 'warning' &&
  REQUIRED_BY_FORM.some((one) => one.code.test(code) && one.at.test(location?.xpath ?? ''));

/** The layers of a document, with a hint at each warning about what its form requires: there is nothing to do. */
export const withHintsAboutForm = (layers: readonly Layer[]): readonly Layer[] =>
  layers.map((layer) => ({
    ...layer,
    findings: layer.findings.map((finding) =>
      isRequired(finding)
        ? { ...finding, fixHint: say('findings.form-requires-what-rule-warns-about') }
        : finding,
    ),
  })) as readonly Layer[];
