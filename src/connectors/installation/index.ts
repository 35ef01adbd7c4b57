import * as z from "zod";
import type { Connector } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { steps } from "./steps.ts";

const account = z.object({ id: z.string().min(1), label: z.string().min(1) });

/** This installation itself: what its own database says of how it is run. Only who runs it connects it. */
export const installation: Connector = {
  manifest,
  probe: async ({ http }) => {
    const answer = await http.send({ endpoint: "own", path: "/account" });
    const read = account.safeParse(answer.json());
    if (!read.success) throw new RequestFailed("malformed", "no account at /account", answer.status);
    return { ...read.data, granted: undefined, facts: {} };
  },
  steps,
  checks,
};
