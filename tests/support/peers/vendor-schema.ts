import { readFileSync } from "node:fs";
import type { ValidateFunction } from "ajv";
import { Ajv } from "ajv";
import addFormatsModule from "ajv-formats";
import type { Json } from "#connectors/connector.ts";
import { sliceOf } from "./prism.ts";

// The package is CommonJS: its function is both the module and its default.
const addFormats = addFormatsModule as unknown as (ajv: Ajv) => void;

/** What the vendor's own description says against an answer; each complaint names the place and the rule. */
export type Complaints = (path: string, status: number, body: Json) => readonly string[];

/** Judges answers by the vendor's description. A path or status that the description does not know is a complaint. */
export function complaintsOf(name: string): Complaints {
  const description = JSON.parse(readFileSync(sliceOf(name), "utf8")) as Described;
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: "https://vendor.example/", ...(withNulls(description) as object) });
  const paths = Object.keys(description.paths).map((template) => ({
    template,
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`),
  }));
  const compiled = new Map<string, ValidateFunction>();
  return (path, status, body) => {
    const known = paths.find(({ pattern }) => pattern.test(path));
    if (!known) return [`${path} is not described`];
    const pointer = schemaPointer(description, known.template, status);
    if (pointer === undefined) return status === 204 || status >= 400 ? [] : [`${status} at ${path} is not described`];
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `https://vendor.example/#${pointer}` });
    compiled.set(pointer, validate);
    validate(body);
    return (validate.errors ?? []).map((error) => `${error.instancePath} ${error.keyword} ${error.message}`);
  };
}

type Responses = Readonly<Record<string, { readonly $ref?: string; readonly content?: Record<string, unknown> }>>;
interface Described {
  readonly paths: Readonly<Record<string, { readonly get?: { readonly responses: Responses } }>>;
}

function schemaPointer({ paths }: Described, template: string, status: number): string | undefined {
  const content = paths[template]?.get?.responses[String(status)]?.content;
  if (!content?.["application/json"]) return undefined;
  return ["", "paths", template, "get", "responses", String(status), "content", "application/json", "schema"]
    .map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")))
    .join("/");
}

/** OpenAPI 3.0 says "nullable" where JSON Schema allows null by name. */
function withNulls(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withNulls);
  if (typeof node !== "object" || node === null) return node;
  const {
    nullable,
    discriminator: _ofOpenApi,
    ...rest
  } = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, withNulls(value)]));
  // A property may be called "nullable" itself, and is then an object.
  if (nullable === undefined || typeof nullable !== "boolean") return { ...rest, ...(nullable ? { nullable } : {}) };
  return nullable ? { anyOf: [rest, { type: "null" }] } : rest;
}
