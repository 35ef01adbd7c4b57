import type * as z from "zod";
import { connectionFailures } from "#contract/connection-failures.ts";
import type { contract } from "#contract/index.ts";

/** A provider as this installation offers it, with the accounts that are connected. */
export type Offer = z.output<typeof contract.connections.list.output>[number];
export type Connection = Offer["connections"][number];
export type LinkMethod = Offer["methods"][number];
export type ConnectionDetails = z.output<typeof contract.connections.get.output>;
export type ConnectionCheck = ConnectionDetails["checks"][number];
export type Outcome = ConnectionCheck["outcome"];
export type OpenResource = ConnectionCheck["open"][number];
export type Run = z.output<typeof contract.connections.runs.output>["runs"][number];
export type StepReport = z.output<typeof contract.connections.run.output>["steps"][number];
export type ResourceChange = z.output<typeof contract.connections.changes.output>["changes"][number];

const stateWords: Readonly<Record<Connection["state"], string>> = {
  linking: "Connecting",
  confirming: "Connecting",
  connected: "Connected",
  paused: "Paused",
  "needs attention": "Needs attention",
  disconnected: "Not Connected",
};

/** Whether an account waits for an owner or admin, because the person who connected it manages the company no longer. */
export function needsConfirmation({ state, attention }: Pick<Connection, "state" | "attention">): boolean {
  return state === "needs attention" && attention === connectionFailures["connection-needs-confirmation"].message;
}

/** The state in words; of a provider without an account, too. */
export function stateWord(connection: Connection | undefined): string {
  return connection ? stateWords[connection.state] : "Not Connected";
}

const inOrderOfUrgency: readonly Connection["state"][] = [
  "needs attention",
  "confirming",
  "linking",
  "paused",
  "connected",
];

/** Accounts that are connected or about to be, the one that somebody must look after first. */
export function accountsOf(offer: Offer): readonly Connection[] {
  return offer.connections
    .filter(({ state }) => state !== "disconnected")
    .toSorted((a, b) => inOrderOfUrgency.indexOf(a.state) - inOrderOfUrgency.indexOf(b.state));
}

/** What people call the account: the vendor's name of it, or what we do about it until it is known. */
export function accountName({ accountLabel, accountId, state }: Connection): string {
  return accountLabel || accountId || (state === "linking" ? "Finding the account" : "Unnamed account");
}

/** `1 check`, `1,204 items`. */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en-US")} ${noun}${number === 1 ? "" : "s"}`;
}

/**
 * Whether what the server says of a connection changes by itself within seconds: it is being linked, collected, or about to be collected
 * for the first time. A page that asks in the moment between two of these must go on asking.
 */
export function isChanging(
  connection: Pick<Connection, "state" | "attention" | "running" | "lastCollectedAt" | "hours">,
): boolean {
  const { state, attention, running, lastCollectedAt, hours } = connection;
  if (running !== null) return true;
  if (attention) return false;
  const isBeforeFirst =
    state === "connected" &&
    lastCollectedAt === null &&
    hours.every((hour) => hour.state === "none" || hour.state === "open");
  return state === "linking" || isBeforeFirst;
}
