import { describe, expect, test } from 'vitest';
import { buildHostedName, cutServiceUrl, toRecordKey } from '../../src/ledger/key.ts';
import { setsTarget } from '../../src/mapping/set.ts';
import { resolveMappingName } from '../../src/mapping/source.ts';
import { withDefaults } from '../../src/options.ts';

describe('the names under which the ledger keeps a record', () => {
  test.each([
    ['https://HOST.example/api/', 'https://host.example/api'],
    ['https://host.example:443/api', 'https://host.example/api'],
    [' http://host.example:8080// ', 'http://host.example:8080'],
    ['https://host.example/API', 'https://host.example/API'],
    ['no address', 'no address'],
  ])('%s is the service %s', (url, name) => {
    expect(cutServiceUrl(url)).toBe(name);
  });

  test.each<[string | undefined, string, string | null, string]>([
    ['maps/x.yml', '/r', '/r/maps/x.yml', 'maps/x.yml'],
    ['./maps/../maps/x.yml', '/r', '/r/maps/x.yml', 'maps/x.yml'],
    ['x.yml', '/r/maps', '/r/maps/x.yml', 'maps/x.yml'],
    ['/r/maps/x.yml', '/elsewhere', '/r/maps/x.yml', 'maps/x.yml'],
    ['maps/x.yml', '/r', null, 'maps/x.yml'],
    ['origin/main:./maps/x.yml', '/r', null, 'maps/x.yml'],
    ['../shared/x.yml', '/r', '/shared/x.yml', '../shared/x.yml'],
    ['/etc/maps/./x.yml', '/r', '/etc/maps/x.yml', '/etc/maps/x.yml'],
    [undefined, '/r', null, '.file-checkouts.yml'],
    [undefined, '/r/sub', '/r/.file-checkouts.yml', '.file-checkouts.yml'],
    [undefined, '/r/sub', '/r/sub/.file-checkouts.yml', 'sub/.file-checkouts.yml'],
  ])('mapping %s from %s, found at %s, is %s', (named, cwd, found, name) => {
    expect(resolveMappingName(named, cwd, '/r', found)).toBe(name);
  });

  const page = 'https://github.com/Acme/Orders';
  test.each<[string | null, string | null, string | null, string]>([
    ['Acme/Orders', page, 'https://elsewhere/x', 'github.com/acme/orders'],
    [null, null, 'https://github.com/Acme/Orders.git', 'github.com/acme/orders'],
    [null, null, 'https://me@gitlab.example:8443/group/sub/orders/', 'gitlab.example:8443/group/sub/orders'],
    [null, null, 'ssh://git@github.com:22/acme/orders.git', 'github.com/acme/orders'],
    [null, null, 'git@github.com:Acme/orders.GIT', 'github.com/acme/orders'],
    ['acme/orders', null, 'github.com:/acme/orders', 'github.com/acme/orders'],
    ['acme/orders', null, null, 'acme/orders'],
    [null, page, '/srv/git/Orders.git/', '/srv/git/Orders.git'],
    [null, null, '/srv/git/orders', '/srv/git/orders'],
    [null, null, 'C:\\git\\Orders.git', 'C:\\git\\Orders.git'],
    [null, null, 'file:///srv/Orders.git', 'file:///srv/Orders.git'],
    [null, null, null, ''],
  ])('the repository that CI calls %s at %s, with the remote %s, is %s', (fullName, url, remote, name) => {
    expect(buildHostedName({ repository: { name: 'x', fullName, url, defaultBranch: null } }, remote)).toBe(name);
  });

  test('a target that is set by hand has a record of its own', () => {
    const of = { repository: 'acme/orders', repo: 'ORDERS', mapping: 'm.yml', branch: 'main' };
    const keyOf = (set?: string[]) => toRecordKey(withDefaults({ url: 'https://h', set }), of)?.mapping;
    expect(keyOf()).toBe('m.yml');
    expect(keyOf(['proj=*NONE'])).toBe('m.yml');
    expect(keyOf(['lvl=50', 'proj=*NONE', 'appl=ORD'])).toBe('m.yml appl=ORD lvl=50');
    expect(keyOf(['appl=ORD', 'lvl=50'])).toBe('m.yml appl=ORD lvl=50');
    expect([['objt=*PGM'], [' lvl =50'], ['appl=ORD']].map(setsTarget)).toEqual([false, true, true]);
    expect(keyOf(['lvl=10', ' lvl =50', 'objn=X'])).toBe('m.yml lvl=50 objn=X');
  });
});
