/** What a site file must agree on within itself; the schema checks the shapes, this the names. Pure. */
import type { Mistake } from './checked-file.ts';
import type { Application, Site } from './site.ts';

/** All mistakes of a site whose shape is right: names used twice, names that nothing defines. */
export function siteMistakes(site: Site): Mistake[] {
  return [
    ...twice(site.users, ['users'], (user) => user.user, 'user'),
    ...twice(site.applications, ['applications'], (application) => application.appl, 'application'),
    ...twice(site.repositories ?? [], ['repositories'], (repository) => repository.repo, 'repository'),
    ...twice(site.projects ?? [], ['projects'], (project) => project.proj, 'project'),
    ...site.users.flatMap(tokenMistakes),
    ...site.applications.flatMap(applicationMistakes),
    ...repositoryMistakes(site),
    ...installedMistakes(site),
  ];
}

function tokenMistakes(user: Site['users'][number], index: number): Mistake[] {
  if (user.token === undefined || user.tokenSha256 === undefined) return [];
  return [{ path: ['users', index, 'tokenSha256'], text: 'a user has either token or tokenSha256' }];
}

function applicationMistakes(application: Application, index: number): Mistake[] {
  const path = ['applications', index];
  const levels = new Set(application.levels.map((level) => level.lvl));
  const unknown = application.levels.flatMap((level, at) =>
    level.follows === undefined || (levels.has(level.follows) && level.follows !== level.lvl)
      ? []
      : [{ path: [...path, 'levels', at, 'follows'], text: `level ${level.follows} is not another level of it` }],
  );
  return [
    ...twice(application.levels, [...path, 'levels'], (level) => String(level.lvl), 'level'),
    ...twice(application.attributes, [...path, 'attributes'], (attribute) => attribute.attr, 'attribute'),
    ...unknown,
  ];
}

function repositoryMistakes(site: Site): Mistake[] {
  const attributes = new Set(site.applications.flatMap((application) => application.attributes.map((a) => a.attr)));
  const projects = new Set((site.projects ?? []).map((project) => project.proj));
  return (site.repositories ?? []).flatMap((repository, index) => [
    ...(repository.attributes ?? []).flatMap((entry, at) =>
      attributes.has(entry.attr)
        ? []
        : [{ path: ['repositories', index, 'attributes', at, 'attr'], text: `attribute ${entry.attr} is not defined` }],
    ),
    ...(repository.branches ?? []).flatMap((link, at) =>
      projects.has(link.proj)
        ? []
        : [{ path: ['repositories', index, 'branches', at, 'proj'], text: `project ${link.proj} is not defined` }],
    ),
  ]);
}

function installedMistakes(site: Site): Mistake[] {
  const levels = new Set(
    site.applications.flatMap((application) => application.levels.map((level) => `${application.appl}/${level.lvl}`)),
  );
  return (site.installed ?? []).flatMap((object, index) => {
    const level = `${object.appl}/${object.lvl}`;
    return levels.has(level) ? [] : [{ path: ['installed', index, 'lvl'], text: `level ${level} is not defined` }];
  });
}

function twice<Item>(
  items: readonly Item[],
  path: readonly PropertyKey[],
  nameOf: (item: Item) => string,
  what: string,
): Mistake[] {
  const seen = new Set<string>();
  return items.flatMap((item, index) => {
    const name = nameOf(item);
    if (seen.has(name)) return [{ path: [...path, index], text: `${what} ${name} is there twice` }];
    seen.add(name);
    return [];
  });
}
