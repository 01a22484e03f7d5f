// `npm run judges [-- NAME…]` installs the judges of test/judges.json that are missing, and names those that are missing still.
// With REQUIRE_JUDGES=1 it fails if these are too many.
import { JUDGES } from '../support/judges.ts';
import { installJudges } from './install.ts';
import { report } from './report.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !JUDGES.some((judge) => judge.name === name));
if (unknown.length > 0) {
  console.error(`test/judges.json names no judge ${unknown.join(', ')}`);
  process.exit(2);
}
const judges = names.length > 0 ? JUDGES.filter(({ name }) => names.includes(name)) : JUDGES;
const { lines, isEnough } = report(judges, await installJudges(judges));
console.log(lines.join('\n'));
process.exit(isEnough || process.env['REQUIRE_JUDGES'] !== '1' ? 0 : 1);
