import { minifyContractRouter } from "@orpc/contract";
import type { Plugin } from "vite";
import { procedures } from "#contract/index.ts";

/** Methods and paths of the API, for the client: with the schemas of every endpoint each page would need 40 kB more. */
export const describeProcedures: Plugin = {
  name: "procedures",
  resolveId: (id) => (id === "virtual:procedures" ? `\0${id}` : undefined),
  load: (id) =>
    id === "\0virtual:procedures"
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(minifyContractRouter(procedures)))})`
      : undefined,
};
