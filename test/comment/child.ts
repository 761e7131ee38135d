/** Writes a comment in a process of its own, as proxy and library are chosen once in a process; prints what came. */
import { registerHooks } from 'node:module';

const loaded: string[] = [];
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@actions/github') loaded.push(specifier);
    return next(specifier, context);
  },
});

const { comment } = await import('./support.ts');
const before = [...loaded];
const { result } = await comment({ apiUrl: process.env.GITHUB_API_URL ?? '' });
console.log(JSON.stringify({ before, after: loaded, result }));
