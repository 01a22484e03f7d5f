/** A line of a room that is wrong, though its types are right. */
export interface Fault {
  readonly room: string;
  readonly file: string;
  /** What is there, once. */
  readonly text: string;
  readonly wrong: string;
  /** The test that fails then. */
  readonly test: string;
}

/** One for each room of `src` and `validators`. */
export const FAULTS: readonly Fault[] = [
  {
    room: 'src/adapters',
    file: 'src/adapters/outbound/addresses.ts',
    text: "if (!host.includes('.')) return NOT_PUBLIC;",
    wrong: "if (host.includes('.')) return NOT_PUBLIC;",
    test: 'test/adapters/outbound/outbound-allow.test.ts',
  },
  {
    room: 'src/agents',
    file: 'src/agents/words-of-others.ts',
    text: 'if (!isOwn) others.add(pointer)',
    wrong: 'if (isOwn) others.add(pointer)',
    test: 'test/agents/words-of-others.test.ts',
  },
  {
    room: 'src/application',
    file: 'src/application/work/lease-keeper.ts',
    text: 'Math.max(monotonic - this.confirmed.monotonic, clock - this.confirmed.clock)',
    wrong: 'Math.min(monotonic - this.confirmed.monotonic, clock - this.confirmed.clock)',
    test: 'test/application/work/lease-keeper.test.ts',
  },
  {
    room: 'src/client',
    file: 'src/client/retries.ts',
    text: "headers.has('Idempotency-Key') ||",
    wrong: "!headers.has('Idempotency-Key') ||",
    test: 'test/client/retries.test.ts',
  },
  {
    room: 'src/commands',
    file: 'src/commands/certify/invoice-number.ts',
    text: '(-[A-Z0-9-]+)?$/',
    wrong: '(-[A-Z0-9-]+)$/',
    test: 'test/commands/certify/invoice-number.test.ts',
  },
  {
    room: 'src/console',
    file: 'src/console/app/format.ts',
    text: "at.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);",
    wrong: "at.getFullYear() !== now.getFullYear() ? {} : ({ year: 'numeric' } as const);",
    test: 'test/console/format.test.ts',
  },
  {
    room: 'src/domain',
    file: 'src/domain/lifecycle/deadlines.ts',
    text: 'if (!isWeekend(day) && !isHoliday(',
    wrong: 'if (!isWeekend(day) || !isHoliday(',
    test: 'test/domain/lifecycle/deadlines.test.ts',
  },
  {
    room: 'src/ports',
    file: 'src/ports/feeds.ts',
    text: "credentialId ?? 'built-in'",
    wrong: "credentialId === null ? 'built-in' : 'own'",
    test: 'test/application/messages/about-invoice.test.ts',
  },
  {
    room: 'src/processes',
    file: 'src/processes/run-regularly.ts',
    text: 'running ??= run()',
    wrong: 'running = run()',
    test: 'test/processes/run-regularly.test.ts',
  },
  {
    room: 'src/sandbox',
    file: 'src/sandbox/endings.ts',
    text: 'other.length - one.length',
    wrong: 'one.length - other.length',
    test: 'test/sandbox/endings.test.ts',
  },
  {
    room: 'validators/engine',
    file: 'validators/engine/runtime/dates.ts',
    text: 'year % 100 !== 0 || year % 400 === 0',
    wrong: 'year % 100 !== 0 || year % 400 !== 0',
    test: 'test/validators/engine/runtime/casts.test.ts',
  },
  {
    room: 'validators/ksef-file',
    file: 'validators/ksef-file/content.ts',
    text: 'day > check.today',
    wrong: 'day >= check.today',
    test: 'test/expected/expected-documents.test.ts',
  },
  {
    room: 'validators/layers',
    file: 'validators/layers/pack-in-force.ts',
    text: 'hasStarted(pack, issueDate) && (pack.validUntil ?? FOREVER) >= issueDate',
    wrong: 'hasStarted(pack, issueDate) && (pack.validUntil ?? FOREVER) > issueDate',
    test: 'test/domain/checks/layers/pack-in-force.test.ts',
  },
  {
    room: 'validators/library',
    file: 'validators/library/invoice-rules.ts',
    text: 'opened.checkPdf !== undefined',
    wrong: 'opened.checkPdf === undefined',
    test: 'test/validators/library/check.test.ts',
  },
  {
    room: 'validators/packs',
    file: 'validators/packs/pack-checksum.ts',
    text: '(one < other ? -1 : 1)',
    wrong: '(one < other ? 1 : 0)',
    test: 'test/validators/packs/pack-checksum.test.ts',
  },
  {
    room: 'validators/pdf',
    file: 'validators/pdf/rules/arithmetic.ts',
    text: 'isCharge ? amount : amount.negated()',
    wrong: 'isCharge ? amount.negated() : amount',
    test: 'test/validators/pdf/facturx-rules.test.ts',
  },
  {
    room: 'validators/pool',
    file: 'validators/pool/plan-layers.ts',
    text: 'document.on ?? document.issueDate',
    wrong: 'document.issueDate ?? document.on ?? null',
    test: 'test/adapters/piscina/plan.test.ts',
  },
  {
    room: 'validators/report',
    file: 'validators/report/kosit-report.ts',
    text: 'adjusted.get(message.code) ?? message.level',
    wrong: 'message.level ?? adjusted.get(message.code)',
    test: 'test/validators/report/kosit-report.test.ts',
  },
  {
    room: 'validators/schema',
    file: 'validators/schema/text/calendar.ts',
    text: '(hours === MAX_ZONE_HOURS && minutes === 0)',
    wrong: '(hours === MAX_ZONE_HOURS && minutes !== 0)',
    test: 'test/validators/schema/own-schema.test.ts',
  },
  {
    room: 'validators/vocabulary',
    file: 'validators/vocabulary/read-date.ts',
    text: "'(?<month>\\\\d\\\\d)'",
    wrong: "'(?<month>\\\\d)'",
    test: 'test/domain/documents/read-document.test.ts',
  },
  {
    room: 'validators/words',
    file: 'validators/words/message-catalogue.ts',
    text: 'all ? this.conjunctions : this.disjunctions',
    wrong: 'all ? this.disjunctions : this.conjunctions',
    test: 'test/words/catalogue.test.ts',
  },
  {
    room: 'validators/xml',
    file: 'validators/xml/xml-tree.ts',
    text: '(last[child] ?? child) + 1',
    wrong: 'child + 1',
    test: 'test/domain/documents/read-document.test.ts',
  },
  {
    room: 'validators/xsd',
    file: 'validators/xsd/joined-text.ts',
    text: 'lines += markup',
    wrong: 'lines = markup',
    test: 'test/validators/xsd/joined-text.test.ts',
  },
];
