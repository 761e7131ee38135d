/** The package has no types of its own. */
declare module 'env-ci' {
  const envCi: (of: { env: Record<string, string | undefined>; cwd: string }) => Record<string, never>;
  export default envCi;
}
