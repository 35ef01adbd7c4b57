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
  const make = (name: string, schema: Schema): unknown => {
    if (name in known && endpoint.kind === "upload") return known[name];
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return schema.enum[0];
    if (schema.anyOf) return make(name, schema.anyOf.find(({ type }) => type !== "null") ?? {});
    if (schema.type === "object") return makeAll(schema);
    if (schema.type === "array") return schema.items && (schema.minItems ?? 1) > 0 ? [make(name, schema.items)] : [];
    if (schema.type === "boolean") return false;
    if (schema.type === "integer" || schema.type === "number") return Math.max(1, schema.minimum ?? 1);
    if (schema.format === "uuid") return idOf(name);
    if (schema.format === "date") return "2000-01-01";
    if (schema.format === "date-time") return "2000-01-01T00:00:00.000Z";
    if (schema.format === "email") return "somebody@example.test";
    if (schema.pattern?.includes("XC-")) return "XC-01";
    if (schema.pattern?.includes("EX-")) return "EX-000001";
    if (name === "limit") return 50;
    if (["after", "from", "before", "size"].includes(name)) return undefined;
    return known[name] ?? text;
  };
  const makeAll = (schema: Schema): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => fields === "all" || schema.required?.includes(name))
        .map(([name, property]) => [name, make(name, property)] as const)
        .filter(([, value]) => value !== undefined),
    );
  return makeAll(schema.anyOf?.[0] ?? schema);
}
