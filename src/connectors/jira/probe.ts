import type { Account, ProbeContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fieldsOf, textOf, textsOf } from "../json-fields.ts";
import { listAt } from "../paging.ts";
import { isGateway, needed } from "./request.ts";

/** The site, by its cloud id, and the scopes that were consented to. A token's rights Jira does not tell. */
export async function probe(context: ProbeContext): Promise<Account> {
  return isGateway(context) ? overGateway(context) : onSite(context);
}

async function overGateway({ http, typed }: ProbeContext): Promise<Account> {
  const answer = await http.send({ endpoint: "api", path: "/oauth/token/accessible-resources" });
  const resources = listAt(answer).map(fieldsOf);
  // A person may have consented for several sites; the one that was typed is meant.
  const mine = resources.filter((resource) => textOf(resource["url"]) === `https://${typed["site"]}`);
  const [site] = mine;
  if (!site) throw new RequestFailed("denied", `the consent does not cover ${typed["site"]}`);
  const granted = new Set(mine.flatMap((item) => textsOf(item["scopes"])));
  return { id: needed(site, "id", "site"), label: typed["site"]!, granted: [...granted].toSorted(), facts: {} };
}

async function onSite({ http, typed }: ProbeContext): Promise<Account> {
  // Without credentials that are taken this answers 401; everything else would answer strangers as well.
  await http.send({ endpoint: "site", path: "/rest/api/3/myself" });
  const answer = await http.send({ endpoint: "site", path: "/_edge/tenant_info" });
  return {
    id: needed(fieldsOf(answer.json()), "cloudId", "site"),
    label: typed["site"]!,
    granted: undefined,
    facts: {},
  };
}
