import { Problem } from '../../errors.ts';
import { readSite } from '../../service/load-site.ts';
import type { Site } from '../../service/site.ts';
import { authenticator } from '../../service/tokens.ts';
import { readNamed } from '../named-files.ts';
import type { Setting } from './pushes.ts';

/**
 * Reads a user's site file for a rehearsal, and chooses the user who files.
 * @param token that of one of its users; undefined: chooses the first one who may add requests and has a token in clear
 * @throws Problem('usage') with all findings about the file, or if nobody has the token, or can be chosen
 */
export function readOwnSite(file: string, token: string | undefined): Setting {
  const site = readSite(readNamed('site', file), file);
  const caller = token === undefined ? findFirstCaller(site, file) : findCallerByToken(site, token, file);
  const may = caller.mayAdd ? '' : ', who may not add requests';
  const about = [`filed as user ${caller.user} (${caller.how})${may}; what is not in ${file} is not known here`];
  return { site, token: caller.token, at: `at the site of ${file}`, about, advice: [] };
}

/** Returns the first user who may add requests and has a token in clear, with the token and why it is this one (`how`). @throws Problem('usage') without any */
function findFirstCaller({ users }: Site, file: string) {
  const found = users.find(({ token, addRequest }) => token !== undefined && addRequest === true);
  if (found?.token === undefined) {
    const message = `no user of ${file} has both \`addRequest: true\` and a \`token\` in clear`;
    throw new Problem('usage', message, 'Set FILE_CHECKOUTS_TOKEN to the token of one of its users.');
  }
  const how = `the first in ${file} with addRequest and a token; FILE_CHECKOUTS_TOKEN chooses another`;
  return { user: found.user, token: found.token, mayAdd: true, how };
}

/**
 * Returns the user of a token, in clear or as a digest in the site, whether that user may add requests (`mayAdd`), and why the user is
 * taken (`how`). @throws Problem('usage') if nobody has the token
 */
function findCallerByToken(site: Site, token: string, file: string) {
  const found = authenticator(site)(`Bearer ${token}`);
  if (found === null) {
    const remedy = `Set it to the token of one of them, or unset it: then the first user with a token in clear files.`;
    throw new Problem('usage', `the token in FILE_CHECKOUTS_TOKEN belongs to no user of ${file}`, remedy);
  }
  return { user: found.user, token, mayAdd: found.addRequest === true, how: 'whose token FILE_CHECKOUTS_TOKEN holds' };
}
