import { expect, test } from "vitest";
import * as z from "zod";
import { endpoints } from "./index.ts";

/** Every object in a schema that lets fields through which nobody declared. */
function open(schema: unknown, at = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, properties, additionalProperties: more } = schema as Record<string, unknown>;
  const isOpen = type === "object" && properties !== undefined && more !== false;
  const inner = Object.entries(schema).flatMap(([name, item]) => open(item, `${at}/${name}`));
  return [...(isOpen ? [at] : []), ...inner];
}

test("an answer holds the fields that its endpoint declares, and no others", () => {
  const shapes = endpoints.filter((endpoint) => "output" in endpoint && endpoint.output instanceof z.ZodType);
  expect(shapes.length).toBeGreaterThan(100);
  for (const { name, output } of shapes)
    expect(open(z.toJSONSchema(output as z.ZodType, { io: "output", unrepresentable: "any" })), name).toEqual([]);
});

test("no address of an endpoint holds a password, a token or a code", () => {
  const named = endpoints.flatMap(({ method, kind, name, path, input }) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!);
    const shape = z.toJSONSchema(input as z.ZodType, { io: "input", unrepresentable: "any" });
    const isAddressed = method === "GET" || kind === "upload";
    expect(isAddressed ? shape.type : "object", `${name} has one shape`).toBe("object");
    const query = isAddressed ? Object.keys(shape.properties ?? {}) : [];
    return [...parameters, ...query].map((parameter) => `${name}: ${parameter}`);
  });
  expect(named.filter((item) => /: (password|token|secret|code|credential|cookie|apiToken)$/i.test(item))).toEqual([]);
});
