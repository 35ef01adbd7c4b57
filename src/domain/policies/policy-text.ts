import MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";
import { policyBlocks } from "./policy-blocks.ts";
import { readTokens } from "./read-tokens.ts";

/** The longest text of a policy, in characters. */
export const maxPolicyCharacters = 60_000;

/** A piece of a line. */
export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "strong" | "emphasis"; readonly inline: readonly Inline[] }
  | { readonly kind: "link"; readonly href: string; readonly inline: readonly Inline[] }
  | { readonly kind: "break" };

export interface PolicyTable {
  readonly head: readonly (readonly Inline[])[];
  readonly rows: readonly (readonly (readonly Inline[])[])[];
}

/** A block of a policy. A statement is a promise that a check can be bound to; facts and tables with a key are filled by Exhibit. */
export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly inline: readonly Inline[] }
  | { readonly kind: "paragraph"; readonly inline: readonly Inline[] }
  | { readonly kind: "list"; readonly start: number | null; readonly items: readonly (readonly Block[])[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | { readonly kind: "rule" }
  | ({ readonly kind: "table"; readonly key: string | null } & PolicyTable)
  | { readonly kind: "statement"; readonly check: string | null; readonly inline: readonly Inline[] }
  | { readonly kind: "fact"; readonly key: string; readonly inline: readonly Inline[] };

export interface TextProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export type ReadPolicy =
  | { readonly ok: true; readonly blocks: readonly Block[] }
  | { readonly ok: false; readonly problem: TextProblem };

/** Which keys blocks may name. */
export interface KnownKeys {
  readonly checks: ReadonlySet<string>;
  readonly facts: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
}

// Controls but tab and line feed, and marks that turn the direction of writing: what is approved is what is seen.
// oxlint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/;

/** The reader of policies, as the editor uses it too. HTML is read so that it can be refused. */
export function policyMarkdown(): MarkdownIt {
  const reader = new MarkdownIt("commonmark", { html: true, linkify: false, typographer: false });
  reader.enable("table");
  reader.disable(["reference", "code", "fence"]);
  // Any address is read, and those that are no link of ours refused by name.
  reader.validateLink = () => true;
  return reader.use(policyBlocks);
}

/** Reads a policy's Markdown: a fixed part of CommonMark with tables, statements and facts. What is outside of it is a problem, never dropped. */
export function readPolicyText(text: string, known?: KnownKeys): ReadPolicy {
  const problem = problemOfCharacters(text);
  if (problem) return { ok: false, problem };
  const tokens: Token[] = policyMarkdown().parse(text, {});
  return readTokens(tokens, known);
}

function problemOfCharacters(text: string): TextProblem | undefined {
  if (text.trim() === "") return { line: 1, message: "The policy has no text." };
  if (text.length > maxPolicyCharacters)
    return { line: 1, message: `A policy has at most ${maxPolicyCharacters} characters.` };
  const at = text.split("\n").findIndex((line) => HIDDEN.test(line));
  return at === -1 ? undefined : { line: at + 1, message: "This line has an invisible character. Remove it." };
}
