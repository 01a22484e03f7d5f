import './lasting-loggers.ts';
import { Job } from 'agenda';

/**
 * Agenda locks jobs before it runs them. One whose lock ended meanwhile, because the machine stood still, its clock was set forward or the
 * store was slow, Agenda drops and goes on counting: a lane would lose its slots for as long as the process lives. Here such a job runs
 * under a new lock. Another process may have run it, or may run it now, as any task may run twice.
 */
Job.prototype.isExpired = async function (this: Job): Promise<boolean> {
  if (this.attrs.lockedAt) this.attrs.lockedAt = new Date();
  return false;
};
