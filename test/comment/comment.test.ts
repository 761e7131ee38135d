import { describe, expect, test } from 'vitest';
import { answer, type Interfere, startGitHub, type Written } from './github.ts';
import { withoutProxy } from './no-proxy.ts';
import { comment, marker } from './support.ts';

withoutProxy();

/** A host whose GraphQL says this. */
const graphQl =
  (status: number, body: object): Interfere =>
  ({ path }, response) =>
    path.endsWith('/graphql') && answer(response, status, body);

const bot = 'github-actions[bot]';
const plan = `${marker}\nThe plan\n`;
const mine = (id: number, body = 'An older plan'): Written => ({ id, login: bot, body: `${marker}\n${body}` });
const talk = (n: number): Written[] =>
  Array.from({ length: n }, (_, index) => ({ id: index + 1, login: 'jane-doe', body: `Comment ${index}` }));

describe('the comment (design §9)', () => {
  test('is created when there is none, and asks for no account', async () => {
    await using github = await startGitHub(talk(2));
    const { result, lines } = await comment(github);
    expect(result).toEqual({ outcome: 'created', url: expect.stringContaining('#issuecomment-101') });
    expect(github.comments.at(-1)).toEqual({ id: 101, login: bot, body: plan });
    expect(github.calls[0]).toMatchObject({ method: 'GET', authorization: 'token job-token' });
    expect(github.writes()).toEqual(['POST /repos/octo/orders/issues/7/comments']);
    expect(lines).toEqual([expect.stringContaining('the comment with the plan is created: https://github.example/')]);
  });

  test('is updated when the plan has changed, also on the third page', async () => {
    await using github = await startGitHub([...talk(250), mine(300)]);
    expect((await comment(github)).result).toMatchObject({ outcome: 'updated' });
    expect(github.comments.filter(({ login }) => login === bot)).toEqual([{ id: 300, login: bot, body: plan }]);
    expect(github.writes()).toEqual(['PATCH /repos/octo/orders/issues/comments/300']);
  });

  test('is left as it is when the plan has not changed; line ends and blanks at the end are no change', async () => {
    await using github = await startGitHub([mine(5, 'The plan')]);
    const stored = github.comments[0];
    if (stored) stored.body = stored.body.replaceAll('\n', '\r\n');
    expect((await comment(github)).result).toMatchObject({ outcome: 'unchanged' });
    expect(github.writes()).toEqual([]);
  });

  test('belongs to one workflow and mapping: another marker is another comment', async () => {
    await using github = await startGitHub([mine(5)]);
    const other = '<!-- file-checkouts plan fedcba9876543210 -->';
    expect((await comment(github, { marker: other })).result).toMatchObject({ outcome: 'created' });
    expect(github.comments[0]).toEqual(mine(5));
  });

  test('on an Enterprise Server goes below /api/v3, and asks for the account at /api/graphql', async () => {
    await using github = await startGitHub([mine(5)], { base: '/api/v3' });
    expect((await comment(github, { apiUrl: `${github.apiUrl}/` })).result).toMatchObject({ outcome: 'updated' });
    expect(github.calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v3/repos/octo/orders/issues/7/comments?per_page=100&page=1',
      'POST /api/graphql',
      'PATCH /api/v3/repos/octo/orders/issues/comments/5',
    ]);
  });

  test('of a person with a token of their own is theirs to update', async () => {
    await using github = await startGitHub([mine(5), { id: 6, login: 'jane-doe', body: `${marker}\nOld` }]);
    await comment(github, { token: 'jane-token' });
    expect(github.comments).toEqual([mine(5), { id: 6, login: 'jane-doe', body: plan }]);
  });
});

describe('whose comment it is', () => {
  test("another account's comment with our marker is neither overwritten nor taken for ours", async () => {
    const pasted = { id: 5, login: 'mallory', body: `${marker}\nNothing to see here` };
    await using github = await startGitHub([{ ...pasted }]);
    expect((await comment(github)).result).toMatchObject({ outcome: 'created' });
    await comment(github, { body: 'A newer plan\n' });
    expect(github.comments).toEqual([pasted, { id: 101, login: bot, body: `${marker}\nA newer plan\n` }]);
  });

  test('a comment of our account that only quotes the marker is not ours', async () => {
    const quoting = { id: 5, login: bot, body: `Title of this pull request:\n${marker}` };
    await using github = await startGitHub([{ ...quoting }]);
    expect((await comment(github)).result).toMatchObject({ outcome: 'created' });
    expect(github.comments[0]).toEqual(quoting);
  });

  test('when the host does not say whose token it is, nothing is written: no doubt, no second comment', async () => {
    const interfere = graphQl(200, { data: null, errors: [{ message: 'no viewer' }] });
    await using github = await startGitHub([mine(5)], { interfere });
    const { result, pauses } = await comment(github);
    expect(result).toMatchObject({ outcome: 'failed', why: expect.stringContaining('whose token it is') });
    expect(github.writes()).toEqual([]);
    expect(pauses).toEqual([]);
  });
});

test("where there is no GraphQL the job token's own comment is updated, and nobody else's", async () => {
  const theirs = { id: 4, login: 'mallory', body: `${marker}\nOld` };
  const interfere = graphQl(404, { message: 'Not Found' });
  await using github = await startGitHub([{ ...theirs }, mine(5)], { interfere });
  expect((await comment(github)).result).toMatchObject({ outcome: 'updated' });
  expect(github.comments).toEqual([theirs, { id: 5, login: bot, body: plan }]);
});

describe('two runs at once', () => {
  test('two comments by us: the first holds the plan, the other says where it is, and stays so', async () => {
    await using github = await startGitHub([mine(5), mine(6)]);
    expect((await comment(github)).result).toMatchObject({ outcome: 'updated' });
    const pointer = expect.stringMatching(/kept up to date in \[an earlier comment\]\(https:\S+#issuecomment-5\)/);
    expect(github.comments).toEqual([
      { id: 5, login: bot, body: plan },
      { id: 6, login: bot, body: pointer },
    ]);
    expect(github.writes()).toHaveLength(2);
    expect((await comment(github)).result).toMatchObject({ outcome: 'unchanged' });
    expect(github.writes()).toHaveLength(2);
  });

  test('of two that both created one, each finds the other and agrees on the older', async () => {
    await using github = await startGitHub([], {
      interfere: ({ method }, _response, n) => {
        // The other run's comment comes between our look and our own.
        if (method === 'POST' && n === 2) github.comments.push(mine(50, 'The other run'));
        return false;
      },
    });
    const { result } = await comment(github);
    expect(result).toEqual({ outcome: 'created', url: expect.stringContaining('#issuecomment-50') });
    expect(github.comments.map(({ id, body }) => [id, body.split('\n')[1]])).toEqual([
      [50, 'The plan'],
      [101, expect.stringContaining('an earlier comment')],
    ]);
  });
});

test('a body over the limit of the host is shortened to what the host takes', async () => {
  await using github = await startGitHub();
  const body = Array.from({ length: 9000 }, (_, n) => `| row ${n} 😀 |`).join('\n');
  expect((await comment(github, { body })).result).toMatchObject({ outcome: 'created' });
  const stored = github.comments[0]?.body ?? '';
  expect(stored.length).toBeGreaterThan(65_000);
  expect(stored.startsWith(`${marker}\n| row 0 😀 |\n`)).toBe(true);
  expect(stored).toMatch(/\| row \d+ 😀 \|\n\n\*Shortened: \d+ more lines are in the job summary of the run\.\*\n$/);
  await comment(github, { body });
  expect(github.writes()).toHaveLength(1);
});
