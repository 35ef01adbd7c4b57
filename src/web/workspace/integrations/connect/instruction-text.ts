export interface InstructionPart {
  readonly kind: "text" | "copy" | "link" | "download";
  readonly text: string;
  /** Of a file that this server offers. */
  readonly path?: string;
}

/** Splits a step into its words, what is to be copied (`in backticks`), addresses to open, and [files](/of-ours). */
export function instructionParts(step: string): readonly InstructionPart[] {
  return step
    .split(/(`[^`]+`|\[[^\]]+\]\(\/\w[\w./-]*\)|https:\/\/[^\s`]*[^\s`.,;:)])/)
    .filter((text) => text !== "")
    .map((text) => {
      if (text.startsWith("`") && text.endsWith("`") && text.length > 2)
        return { kind: "copy", text: text.slice(1, -1) };
      const [, label, path] = /^\[([^\]]+)\]\((\/\w.*)\)$/.exec(text) ?? [];
      if (label !== undefined && path !== undefined) return { kind: "download", text: label, path };
      return { kind: text.startsWith("https://") ? "link" : "text", text };
    });
}
