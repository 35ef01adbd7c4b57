import * as z from "zod";
import type { Connector } from "#connectors/connector.ts";
import type { LinkMethod } from "#connectors/link-method.ts";

/** A token that is typed, for tests of what does not depend on the vendor. */
export const tokenMethod: LinkMethod = {
  id: "token",
  kind: "token",
  title: "Enter a token",
  explanation: "Exhibit keeps the token sealed.",
  instructions: ["Make a token that may read {scopes}.", "Send people to {redirectUri}."],
  fields: [
    {
      name: "organization",
      label: "Organization",
      help: "Its name in the address bar.",
      placeholder: "acme",
      secret: false,
      pattern: /^[a-z0-9-]{1,39}$/,
      message: "Enter the name as it stands in the address bar.",
    },
    {
      name: "token",
      label: "Token",
      help: "From the settings of your account.",
      placeholder: "",
      secret: true,
      pattern: /^\S{8,200}$/,
      message: "Enter the whole token.",
    },
  ],
  settings: [],
};

/** A connector of two steps and two checks; what it is about is decided by the test that gives it a vendor. */
export function sampleConnector(changes: Partial<Connector["manifest"]> = {}): Connector {
  return {
    manifest: {
      id: "github",
      version: 1,
      methods: [tokenMethod],
      endpoints: { api: { origin: "https://api.vendor.example" } },
      scopes: {
        required: [{ name: "members:read", reads: "members and their roles" }],
        optional: [{ name: "alerts:read", reads: "open alerts" }],
        forbidden: [/:write$/],
      },
      budget: { requests: 5_000, perSeconds: 3_600, atOnce: 4 },
      kinds: { member: z.strictObject({ login: z.string(), mfa: z.boolean() }) },
      settings: z.strictObject({ minimum: z.number().int().min(1).max(9).default(1) }),
      settingFields: [{ name: "minimum", label: "Approvals", help: "How many a change needs.", kind: "number" }],
      ...changes,
    },
    async probe({ http, typed }) {
      const answer = await http.send({ endpoint: "api", path: "/account" });
      const { id, login, scopes } = answer.json() as { id: string; login: string; scopes?: string[] };
      return { id, label: login, granted: scopes, facts: { login, typed: typed["organization"] ?? "" } };
    },
    steps: [
      {
        id: "members",
        title: "Members",
        kinds: ["member"],
        scopes: ["members:read"],
        async *collect() {},
      },
      {
        id: "alerts",
        title: "Alerts",
        kinds: [],
        scopes: ["alerts:read"],
        async *collect() {},
      },
    ],
    checks: [
      {
        id: "sample.member.mfa",
        version: 1,
        title: "Every member has a second factor",
        severity: "critical",
        hint: "Ask the members who are named to set one up.",
        answers: [],
        steps: ["members"],
        judge: () => [],
      },
    ],
  };
}
