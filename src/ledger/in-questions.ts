/** Contents of so many bytes together are one question to Git; a longer one is a question of its own. */
export const mostInQuestion = 256 * 1024;

/** Divides contents, in their order, into what is asked for at once. */
export function inQuestions<T>(items: readonly T[], sizeOf: (item: T, n: number) => number): T[][] {
  const questions: T[][] = [];
  let left = 0;
  for (const [n, item] of items.entries()) {
    const size = sizeOf(item, n);
    const last = questions.at(-1);
    if (last === undefined || size > left) questions.push([item]);
    else last.push(item);
    left = (last === undefined || size > left ? mostInQuestion : left) - size;
  }
  return questions;
}
