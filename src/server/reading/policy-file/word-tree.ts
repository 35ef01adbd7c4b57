import mammoth from "mammoth";
import { readNumbering } from "./word-numbering.ts";
import type { CountedLevel } from "./word-numbering.ts";
import type { WordPackage } from "./word-package.ts";

/** A level of a list. The same object for all of its paragraphs, and another for each list. */
export interface WordNumbering {
  readonly isOrdered: boolean;
  readonly level: string;
  /** The key by which `CountedLevel` says more. */
  readonly paragraphStyleId?: string;
}

/** A part of a Word document as mammoth reads it. */
export type WordNode =
  | {
      readonly type: "paragraph";
      readonly styleName: string | null;
      readonly numbering: WordNumbering | null;
      readonly children: readonly WordNode[];
    }
  | {
      readonly type: "run";
      readonly isBold: boolean;
      readonly isItalic: boolean;
      readonly font: string | null;
      readonly styleName: string | null;
      readonly children: readonly WordNode[];
    }
  | {
      readonly type: "hyperlink";
      readonly href?: string;
      readonly anchor?: string;
      readonly children: readonly WordNode[];
    }
  | { readonly type: "table"; readonly children: readonly WordNode[] }
  | { readonly type: "tableRow" | "tableCell" | "document"; readonly children: readonly WordNode[] }
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "checkbox"; readonly checked: boolean }
  | { readonly type: "break"; readonly breakType: "line" | "page" | "column" }
  | { readonly type: "tab" | "image" | "noteReference" | "commentReference" | "bookmarkStart" };

export interface WordTree {
  /** What stands in the body, in reading order. */
  readonly body: readonly WordNode[];
  readonly levels: ReadonlyMap<string, CountedLevel>;
}

const NUMBERING = /^word\/numbering\w*\.xml$/;

/** A document as mammoth reads it, which sees what was unpacked already, and no file besides. */
export async function readWordTree({ parts: unpacked }: WordPackage): Promise<WordTree> {
  let body: readonly WordNode[] = [];
  const name = [...unpacked.keys()].find((part) => NUMBERING.test(part));
  const numbering = readNumbering(name === undefined ? undefined : unpacked.get(name));
  const parts = new Map(unpacked);
  if (name !== undefined && numbering.xml !== undefined) parts.set(name, numbering.xml);
  const file = {
    exists: (name: string) => parts.has(name),
    read: async (name: string) => parts.get(name) ?? "",
  };
  // mammoth takes an opened archive as well as its bytes; only the bytes are in its types.
  const input = { file } as unknown as { buffer: Buffer };
  await mammoth.convertToHtml(input, {
    externalFileAccess: false,
    includeEmbeddedStyleMap: false,
    transformDocument: (document: { readonly children: readonly WordNode[] }) => {
      body = document.children;
      return { ...document, children: [] };
    },
  });
  return { body, levels: numbering.levels };
}
