import type { Account, ProbeContext } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { askXml } from "./call.ts";
import { accountNumber, homeRegion } from "./partitions.ts";
import { grantedTo } from "./rights.ts";
import { listAt, needed } from "./xml.ts";

/** The account that the credentials open, and what IAM says that they may do. */
export async function probe({ http, typed }: ProbeContext): Promise<Account> {
  const region = homeRegion(typed);
  const identity = (await askXml(http, "GetCallerIdentity", { region }))!;
  const result = ["GetCallerIdentityResult"];
  const id = needed(identity.value, "GetCallerIdentity", ...result, "Account");
  const arn = needed(identity.value, "GetCallerIdentity", ...result, "Arn");
  if (id !== accountNumber(typed))
    throw new RequestFailed("denied", `these credentials open account ${id} and not ${accountNumber(typed)}`);
  const granted = await grantedTo(http, arn, region);
  return { id, label: (await aliasOf({ http, typed })) ?? id, granted, facts: {} };
}

/** The name that the account gave itself, if it has one and we may see it. */
async function aliasOf({ http, typed }: Pick<ProbeContext, "http" | "typed">): Promise<string | undefined> {
  try {
    const answer = (await askXml(http, "ListAccountAliases", { region: homeRegion(typed) }))!;
    const aliases = listAt(answer.value, "ListAccountAliases", "ListAccountAliasesResult", "AccountAliases");
    return aliases[0]?.text || undefined;
  } catch (error) {
    if (error instanceof RequestFailed) return undefined;
    throw error;
  }
}
