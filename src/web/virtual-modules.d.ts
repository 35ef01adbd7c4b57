// Made by vite.config.ts when pages are built.
declare module "virtual:procedures" {
  const procedures: unknown;
  export default procedures;
}
