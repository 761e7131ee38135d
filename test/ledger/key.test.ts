import { describe, expect, test } from 'vitest';
import { withDefaults } from '../../src/defaults.ts';
import { ledgerKey, serviceAt } from '../../src/ledger/key.ts';
import { mappingName } from '../../src/mapping/mapping-name.ts';
import { setsTarget } from '../../src/mapping/set.ts';

describe('the names under which the ledger keeps a record', () => {
  test.each([
    ['https://HOST.example/api/', 'https://host.example/api'],
    ['https://host.example:443/api', 'https://host.example/api'],
    [' http://host.example:8080// ', 'http://host.example:8080'],
    ['https://host.example/API', 'https://host.example/API'],
    ['no address', 'no address'],
  ])('%s is the service %s', (url, name) => {
    expect(serviceAt(url)).toBe(name);
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
    expect(mappingName(named, cwd, '/r', found)).toBe(name);
  });

  test('a target that is set by hand has a record of its own', () => {
    const keyOf = (set?: string[]) =>
      ledgerKey(withDefaults({ url: 'https://h', set }), 'ORDERS', 'm.yml', 'main')?.mapping;
    expect(keyOf()).toBe('m.yml');
    expect(keyOf(['proj=*NONE'])).toBe('m.yml');
    expect(keyOf(['lvl=50', 'proj=*NONE', 'appl=ORD'])).toBe('m.yml appl=ORD lvl=50');
    expect(keyOf(['appl=ORD', 'lvl=50'])).toBe('m.yml appl=ORD lvl=50');
    expect([['objt=*PGM'], [' lvl =50'], ['appl=ORD']].map(setsTarget)).toEqual([false, true, true]);
    expect(keyOf(['lvl=10', ' lvl =50', 'objn=X'])).toBe('m.yml lvl=50 objn=X');
  });
});
