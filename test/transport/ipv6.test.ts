import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { type Arrived, clientOf, contentOf, created, scripted, stop } from '../client/support.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

test.skipIf(!hasIpv6)('an address of IPv6, in brackets, without --allow-http on this machine', async () => {
  const arrived: Arrived[] = [];
  const server = createServer(scripted([created], arrived));
  await new Promise<void>((resolve) => server.listen(0, '::1', resolve));
  const { port } = server.address() as AddressInfo;
  await using client = await clientOf(`http://[::1]:${port}/api`);
  const result = await client.create({ appl: 'ORD', lvl: 50, objn: 'A' }, contentOf('A.B', 'x'));
  expect(result).toMatchObject({ kind: 'done' });
  expect(arrived[0]).toMatchObject({ path: '/api/object-request', headers: { host: `[::1]:${port}` } });
  await stop(server);
});
