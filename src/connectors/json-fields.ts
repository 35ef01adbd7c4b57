import type { Json } from "./connector.ts";

/** An object of a JSON answer, whose fields may be anything. */
export type Fields = Readonly<Record<string, Json | undefined>>;

export const fieldsOf = (value: Json | undefined): Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
export const textOf = (value: Json | undefined): string => (typeof value === "string" ? value : "");
export const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];
export const textsOf = (value: Json | undefined): string[] => listOf(value).filter((item) => typeof item === "string");
export const flagOf = (value: Json | undefined): boolean | undefined =>
  typeof value === "boolean" ? value : undefined;
