/** Types for env-ci, which has none. */
declare module 'env-ci' {
  const envCi: (options: { env: Record<string, string | undefined>; cwd: string }) => Record<string, never>;
  export default envCi;
}
