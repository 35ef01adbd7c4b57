import { expect } from "vitest";
import type { Connector } from "#connectors/connector.ts";
import type { Run } from "./collect.ts";
import { runOnce } from "./collect.ts";
import type { PeerAnswer, Sent } from "./plain-http.ts";
import { plainHttp } from "./plain-http.ts";
import { startPrism } from "./prism.ts";
import { complaintsOf } from "./vendor-schema.ts";

/** What a test makes of one answer, by its URL with the query; undefined stands for a refusal by 403. */
export type Change = readonly [url: RegExp, edit: (body: any) => any];

/** Check, outcome, and what is different from the vendor's own examples. */
export type Row = readonly [check: string, outcome: string, changes: readonly Change[]];

/** A connector on the vendor's own description, whose examples are asked for once and then kept. */
export interface Described {
  run(method: string, changes?: readonly Change[]): Promise<Run & { readonly sent: readonly Sent[] }>;
  close(): Promise<void>;
}

export interface DescribedOptions {
  /** The description's name. */
  readonly slice: string;
  /** Endpoints that it answers. */
  readonly endpoints: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly typed: Readonly<Record<string, string>>;
  /** What has to be different in every run. */
  readonly always: readonly Change[];
  readonly now: Date;
}

/** Starts Prism for it. Answers that a test changes must not break the vendor's description, or the test fails. */
export async function startDescribed(connector: Connector, options: DescribedOptions): Promise<Described> {
  const prism = await startPrism(options.slice);
  const complain = complaintsOf(options.slice);
  const kept = new Map<string, PeerAnswer>();
  const origins = Object.fromEntries(options.endpoints.map((name) => [name, prism.origin]));
  const edited = (changes: readonly Change[]) => (url: string, answer: PeerAnswer) => {
    const edits = changes.filter(([pattern]) => pattern.test(url));
    if (edits.length === 0 || answer.status >= 300) return answer;
    const body = edits.reduce<any>((before, [, edit]) => (before === undefined ? before : edit(before)), answer.body);
    if (body === undefined) return { ...answer, status: 403, body: { message: "Forbidden" } };
    const path = url.split("?")[0]!;
    // Some of the vendors' own examples break their descriptions. What a test changes must not break them further.
    const before = complain(path, answer.status, answer.body);
    expect(complain(path, answer.status, body).filter((item) => !before.includes(item))).toEqual([]);
    return { ...answer, body };
  };
  return {
    run: async (method, changes = []) => {
      const change = edited([...options.always, ...changes]);
      const { http, sent } = plainHttp({ origins, headers: options.headers, change, kept });
      return { ...(await runOnce(connector, { http, typed: options.typed, method, now: () => options.now })), sent };
    },
    close: () => prism.close(),
  };
}

/** Edits: some fields set, also of each row; fields left out; no rows; no answer. */
export const set = (more: object) => (body: any) => ({ ...body, ...more });
export const each = (more: object) => (body: any) => body.map((item: any) => ({ ...item, ...more }));
export const none = () => [];
export const denied = () => undefined;
export const without =
  (...names: string[]) =>
  (body: any) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)));
