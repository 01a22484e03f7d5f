import { describesErpRefusals, WRONG } from '../../application/mapping/unmappable-exports.ts';

describe('what is wrong in an export, with every wrong value at every place', () => {
  describesErpRefusals(() => WRONG, { all: 100, ofValues: 30 });
});
