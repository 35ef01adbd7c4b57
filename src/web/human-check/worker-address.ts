// oxlint-disable-next-line import/default -- The bundler makes it: the address of the worker it wrote.
import solver from "./solver.worker.ts?worker&url";

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

/** Where a browser knows Trusted Types, a worker's address must come from a policy; this one knows a single address. */
const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
const policy = policies?.createPolicy("exhibit-solver", { createScriptURL: () => solver });

/** The address of the worker that solves challenges, in the form the browser asks for. */
export const solverAddress: string = policy?.createScriptURL(solver) ?? solver;
