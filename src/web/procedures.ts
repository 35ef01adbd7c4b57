import described from "virtual:procedures";
import type { procedures as declared } from "#contract/index.ts";

const mapped = <From, To>(all: Readonly<Record<string, From>>, as: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, as(value)]));

/**
 * Every endpoint as a client needs it: its method and path. The schemas stay with the server, which checks what it is sent; a form
 * takes its own from the contract.
 */
export const procedures = mapped(described, (verbs) =>
  mapped(verbs, (route) => {
    const [method, path] = route.split(" ");
    return { "~orpc": { errorMap: {}, meta: {}, route: { method, path } } };
  }),
) as unknown as typeof declared;
