// Made by vite.config.ts when pages are built.
declare module "virtual:procedures" {
  /** Each endpoint as "METHOD /path", by noun and verb. */
  const procedures: Readonly<Record<string, Readonly<Record<string, string>>>>;
  export default procedures;
}
