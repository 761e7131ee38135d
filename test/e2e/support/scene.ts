import { afterAll } from 'vitest';
import { demoSite } from '../../../src/service/demo.ts';
import { startService } from '../../../src/service/start.ts';
import { switches } from '../../service/switches.ts';
import { Runner } from './bundle.ts';
import { TestRepository } from './repository.ts';

/** A repository, the surroundings of a runner, and a service, for all tests of a file. */
export async function scene() {
  const repository = new TestRepository();
  const runner = new Runner();
  const service = await startService({ site: demoSite, db: ':memory:', port: 0, ...switches() });
  afterAll(async () => {
    await service.close();
    repository[Symbol.dispose]();
    runner[Symbol.dispose]();
  });
  return { repository, runner, service };
}
