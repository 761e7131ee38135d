/** The demo service as a process of its own: `node durability-child.ts DATABASE`. Says its address, and runs until it is killed. */
import { demoSite } from '../../src/service/demo.ts';
import { startService } from '../../src/service/start.ts';

const [, , db = ':memory:'] = process.argv;
const { url } = await startService({ site: demoSite, db, port: 0 });
console.log(url);
