/** `google-workspace` as a name in code: `googleWorkspace`. */
export function identifierOf(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

type File = readonly [path: string, text: string];

/** The files of a connector with one step and one check, for a vendor whose API lists users. Paths are from the project's folder. */
export function connectorFiles(name: string): File[] {
  const folder = `src/connectors/${name}`;
  return [
    [`${folder}/index.ts`, index(name)],
    [`${folder}/manifest.ts`, manifest(name)],
    [`${folder}/kinds.ts`, kinds(name)],
    [`${folder}/users.ts`, users(name)],
    [`${folder}/checks.ts`, checks(name)],
    [`${folder}/fixtures.ts`, fixtures(name)],
  ];
}

const index = (name: string) => `import type { Connector } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fieldsOf, textOf } from "../json-fields.ts";
import { checks } from "./checks.ts";
import { manifest } from "./manifest.ts";
import { users } from "./users.ts";

/** ${name}: one account, read through its API. */
export const ${identifierOf(name)}: Connector = {
  manifest,
  probe: async ({ http }) => {
    const answer = await http.send({ endpoint: "api", path: "/v1/account" });
    const account = fieldsOf(answer.json());
    const id = textOf(account["id"]);
    if (id === "") throw new RequestFailed("malformed", "no account at /v1/account", answer.status);
    return { id, label: textOf(account["name"]) || id, granted: undefined, facts: {} };
  },
  steps: [users],
  checks,
};
`;

const manifest = (name: string) => `import * as z from "zod";
import type { Manifest } from "../connector.ts";
import { kinds } from "./kinds.ts";

export const manifest: Manifest = {
  id: "${name}",
  version: 1,
  methods: [
    {
      id: "token",
      kind: "token",
      title: "Use an access token",
      explanation: "You make a token that can read and paste it here. It is sealed at once and never shown again.",
      instructions: ["Make a token with these permissions: {scopes}."],
      fields: [
        {
          name: "token",
          label: "Access token",
          help: "It is shown once, when it is made.",
          placeholder: "",
          secret: true,
          pattern: /[\\x21-\\x7e]{16,200}/,
          message: "Paste the whole token: 16 characters or more, without spaces.",
        },
      ],
      settings: [],
    },
  ],
  endpoints: { api: { origin: "https://api.${name}.example" } },
  scopes: {
    required: [{ name: "users:read", reads: "accounts and whether they have a second factor" }],
    optional: [],
    forbidden: [/:(write|admin|delete)$/, /^write:|^delete:|^manage:/],
  },
  budget: { requests: 60, perSeconds: 60, atOnce: 2 },
  kinds,
  settings: z.strictObject({}),
  settingFields: [],
};
`;

const kinds = (name: string) => `import * as z from "zod";
import type { Json } from "../connector.ts";

/** What the API answers, down to what checks read. */
export const schemas = {
  "${name}.user": z.strictObject({
    active: z.boolean(),
    /** Null: the vendor does not say. */
    twoFactor: z.boolean().nullable(),
  }),
} as const;

export const kinds: Readonly<Record<string, z.ZodType<Json>>> = schemas;

export type User = z.output<(typeof schemas)["${name}.user"]>;
`;

const users = (name: string) => `import type { Step } from "../connector.ts";
import { RequestFailed } from "../http.ts";
import { fieldsOf, flagOf, textOf } from "../json-fields.ts";
import { item } from "../observe.ts";
import { byLinkHeader, listAt, pages } from "../paging.ts";
import type { User } from "./kinds.ts";

/** Accounts of people, page by page. */
export const users: Step = {
  id: "users",
  title: "Users",
  kinds: ["${name}.user"],
  scopes: ["users:read"],
  async *collect({ http, cursor }) {
    const first = { endpoint: "api", path: "/v1/users", query: { limit: 100 } };
    for await (const { answer, next } of pages(http, first, byLinkHeader, { from: cursor })) {
      for (const row of listAt(answer, "users")) {
        const { id, name, active, twoFactor } = fieldsOf(row);
        if (textOf(id) === "") throw new RequestFailed("malformed", "a user without an id at /v1/users", answer.status);
        const data: User = { active: flagOf(active) ?? true, twoFactor: flagOf(twoFactor) ?? null };
        yield item("${name}.user", { type: "user", id: textOf(id), label: textOf(name) || textOf(id) }, data, answer);
      }
      if (next !== undefined) yield { checkpoint: next };
    }
  },
};
`;

const checks = (name: string) => `import type { ConnectorCheck } from "../check.ts";
import { observedWhere, observeEach } from "../facts.ts";

export const checks: readonly ConnectorCheck[] = [
  {
    id: "${name}.user.second-factor",
    version: 1,
    title: "Every active user has a second factor",
    severity: "high",
    hint: "Ask the listed people to set one up.",
    answers: ["auth.mfa-enforced/enrolled"],
    steps: ["users"],
    judge: (facts) =>
      observeEach(facts, "${name}.user", ({ resource, data }) => {
        const twoFactor = () => data.at("twoFactor").flag();
        return observedWhere(data.at("active").flag().is(true), resource, () => twoFactor().is(true), {
          observed: () => twoFactor().say((has) => (has ? "has one" : "has none")),
          wanted: "a second factor",
          otherwise: "not active",
        });
      }),
  },
];
`;

const fixtures = (name: string) => `import type { CheckFixtures } from "../check.ts";
import type { EvidenceItem } from "../connector.ts";
import type { User } from "./kinds.ts";

const user = (id: string, data: User): EvidenceItem => ({
  kind: "${name}.user",
  subject: { type: "user", id, label: id },
  data,
  observedAt: "2026-01-01T00:00:00.000Z",
});
const ada = user("ada", { active: true, twoFactor: true });
const gone = user("gone", { active: false, twoFactor: false });

/** Test data of every check, by its id. */
export const fixtures: Readonly<Record<string, CheckFixtures>> = {
  "${name}.user.second-factor": {
    pass: [ada, gone],
    fail: [ada, user("grace", { active: true, twoFactor: false })],
    unknown: [ada, user("mary", { active: true, twoFactor: null })],
    notApplicable: [gone],
  },
};
`;

/** The beginning of its peer: answers of our own, until somebody else's take their place. */
export function peerFile(name: string): File {
  return [
    `tests/support/peers/${name}.ts`,
    `import { json, startVendor } from "../answering-server.ts";
import type { Peer } from "./peer.ts";

const people = ["ada", "grace", "mary", "joan", "rosa"];
const PAGE = 2;

/** Answers of our own making. Replace them by a program of others, or by answers that the vendor recorded or documents. */
export async function startPeer(): Promise<Peer> {
  const server = await startVendor((response, request) => {
    const url = new URL(request.path, "http://peer");
    const at = Number(url.searchParams.get("at") ?? 0);
    if (url.pathname === "/v1/account") return json(response, { id: "a-1", name: "Acme" });
    if (url.pathname !== "/v1/users") return json(response, {}, 404);
    const users = people.slice(at, at + PAGE).map((id) => ({ id, name: id, active: true, twoFactor: true }));
    const next = \`<http://\${request.headers.host}/v1/users?at=\${at + PAGE}>; rel="next"\`;
    return json(response, { users }, 200, at + PAGE < people.length ? { link: next } : {});
  });
  return {
    endpoints: { api: server.origin },
    typed: {},
    method: "token",
    close: () => server.close(),
  };
}
`,
  ];
}
