import * as z from "zod";
import type { EvidenceItem, Step, StepContext } from "../../connector.ts";
import { parseAs } from "../../link-pages.ts";
import { item, unreadable } from "../../observe.ts";
import type { Factors } from "../kinds.ts";
import { ask } from "../request.ts";
import type { KnownUser } from "./known-users.ts";
import { after, isActive, knownUsers } from "./known-users.ts";

const answered = z.array(z.object({ factorType: z.string(), status: z.string() }));

/** Users between two checkpoints: each is a transaction, and what is asked again after an interruption is a request for each of these. */
const PER_CHECKPOINT = 25;

/** The types of factors that each active user has in use. */
export const factors: Step = {
  id: "factors",
  title: "Sign-in factors",
  kinds: ["okta.factors"],
  scopes: ["okta.users.read"],
  // A request for each user.
  everyHours: 6,
  async *collect(context) {
    const active = knownUsers(context.items).filter(isActive);
    for (const [index, user] of [...after(context.cursor, active)].entries()) {
      yield await describe(context, user);
      if (index % PER_CHECKPOINT === 0) yield { checkpoint: user.id };
    }
  },
};

async function describe({ http }: StepContext, user: KnownUser): Promise<EvidenceItem> {
  const subject = { type: "user", id: user.id, label: user.login };
  const path = `/api/v1/users/${user.id}/factors`;
  try {
    const answer = await http.send(ask(path));
    const inUse = parseAs(answered, answer.json(), path).filter((item) => item.status === "ACTIVE");
    const data: Factors = { login: user.login, types: [...new Set(inUse.map((item) => item.factorType))].toSorted() };
    return item("okta.factors", subject, data, answer);
  } catch (error) {
    return unreadable("okta.factors", subject, error, user.seenAt);
  }
}
