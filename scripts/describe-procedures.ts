import type { Plugin } from "vite";
import { procedures } from "#contract/index.ts";

/** Each endpoint as "METHOD /path", by noun and verb. */
export function describedProcedures(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    Object.entries(procedures).map(([noun, verbs]) => [
      noun,
      Object.fromEntries(
        Object.entries(verbs).map(([verb, procedure]) => {
          const { method, path } = procedure["~orpc"].route;
          return [verb, `${method} ${path}`];
        }),
      ),
    ]),
  );
}

/** Methods and paths of the API, for the client: with schemas and sentences of every endpoint each page would need 50 kB more. */
export const describeProcedures: Plugin = {
  name: "procedures",
  resolveId: (id) => (id === "virtual:procedures" ? `\0${id}` : undefined),
  load: (id) =>
    id === "\0virtual:procedures"
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(describedProcedures()))})`
      : undefined,
};
