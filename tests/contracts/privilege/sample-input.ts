import * as z from "zod";
import type { NamedEndpoint } from "#contract/index.ts";

interface Schema {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly anyOf?: readonly Schema[];
}

/** What the schema alone does not say. */
const known: Readonly<Record<string, unknown>> = {
  controls: "XC-01",
  reason: "Because it was asked for",
  password: "Correct-horse-7",
};

/**
 * Input that an endpoint's own schema accepts, made from it: with every field, or only with those it asks for. An id is
 * that of the thing its name says, as `idOf` knows it.
 */
export function sampleInput(
  endpoint: NamedEndpoint,
  idOf: (name: string) => string,
  text: string,
  fields: "all" | "required",
): Record<string, unknown> {
  const schema = z.toJSONSchema(endpoint.input, { io: "input", unrepresentable: "any" }) as Schema;
  const make = (name: string, one: Schema): unknown => {
    if (name in known && endpoint.kind === "upload") return known[name];
    if (one.const !== undefined) return one.const;
    if (one.enum) return one.enum[0];
    if (one.anyOf) return make(name, one.anyOf.find(({ type }) => type !== "null") ?? {});
    if (one.type === "object") return makeAll(one);
    if (one.type === "array") return one.items && (one.minItems ?? 1) > 0 ? [make(name, one.items)] : [];
    if (one.type === "boolean") return false;
    if (one.type === "integer" || one.type === "number") return Math.max(1, one.minimum ?? 1);
    if (one.format === "uuid") return idOf(name);
    if (one.format === "date") return "2000-01-01";
    if (one.format === "date-time") return "2000-01-01T00:00:00.000Z";
    if (one.format === "email") return "somebody@example.test";
    if (one.pattern?.includes("XC-")) return "XC-01";
    if (one.pattern?.includes("EX-")) return "EX-000001";
    if (name === "limit") return 50;
    if (["after", "from", "before", "size"].includes(name)) return undefined;
    return known[name] ?? text;
  };
  const makeAll = (one: Schema): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(one.properties ?? {})
        .filter(([name]) => fields === "all" || one.required?.includes(name))
        .map(([name, property]) => [name, make(name, property)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return makeAll(schema.anyOf?.[0] ?? schema);
}
