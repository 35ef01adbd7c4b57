import type { Step } from "../../connector.ts";
import { item } from "../../observe.ts";
import { askJson, askXml } from "../call.ts";
import type { Data } from "../kinds.ts";
import { homeRegion } from "../partitions.ts";
import { flag, listAt, textAt, wholeNumber, within } from "../xml.ts";

const account = (id: string) => ({ type: "account", id, label: id });

export const accountSummary: Step = {
  id: "account-summary",
  title: "Root user",
  kinds: ["aws.account_summary"],
  scopes: ["iam:GetAccountSummary"],
  async *collect(context) {
    const answer = (await askXml(context.http, "GetAccountSummary", { region: homeRegion(context.typed) }))!;
    const entries = listAt(answer.value, "GetAccountSummary", "GetAccountSummaryResult", "SummaryMap");
    const map = new Map(entries.map((entry) => [textAt(entry, "key"), textAt(entry, "value")]));
    const mfa = wholeNumber(map.get("AccountMFAEnabled"));
    const data: Data<"aws.account_summary"> = {
      rootMfa: mfa === null ? null : mfa === 1,
      rootKeys: wholeNumber(map.get("AccountAccessKeysPresent")),
      users: wholeNumber(map.get("Users")),
    };
    yield item("aws.account_summary", account(context.account.id), data, answer);
  },
};

export const passwordPolicy: Step = {
  id: "password-policy",
  title: "Password policy",
  kinds: ["aws.password_policy"],
  scopes: ["iam:GetAccountPasswordPolicy"],
  async *collect(context) {
    const region = homeRegion(context.typed);
    const answer = await askXml(context.http, "GetAccountPasswordPolicy", { region, absent: ["NoSuchEntity"] });
    const policy = within(answer?.value, "GetAccountPasswordPolicyResult", "PasswordPolicy");
    const data: Data<"aws.password_policy"> = {
      exists: answer !== undefined,
      minimumLength: wholeNumber(textAt(policy, "MinimumPasswordLength")),
      symbols: flag(textAt(policy, "RequireSymbols")),
      numbers: flag(textAt(policy, "RequireNumbers")),
      upperCase: flag(textAt(policy, "RequireUppercaseCharacters")),
      lowerCase: flag(textAt(policy, "RequireLowercaseCharacters")),
      remembered: wholeNumber(textAt(policy, "PasswordReusePrevention")),
    };
    const at = answer ?? { at: context.now().toISOString() };
    yield item("aws.password_policy", account(context.account.id), data, at);
  },
};

export const securityContact: Step = {
  id: "security-contact",
  title: "Security contact",
  kinds: ["aws.security_contact"],
  scopes: ["account:GetAlternateContact"],
  async *collect(context) {
    // Who it is, and how to reach them, is not kept.
    const answer = await askJson(context.http, "GetAlternateContact", {
      region: homeRegion(context.typed),
      with: { AlternateContactType: "SECURITY" },
      absent: ["ResourceNotFoundException"],
    });
    const contact = answer?.value["AlternateContact"];
    const present = typeof contact === "object" && contact !== null;
    const at = answer ?? { at: context.now().toISOString() };
    yield item("aws.security_contact", account(context.account.id), { present }, at);
  },
};
