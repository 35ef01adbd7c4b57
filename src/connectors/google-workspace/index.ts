import type { Connector, ProbeContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import { checks } from "./checks/index.ts";
import { manifest } from "./manifest.ts";
import { steps } from "./steps/index.ts";

/** The customer, by its immutable id. What was granted is in the answer to the token, which only the server sees. */
async function probe({ http }: ProbeContext) {
  const answer = await http.send({ endpoint: "admin", path: "/admin/directory/v1/customers/my_customer" });
  const customer = fieldsOf(answer.json());
  const id = textOf(customer["id"]);
  if (!id) throw new RequestFailed("malformed", "no id at /customers/my_customer", answer.status);
  return { id, label: textOf(customer["customerDomain"]) || id, granted: undefined, facts: {} };
}

export const googleWorkspace: Connector = { manifest, probe, steps, checks };
