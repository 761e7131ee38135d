import { describe, expect, test } from 'vitest';
import { parseSql } from '../../src/uses/sql.ts';
import { briefly, byLine } from './brief.ts';

describe('SQL', () => {
  test.each([
    ['create view v as select * from cust', ['CUST']],
    ["insert into t values(case when 1 = 1 then 2 end, 'begin'); create view v as select * from cust", ['CUST']],
    ['create procedure p() begin if 1 = 1 then begin end; end if; end; create index i on cust (no)', ['CUST']],
    ['CREATE OR REPLACE VIEW L.V (A, B) AS SELECT A FROM L.CUST, L/ORDERS AS O, ART;', ['CUST', 'ORDERS', 'ART']],
    ['create view v as select * from "Cust" c, "LIB"."Orders"', ['CUST', 'ORDERS']],
    ['create view v as select a, b from cust c left outer join orders o on c.i = o.i, art', ['CUST', 'ORDERS', 'ART']],
    ['create view v as select a from (select b from cust) x, orders', ['CUST', 'ORDERS']],
    ['create view v as (select a from cust where id in (select id from orders) order by a, b)', ['CUST', 'ORDERS']],
    ['create view v as select a from (cust join orders on 1 = 1)', ['CUST', 'ORDERS']],
    ['create view v as select a from cust union all select b, c from orders', ['CUST', 'ORDERS']],
    ['create view v as select (select max(n) from orders o where o.id = c.id) from cust c', ['ORDERS', 'CUST']],
    ['create view v as select a from lateral (select b from cust) x', ['CUST']],
    ['create view v as select a from table(f(1, 2)) x, cust', ['CUST']],
    ["create view v as select trim(both ' ' from name), extract(year from d) from cust", ['CUST']],
    ['create view v as select a from cust c where c.x is not distinct from c.y and c.z is distinct from c.y', ['CUST']],
    [
      'create view v as with x as (select a from cust), y (b) as (select b from x, orders) select * from x, y',
      ['CUST', 'ORDERS'],
    ],
    ['create view cust as (select a from data.cust)', ['CUST']],
    ["create view v as select 'from orders' from cust -- , art\n /* join art */", ['CUST']],
    [
      'create view v as select case when a = 1 then 2 end from cust; create view w as select * from art',
      ['CUST', 'ART'],
    ],
    ['create unique index i on mylib.cust (a, b desc)', ['CUST']],
    ['CREATE ENCODED VECTOR INDEX I ON CUST (A)', ['CUST']],
    ['create or replace alias a for mylib.cust', ['CUST']],
    ['create alias a for mylib/cust(member)', ['CUST']],
    ['create table t as (select a from cust) with data', ['CUST']],
    ['create table t like mylib.cust', ['CUST']],
    ['create table t (like cust including defaults, b int)', ['CUST']],
    ['create table t (a char(9) check (a like b), foreign key (a) references cust)', []],
    ['create table t (a int); create index i on t (a); create view v as select * from t, cust', ['CUST']],
    ['select * from cust; insert into t select * from cust; delete from cust;', []],
    ["label on table cust is 'x'; grant select on cust to public; comment on column cust (a is 'b');", []],
    ['create procedure p () begin create table x as (select * from cust) with data; end', []],
    [
      'create or replace function f () returns int begin if 1 = 1 then return 1; end if; return (select a from cust); end; create view v as select a from art',
      ['ART'],
    ],
    [
      'create trigger t after insert on cust for each row begin case when 1 = 1 then set a = 2; end case; insert into orders values(1); end; create view v as select a from art',
      ['ART'],
    ],
    ['-- create view v as select * from cust\n/* create index i on cust (a) */', []],
  ])('%s', (text, tables) => {
    for (const path of ['a.sql', 'A.VIEW', 'a.table', 'a.index', 'a.alias']) {
      const expected = tables.map((table) => `file ${table}`);
      expect(briefly(path, text)).toEqual(expected);
      expect(briefly(path, text.toUpperCase().replaceAll('\n', '\r\n'))).toEqual(expected);
      if (!text.includes('--')) expect(briefly(path, text.replaceAll(' ', '\n'))).toEqual(expected);
    }
  });

  test('lines', () => {
    const text = '-- \u00e9\ncreate view v as\nselect *\nfrom cust,\n/* x\n */ orders';
    expect(byLine('v.view', text)).toEqual(['4 file CUST', '6 file ORDERS']);
  });
});

test('a view over more tables than a call takes arguments', () => {
  const tables = Array.from({ length: 150_000 }, (_, n) => `T${n}`).join(', ');
  expect(parseSql(`create view V as select * from ${tables}`).uses).toHaveLength(150_000);
});
