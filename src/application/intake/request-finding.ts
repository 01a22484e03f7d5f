export { badRequest, requestFinding } from '../refusals/request-finding.ts';
