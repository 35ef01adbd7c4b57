import { OpenAPIGenerator } from "@orpc/openapi";
import { ZodToJsonSchemaConverter } from "@orpc/zod/zod4";
import { failures } from "#contract/failures.ts";
import { endpoints, procedures } from "#contract/index.ts";
import type { NamedEndpoint } from "#contract/index.ts";
import { tokenScopeOf } from "../auth/api-tokens.ts";
import { cookiesOf } from "../auth/cookies.ts";
import { webhookSection } from "./webhook-document.ts";
import { escapeHtml } from "../escape-html.ts";

/** The OpenAPI 3.1 document of the whole API, derived from the contract. */
export async function openApiDocument(appUrl: string): Promise<Record<string, unknown>> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = (await generator.generate(procedures as never, {
    info: {
      title: "Exhibit API",
      version: "1",
      description:
        "Errors have the body `{ code, message }`. Programs send an API token as `Authorization: Bearer exh_...`; each operation names the scope it needs as `x-token-scope`, and those without one are for people. Sessions are cookies; their writes must come from the same origin.",
    },
    servers: [{ url: `${appUrl}/api/v1` }],
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "An API token of a company, `exh_...`." },
        session: { type: "apiKey", in: "cookie", name: cookiesOf(appUrl).name("session") },
      },
    },
    customErrorResponseBodySchema: {
      type: "object",
      required: ["code", "message"],
      properties: { code: { type: "string" }, message: { type: "string" }, data: { type: "object" } },
    },
  })) as unknown as { paths: Record<string, Record<string, Operation>> } & Record<string, unknown>;
  for (const endpoint of endpoints) describeStream(document.paths, endpoint);
  return document;
}

interface Operation {
  parameters?: { in: string; name: string }[];
  requestBody?: unknown;
  responses?: Record<string, unknown>;
  [key: string]: unknown;
}

const IDEMPOTENCY_KEY = {
  in: "header",
  name: "Idempotency-Key",
  required: false,
  schema: { type: "string", maxLength: 200 },
};

/** What oRPC would describe as JSON but is bytes: the body of an upload, the answer of a download or of events. */
function describeStream(paths: Record<string, Record<string, Operation>>, endpoint: NamedEndpoint): void {
  const operation = paths[endpoint.path]?.[endpoint.method.toLowerCase()];
  if (!operation) throw new Error(`${endpoint.name} is missing from the API document`);
  operation["operationId"] = endpoint.name;
  operation["x-access"] = endpoint.access;
  const scope = tokenScopeOf(endpoint);
  if (scope) operation["x-token-scope"] = scope;
  operation["security"] = [
    ...(endpoint.access === "anyone" ? [] : [{ session: [] }]),
    ...(scope ? [{ token: [] }] : []),
  ];
  if (endpoint.kind === "upload") {
    const json = operation.requestBody as {
      content?: Record<string, { schema?: { properties?: object; required?: string[] } }>;
    };
    const schema = json?.content?.["application/json"]?.schema;
    const required = new Set(schema?.required ?? []);
    operation.parameters = [
      ...(operation.parameters ?? []),
      ...Object.entries(schema?.properties ?? {}).map(([name, value]) => ({
        in: "query",
        name,
        required: required.has(name),
        schema: value as unknown,
      })),
      IDEMPOTENCY_KEY,
    ];
    operation.requestBody = {
      required: true,
      content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
    };
  }
  if (endpoint.kind === "batch") operation.parameters = [...(operation.parameters ?? []), IDEMPOTENCY_KEY];
  if (endpoint.kind === "download") {
    operation.responses = {
      ...operation.responses,
      200: {
        description: "The file",
        content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } },
      },
    };
  }
  if (endpoint.kind === "events") {
    operation.responses = {
      ...operation.responses,
      200: { description: "Server-sent events", content: { "text/event-stream": { schema: { type: "string" } } } },
    };
  }
}

/** A page to read the API by, without a script: one section for each noun, one row for each endpoint. */
export function apiDocumentPage(): string {
  const nouns = Map.groupBy(endpoints, (endpoint) => endpoint.name.split(".")[0]!);
  const sections = [...nouns].map(
    ([noun, list]) => `<section><h2 id="${noun}">${noun}</h2>${list.map(articleOf).join("")}</section>`,
  );
  const catalogue = Object.entries(failures)
    .map(([name, failure]) => {
      const code = "code" in failure ? failure.code : name;
      return `<tr><td><code>${escapeHtml(code)}</code></td><td>${failure.status}</td><td>${escapeHtml(failure.message)}</td></tr>`;
    })
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API - Exhibit</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>Exhibit API</h1>
<p>Everything under <code>/api/v1</code>. The machine-readable description is <a href="/api/openapi.json">/api/openapi.json</a> (OpenAPI 3.1).
A failure has the body <code>{ "code", "message" }</code>. Sessions are cookies, and their writes must come from the same origin.</p>
<p>Programs send an API token of a company, made under Settings, Integrations: <code>Authorization: Bearer exh_...</code>. It acts as
the person who made it, in that company, within its scopes. An endpoint without a scope is for people. 600 requests a minute are answered.</p>
<nav aria-label="Nouns">${[...nouns.keys()].map((noun) => `<a href="#${noun}">${noun}</a>`).join(" ")} <a href="#told">what webhooks send</a> <a href="#failures">failures</a></nav>
${sections.join("")}
${webhookSection()}
<section><h2 id="failures">Failures</h2><table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead><tbody>${catalogue}</tbody></table></section>
</main></body></html>`;
}

function articleOf(endpoint: NamedEndpoint): string {
  const fails = endpoint.fails.map((name) => `<code>${escapeHtml(name)}</code>`).join(", ");
  const scope = tokenScopeOf(endpoint);
  const facts = [
    `Access: <code>${escapeHtml(endpoint.access)}</code>`,
    ...(scope ? [`Token: <code>${escapeHtml(scope)}</code>`] : []),
    ...(endpoint.records ? [`Ledger: <code>${escapeHtml(endpoint.records)}</code>`] : []),
    ...(fails ? [`Fails with: ${fails}`] : []),
  ];
  return `<article id="${endpoint.name}"><h3><code>${endpoint.method} ${escapeHtml(endpoint.path)}</code></h3>
<p>${escapeHtml(endpoint.summary)}.</p><p class="facts">${facts.join(" · ")}</p></article>`;
}
