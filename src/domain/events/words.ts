import { sayAmount } from "../limit-words.ts";
import { limits } from "../limits.ts";
import type { LimitKey } from "../limits.ts";
import type { Act } from "./event.ts";

// What sentences about events are put together from; each answers also where an older entry lacks a detail.

export const text = (value: unknown, otherwise: string) =>
  typeof value === "string" && value !== "" ? value : otherwise;
export const named = (value: unknown, otherwise: string) =>
  typeof value === "string" && value !== "" ? `“${value}”` : otherwise;
export const somebody = ({ subject, details, nameOf }: Act) =>
  text(details["name"], nameOf(subject) ?? text(details["email"], "a former member"));
export const aRole = (value: unknown) => (typeof value === "string" ? ` as ${value}` : "");
/** The provider with the account: "GitHub (hollis-marsh)"; without it before the vendor has told. */
export const aConnection = ({ subject, details, nameOf, providerName }: Act) => {
  const key = details["provider"];
  const provider = (typeof key === "string" ? providerName(key) : undefined) ?? text(key, "an account");
  const account = text(details["account"], nameOf(subject) ?? "");
  return account === "" ? provider : `${provider} (${account})`;
};
/** Where what was collected stands, or which item still says the same. */
export const onFile = ({ details }: Act) =>
  typeof details["exhibit"] === "string"
    ? `, ${details["unchanged"] === true ? "the same as in" : "on file as"} ${details["exhibit"]}`
    : "";
export const anAddress = ({ details }: Act) => text(details["email"], "somebody");
export const aControl = ({ subject, details }: Act) =>
  typeof details["control"] === "string" ? `${subject}, ${details["control"]},` : subject;
export const aReason = ({ details }: Act) =>
  typeof details["reason"] === "string" ? `: ${details["reason"].replace(/\.$/, "")}` : "";
/** What an auditor saw, in a person's words; an endpoint without any stands as it is called. */
export function whatWasSeen(details: Act["details"]): string {
  const endpoint = text(details["endpoint"], "something");
  const thing =
    details["exhibit"] ?? details["control"] ?? (details["project"] ? named(details["project"], "") : undefined);
  if (details["register"]) return aSealedRegister(details);
  if (typeof thing === "string") return `${endpoint.endsWith("download") ? "the file of " : ""}${thing}`;
  return seen[endpoint] ?? endpoint;
}
/** "Vendors in EX-000012". */
export const aSealedRegister = (details: Act["details"]) =>
  `${text(details["register"], "a register")} in ${text(details["exhibit"], "an exhibit")}`;
const seen: Readonly<Record<string, string>> = {
  "projects.list": "the projects",
  "controls.list": "the controls",
  "documents.list": "the expected documents",
  "systems.list": "the list of systems",
  "manualTests.list": "people's tests of a control",
  "acceptedFailures.list": "the failures that were accepted",
  "evidence.list": "the list of evidence",
  "evidence.get": "an item that is not theirs to see",
  "evidence.download": "a file that is not theirs to see",
  "projects.get": "a project that is not theirs to see",
  "audit.scope": "what they may audit",
  "audit.requests": "the requests",
  "audit.comments": "the comments",
  "audit.samples": "the samples",
  "audit.getSample": "a sample",
  "audit.registers": "the list of registers",
  "audit.records": "a register that is not theirs to see",
  "ledger.checkpoint": "the ledger's newest checkpoint",
};

/** "45 of 50 exports a day", by the table of limits. */
export const aLimit = ({ subject, details }: Act) => {
  const limit = Object.hasOwn(limits, subject) ? limits[subject as LimitKey] : undefined;
  const { used, most } = details;
  if (!limit || typeof used !== "number" || typeof most !== "number") return "something that a plan limits";
  const each = { "at once": "", "each hour": " an hour", "each day": " a day" }[limit.holds];
  return `${sayAmount(used, limit.unit)} of ${sayAmount(most, limit.unit)} ${limit.words}${each}`;
};
/** What was issued, as the entries name it: its kind and its label. */
export const listed = (items: unknown) => (Array.isArray(items) && items.length > 0 ? `: ${items.join(", ")}` : "");
export const keptOf = ({ details }: Act) =>
  listed(details["kept"]) ? `, and kept what they had issued${listed(details["kept"])}` : "";

export const aPipeline = (details: Act["details"]) =>
  `${text(details["repository"], "of a repository")}, branch ${text(details["branch"], "unknown")}`;
export const aWebhook = ({ details }: Act) => text(details["url"], text(details["host"], "an address"));
